//! Collects what a command line of another tool asks for, in the words of the referee.

use std::fmt::Display;

use referee_config::match_files::quoted;

use super::options::{check_key, one_of, parsed, value_of};
use super::shell::{is_option, join, quote, split};
use super::translate::Translation;
use crate::args::number::whole;

/// What is said of a number of concurrent games that has no counterpart.
pub const CORES: &str =
    "the number of concurrent games is left out, which makes it one fewer than the physical cores";
/// The largest number of games, moves and so on.
const MOST: u64 = u32::MAX as u64;
/// The largest seed.
const MOST_SEED: u64 = i64::MAX as u64;
/// The keys of `-pgnout`.
const PGN_KEYS: &str =
    "file append nodes seldepth nps hashfull tbhits timeleft latency min notation match_line pv";

/// A choice, as options of a command and as a key of a tournament file.
#[derive(Debug)]
pub struct Setting {
    /// The table of the file; empty for a key above all tables.
    pub table: &'static str,
    /// The key in that table.
    pub key: &'static str,
    /// The value of the key, in TOML.
    pub value: String,
    /// The words of the command, as for a shell; none if it does so by itself, `None` if only a file can say it.
    pub words: Option<String>,
}

/// What a command line of another tool asks for.
#[derive(Debug, Default)]
pub struct ForeignMatch {
    /// True if the tool is cutechess-cli, whose defaults differ.
    pub cutechess: bool,
    /// The words about each engine.
    pub engines: Vec<Vec<String>>,
    /// The words about all engines.
    pub each: Vec<String>,
    /// The number of rounds.
    pub rounds: Option<u32>,
    /// The number of games of a pair in a round.
    pub games: Option<u32>,
    /// The format of the tournament, in the other tool's word.
    pub format: Option<&'static str>,
    /// The number of engines that meet the others.
    pub seeds: Option<usize>,
    /// The file for the games.
    pub pgn: Option<String>,
    /// Everything that needs no more thought.
    pub settings: Vec<Setting>,
    /// The sentences, and the command if it isn't for a match.
    pub translation: Translation,
}

impl ForeignMatch {
    /// Adds a setting, or replaces an earlier one of the same place: `KEY`, or `TABLE.KEY`.
    pub fn set(&mut self, place: &'static str, value: impl Display, words: Option<&str>) {
        let (table, key) = place.split_once('.').unwrap_or(("", place));
        self.settings
            .retain(|other| (other.table, other.key) != (table, key));
        self.settings.push(Setting {
            table,
            key,
            value: value.to_string(),
            words: words.map(str::to_owned),
        });
    }

    /// Adds a setting that a command says by an option of the same name. Quotes of TOML are quotes of a shell, too.
    pub fn set_same(&mut self, place: &'static str, value: impl Display) {
        let name = place.rsplit_once('.').map_or(place, |(_, key)| key);
        let words = format!("--{name} {value}");
        self.set(place, value, Some(&words));
    }

    /// Tells if a key is set, or one of a table.
    pub fn has(&self, key: &str) -> bool {
        let mut settings = self.settings.iter();
        settings.any(|setting| [setting.table, setting.key].contains(&key))
    }

    /// Adds a sentence, once.
    pub fn tell(&mut self, sentence: impl Into<String>) {
        let sentence = sentence.into();
        if !self.translation.notes.contains(&sentence) {
            self.translation.notes.push(sentence);
        }
    }

