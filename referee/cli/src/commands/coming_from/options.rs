//! Knows every option of fastchess and cutechess-cli, and reads a command line of either.

use referee_config::closest;
use referee_output::sanitize::is_unfit;

use super::engine_keys;
use super::foreign_match::ForeignMatch;
use super::shell::{is_option, join};

/// An option of another tool, or a key of its `-engine`.
pub struct ForeignOption {
    /// Its name in sentences.
    pub name: &'static str,
    /// All its names.
    pub names: &'static [&'static str],
    /// The words behind it.
    pub takes: Takes,
    /// A sentence about it, if nothing in the referee's command says it; empty if it is translated.
    pub told: &'static str,
}

/// The words that belong to an option.
pub enum Takes {
    /// None.
    Nothing,
    /// A value.
    One,
    /// A value or none.
    AtMostOne,
    /// Any number of words.
    Any,
    /// Keys of an engine.
    Engine,
    /// At least one `KEY=VALUE`, with one of these keys.
    Keys(&'static [&'static str]),
}
use Takes::{Any, AtMostOne, Engine, Keys, Nothing, One};

/// Makes a table of rows: options, each with all its names; the words behind each of them; what is said of each.
macro_rules! table {
    ($($($name:literal $(| $more:literal)*),+: $takes:expr, $told:expr;)+) => {
        &[$($(ForeignOption {
            name: $name,
            names: &[$name $(, $more)*],
            takes: $takes,
            told: $told,
        }),+),+]
    };
}
pub(super) use table;

const TABLEBASES: &str =
    "tablebases aren't read; games end by their rules, or by --draw, --resign and --max-plies";
const LOG: &str = "stderr of engines is always in the results; of a tournament file `referee run FILE --log FOLDER` keeps \
                   all lines, too";

/// All options of both tools.
pub const OPTIONS: &[ForeignOption] = table! {
    "-engine", "-each": Engine, "";
    "-rounds", "-games", "-tournament", "-seeds", "-concurrency", "-maxmoves", "-srand", "-variant": One, "";
    "-startup-ms": One, "";
    "-repeat": AtMostOne, "";
    "-pgnout", "--compliance": Any, "";
    "-force-concurrency", "-version" | "--version" | "-v" | "--v", "-help" | "--help": Nothing, "";
    "-engines" | "--engines": Nothing, "";
    "-sprt": Keys(&["elo0", "elo1", "alpha", "beta", "model"]), "";
    "-openings": Keys(&["file", "format", "order", "plies", "start", "policy"]), "";
    "-draw": Keys(&["movenumber", "movecount", "score"]), "";
    "-resign": Keys(&["movecount", "score", "twosided"]), "";
    "-quick": Keys(&["cmd", "book"]), "";
    "-noswap", "-reverse": Nothing, "each start is played twice, once from each side";
    "-use-affinity": AtMostOne, "each game always has cores of its own; which ones can't be chosen";
    "-bookmode": One, "Polyglot books aren't read; a book is a file of FEN, EPD or PGN";
    "-tb", "-tbpieces", "-tbadjudicate": One, TABLEBASES;
    "-tbignore50": Nothing, TABLEBASES;
    "-epdout": Any, "last positions aren't written; `referee games RUN N` shows each game";
    "-event", "-site": Any, "the tags of a PGN can't be chosen";
    "-recover": Nothing, "an engine that crashes always loses that game alone; a match ends after ten such games in a \
                          row, unless --allow-faults is given";
    "-wait": One, "there is no pause between games";
    "-ucinewgame-ms", "-ping-ms": One, "what an engine does before each game is limited by start_ms of [limits]";
    "-ratinginterval", "-scoreinterval", "-outcomeinterval": One,
        "progress is shown all the time; `referee standings RUN` prints the table of a run that goes on";
    "-resultformat": One, "the columns can't be chosen; `referee standings RUN` has --wide, --csv, --md and --json";
    "-output": Keys(&["format"]), "the output has one form; --json is for programs";
    "-report": Keys(&["penta"]), "what is counted is always pairs of games";
    "-log": Keys(&["file", "level", "append", "compress", "realtime", "engine"]), LOG;
    "-debug": AtMostOne, LOG;
    "-config": Keys(&["file", "outname", "discard", "stats"]),
        "no settings are read from it; the same command goes on where it was stopped";
    "-autosaveinterval": One, "each game is kept when it ends";
    "-crc32": Keys(&["pgn"]), "`referee verify RUN` plays all games again and prints a fingerprint of the results";
    "-show-latency": Nothing, "`referee bench clock` measures what the clock adds; `referee standings RUN --wide` has \
                               the times of moves";
    "-check-mate-pvs": Nothing, "variations of engines aren't looked at";
    "-strict": Nothing, "a warning doesn't end a run";
    "-testEnv": Nothing, "there is no other output for test environments; --json is for programs";
};