    /// Adds what an option asks for that is translated. The number of its values is right.
    pub fn add(&mut self, option: &str, values: &[String]) -> Result<(), String> {
        let value = values.first().map_or("", String::as_str);
        match option {
            "-engine" => self.engines.push(values.to_vec()),
            "-each" => self.each.extend_from_slice(values),
            "-rounds" => self.rounds = Some(whole::<u32, 1, MOST>(value)?),
            "-games" => self.games = Some(whole::<u32, 1, MOST>(value)?),
            "-seeds" => self.seeds = Some(whole::<usize, 0, MOST>(value)?),
            "-repeat" => {
                let times = values.first().map_or(Ok(2), |n| whole::<u32, 1, MOST>(n))?;
                if times != 2 {
                    let note = "each start is played twice, once from each side";
                    self.tell(format!("-repeat {times}: {note}"));
                }
                // In cutechess-cli it changes the starts alone, not the number of games.
                if !self.cutechess {
                    self.games = Some(times);
                }
            }
            "-tournament" => {
                let formats = "roundrobin, round-robin, gauntlet, knockout or pyramid";
                self.format = Some(one_of(formats)(value)?);
                if value == "pyramid" {
                    let note = "a round robin has the same pairs, in another order";
                    self.tell(format!("-tournament pyramid: {note}"));
                }
            }
            "-sprt" => self.sprt(values)?,
            "-concurrency" if value.parse::<i32>().is_ok_and(|n| n <= 0) => {
                self.tell(format!("-concurrency {value}: {CORES}"));
            }
            "-concurrency" => self.set_same("concurrency", whole::<u32, 1, MOST>(value)?),
            "-force-concurrency" => self.set("oversubscribe", true, Some("--oversubscribe")),
            "-openings" => self.openings(values)?,
            "-draw" => self.draw(values)?,
            "-resign" => self.resign(values)?,
            "-maxmoves" if value == "0" => {}
            "-maxmoves" => {
                let plies = whole::<u64, 1, MOST>(value)? * 2;
                let words = format!("--max-plies {plies}");
                self.set("adjudicate.plies", plies, Some(&words));
            }
            "-pgnout" => self.pgn_out(values)?,
            "-srand" => self.set_same("seed", whole::<u64, 0, MOST_SEED>(value)?),
            "-variant" => {
                let variant = one_of("standard or fischerandom")(value)
                    .map_err(|why| format!("{why}; the referee has no other variant of chess"))?;
                if variant == "fischerandom" {
                    let value = "{ variant = \"960\" }";
                    self.set("options", value, Some("--option variant=960"));
                }
            }
            "-startup-ms" => self.set("limits.start_ms", whole::<u32, 1, 3_600_000>(value)?, None),
            "-quick" => self.quick(values)?,
            "--compliance" => self.compliance(values)?,
            "-version" => self.translation.command = split("referee --version")?,
            "-help" => self.translation.command = split("referee --help")?,
            // That is, -engines.
            _ => {
                let why = "it lists the engines of a configuration, which the referee doesn't have; leave it out";
                return Err(why.to_owned());
            }
        }
        Ok(())
    }

    fn sprt(&mut self, values: &[String]) -> Result<(), String> {
        for key in ["sprt.elo0", "sprt.elo1", "sprt.alpha", "sprt.beta"] {
            if let Some(number) = parsed(values, key.trim_start_matches("sprt."), elo)? {
                self.set_same(key, number);
            }
        }
        let mut model = parsed(values, "model", one_of("normalized, logistic or bayesian"))?;
        if model == Some("bayesian") {
            self.tell(
                "-sprt model=bayesian: BayesElo has no counterpart; logistic Elo takes its place, in which the bounds \
                 mean something else",
            );
            model = Some("logistic");
        }
        if let Some(model) = model.or(self.cutechess.then_some("logistic")) {
            self.set_same("sprt.model", quoted(model));
        }
        Ok(())
    }

    fn openings(&mut self, values: &[String]) -> Result<(), String> {
        let file = value_of(values, "file").ok_or("expected file=FILE")?;
        let words = format!("--book {}", quote(file));
        self.set("start", quoted(file), Some(&words));
        let format = parsed(values, "format", one_of("epd or pgn"))?;
        let is_pgn = format.map_or(is_named_pgn(file), |format| format == "pgn");
        if is_pgn && !is_named_pgn(file) {
            self.tell(format!(
                "-openings format=pgn: a book is PGN if its name ends in .pgn; give {file} such a name"
            ));
        }
        let mut keys = Vec::new();
        if parsed(values, "order", one_of("sequential or random"))? == Some("random") {
            keys.push("order = \"random\"".to_owned());
        }
        let from = parsed(values, "start", whole::<u32, 1, MOST>)?;
        if let Some(from) = from.filter(|from| *from > 1) {
            keys.push(format!("from = {from}"));
        }
        let plies = parsed(values, "plies", whole::<u32, 1, MOST>)?;
        if is_pgn {
            // Without a number all of an opening is played, and none has so many plies.
            let plies = plies.unwrap_or(1024);
            keys.push(format!("plies = {plies}"));
        } else if plies.is_some() {
            self.tell("-openings plies=: the positions of an EPD file have no moves to count");
        }
        if !keys.is_empty() {
            let value = format!("{{ {} }}", keys.join(", "));
            let words = format!("--book-{}", keys.join(" --book-"));
            self.set("book", value, Some(&words.replace(" = ", " ")));
        }
        match parsed(values, "policy", one_of("default, round or encounter"))? {
            None | Some("default") => {}
            // It is all that fastchess can do.
            Some("round") if !self.cutechess => {}
            Some(policy) => self.tell(format!(
                "-openings policy={policy}: the referee's schedule says which games share a start; it has no choice of it"
            )),
        }
        Ok(())
    }

    fn draw(&mut self, values: &[String]) -> Result<(), String> {
        let from = parsed(values, "movenumber", whole::<u32, 0, MOST>)?.unwrap_or(0);
        let moves = parsed(values, "movecount", whole::<u32, 1, MOST>)?.unwrap_or(1);
        let score = parsed(values, "score", whole::<u32, 0, MOST>)?.unwrap_or(0);
        let value = format!("{{ from = {from}, moves = {moves}, score = {score} }}");
        let words = format!("--draw {from},{moves},{score}");
        self.set("adjudicate.draw", value, Some(&words));
        Ok(())
    }

    fn resign(&mut self, values: &[String]) -> Result<(), String> {
        let moves = parsed(values, "movecount", whole::<u32, 1, MOST>)?.unwrap_or(1);
        let score = parsed(values, "score", whole::<u32, 1, MOST>)?
            .ok_or("expected score=SCORE, in hundredths of a pawn, such as score=600")?;
        let (both, ending) = match parsed(values, "twosided", one_of("true or false"))? {
            Some("true") => (", both = true", ",both"),
            _ => ("", ""),
        };
        let value = format!("{{ moves = {moves}, score = {score}{both} }}");
        let words = format!("--resign {moves},{score}{ending}");
        self.set("adjudicate.resign", value, Some(&words));
        Ok(())
    }

    fn pgn_out(&mut self, values: &[String]) -> Result<(), String> {
        let keys: Vec<&str> = PGN_KEYS.split(' ').collect();
        let (mut file, mut ignored) = ("games.pgn", Vec::new());
        for (place, value) in values.iter().enumerate() {
            match value.split_once('=') {
                Some(("file", name)) => file = name,
                Some((key, _)) => {
                    check_key(key, &keys)?;
                    ignored.push(key);
                }
                None if ["min", "fi"].contains(&value.as_str()) => ignored.push(value),
                None if place == 0 => file = value,
                None => return Err(format!("{value}: expected FILE, KEY=VALUE, min or fi")),
            }
        }
        if !ignored.is_empty() {
            let ignored = ignored.join(", ");
            self.tell(format!(
                "-pgnout {ignored}: a PGN is a new file with all games that count, their scores and times as comments"
            ));
        }
        self.pgn = Some(file.to_owned());
        Ok(())
    }

    fn quick(&mut self, values: &[String]) -> Result<(), String> {
        let engines = values.iter().filter_map(|value| value.strip_prefix("cmd="));
        let engines: Vec<_> = engines.map(quote).collect();
        let ([new, old], Some(book)) = (&engines[..], value_of(values, "book").map(quote)) else {
            let expected =
                "expected two engines and a book, as in cmd=./new cmd=./old book=book.epd";
            return Err(expected.to_owned());
        };
        let line = format!(
            "-engine cmd={new} tc=10+0.1 -engine cmd={old} tc=10+0.1 -rounds 25000 -games 2 -openings file={book} \
             order=random -draw movenumber=30 movecount=8 score=8"
        );
        for part in split(&line)?.chunk_by(|_, next| !is_option(next)) {
            self.add(&part[0], &part[1..])?;
        }
        self.tell(format!("-quick: {CORES}"));
        Ok(())
    }

    fn compliance(&mut self, values: &[String]) -> Result<(), String> {
        let [engine, args @ ..] = values else {
            return Err("expected an engine, as in --compliance ./new".to_owned());
        };
        if !args.is_empty() {
            let args = join(args);
            self.tell(format!(
                "--compliance {args}: arguments of an engine are `args` in a bot.toml, which names its engine by `run`"
            ));
        }
        self.translation.command = split(&format!("referee check uci:{}", quote(engine)))?;
        Ok(())
    }
}

/// Reads a number of a sequential test.
fn elo(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    let number = number.filter(|number| number.abs() <= 10_000.0);
    number.ok_or_else(|| "expected a number, such as 2 or -0.5, at most 10000".to_owned())
}

/// Tells if the name of a file is one of a PGN.
pub fn is_named_pgn(file: &str) -> bool {
    file.to_ascii_lowercase().ends_with(".pgn")
}