/// Reads the words of a command line, the name of the tool first or not. An error says which word is wrong, and what
/// was expected.
pub fn read(words: &[String]) -> Result<ForeignMatch, String> {
    if let Some((place, word)) = (1..).zip(words).find(|(_, word)| word.contains(is_unfit)) {
        return Err(format!(
            "word {place}, {word:?}: it holds a character that no terminal shows; leave that out"
        ));
    }
    let tool = words.first().filter(|word| !is_option(word));
    let name = tool.and_then(|tool| tool.rsplit(['/', '\\']).next());
    let name = name.unwrap_or_default().to_ascii_lowercase();
    let mut wanted = ForeignMatch {
        cutechess: name.starts_with("cutechess"),
        ..ForeignMatch::default()
    };
    let mut place = usize::from(tool.is_some());
    for part in words[place..].chunk_by(|_, next| !is_option(next)) {
        let shown = join(&part[..part.len().min(2)]);
        let more = if part.len() > 2 { " …" } else { "" };
        let added = add(&mut wanted, &part[0], &part[1..]);
        added.map_err(|why| format!("{shown}{more} (word {}): {why}", place + 1))?;
        place += part.len();
    }
    Ok(wanted)
}

/// Adds what an option asks for.
fn add(wanted: &mut ForeignMatch, name: &str, values: &[String]) -> Result<(), String> {
    let Some(option) = OPTIONS.iter().find(|option| option.names.contains(&name)) else {
        let names = OPTIONS.iter().flat_map(|option| option.names).copied();
        let hint = closest(name, &names.collect::<Vec<_>>()).map_or_else(
            || "`referee docs coming-from` lists those that there are".to_owned(),
            |meant| format!("did you mean {meant}?"),
        );
        let expected = "expected an option of fastchess or cutechess-cli";
        return Err(format!("{expected}; {hint}"));
    };
    match (&option.takes, values) {
        (Nothing, [_, ..]) => return Err("it takes no value; leave that out".to_owned()),
        (One, [] | [_, _, ..]) => return Err("expected one value".to_owned()),
        (AtMostOne, [_, _, ..]) => return Err("expected one value at most".to_owned()),
        (Engine, words) => engine_keys::check(words)?,
        (Keys(keys), []) => {
            let keys = keys.join(", ");
            return Err(format!("expected KEY=VALUE, with one of {keys}"));
        }
        (Keys(keys), words) => words.iter().try_for_each(|word| check_pair(word, keys))?,
        _ => {}
    }
    if option.told.is_empty() {
        return wanted.add(option.name, values);
    }
    wanted.tell(format!("{}: {}", option.name, option.told));
    Ok(())
}

/// Refuses a word that isn't one of these keys with its value.
pub fn check_pair(word: &str, keys: &[&str]) -> Result<(), String> {
    let (key, value) = pair(word);
    check_key(key, keys)?;
    if value.is_empty() {
        return Err(format!("{key}: expected {key}=VALUE"));
    }
    Ok(())
}

/// Refuses a key that isn't one of these, with the one that may be meant.
pub fn check_key(key: &str, keys: &[&str]) -> Result<(), String> {
    if keys.contains(&key) {
        return Ok(());
    }
    Err(closest(key, keys).map_or_else(
        || format!("{key}: expected one of {}", keys.join(", ")),
        |meant| format!("{key}: there is no such key; did you mean {meant}?"),
    ))
}

/// Returns a key and its value, which is empty if there is none.
pub fn pair(word: &str) -> (&str, &str) {
    word.split_once('=').unwrap_or((word, ""))
}

/// Returns the last value of a key.
pub fn value_of<'a>(words: &'a [String], key: &str) -> Option<&'a str> {
    let mut pairs = words.iter().rev().map(|word| pair(word));
    pairs.find(|(name, _)| *name == key).map(|(_, value)| value)
}

/// Returns the last value of a key, parsed.
pub fn parsed<T>(
    words: &[String],
    key: &str,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, String> {
    let value = value_of(words, key).map(parse).transpose();
    value.map_err(|why| format!("{key}: {why}"))
}

/// Returns a parser of the words in a list such as `a, b or c`.
pub fn one_of(list: &'static str) -> impl Fn(&str) -> Result<&'static str, String> {
    move |value: &str| {
        let mut words = list.split(", ").flat_map(|part| part.split(" or "));
        let word = words.find(|word| *word == value);
        word.ok_or_else(|| format!("expected {list}"))
    }
}
