//! Finds the game that a word names: one that is built in, or a folder whose `game.toml` describes a program.
//!
//! The file is read without starting anything.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::time::Duration;

use referee_engine::{careful_open, text_of};
use referee_games::text::is_unfit;
use referee_games::{ChosenOptions, GameKind, MoveParts, OptionKind, OptionSpec, Seat};
use referee_record::{Adjudicated, FaultKind, Limits, TimeControl};
use referee_rules::{GameDescription, RequestLimits};

use crate::bot::{self, name_of};
use crate::place::Refusal;
use crate::spec::{GameOptionSpec, GameSpec, MovesSpec, parse_game};
use crate::{ConfiguredBot, LimitsSpec, ProgramLookup, ResolveContext, SourceLimits, closest};

/// Name of the file that describes a game.
const FILE: &str = "game.toml";
/// Maximum size of the description, in bytes.
const DESCRIPTION: u64 = 64 << 10;
/// Most milliseconds for an answer of a program: whoever looks at results waits for it.
const LONGEST_MS: u64 = 60_000;
/// Maximum length of a word of a game: its name, a reason, an option and its value.
const MAX_WORD: usize = 40;
/// Maximum length of a sentence of a game.
const MAX_SENTENCE: usize = 200;
/// Maximum number of reasons, options, and words to choose from.
const MAX_ITEMS: usize = 64;

/// The game that a word names.
#[derive(Clone)]
pub enum GameChoice {
    /// It is built in.
    BuiltIn(&'static dyn GameKind),
    /// Its rules are a program.
    Program(Box<ConfiguredGame>),
}

/// A game whose rules are a program, as its `game.toml` describes it.
#[derive(Clone, Debug)]
pub struct ConfiguredGame {
    /// What the game says of itself.
    pub description: GameDescription,
    /// The program, to be built and started like a bot.
    pub program: ConfiguredBot,
    /// Limits of its processes.
    pub limits: Limits,
    /// Times that it has to answer.
    pub times: RequestLimits,
}

impl GameChoice {
    /// Finds the game that a word names: a word with `/` is a folder, relative to `base`. Returns an error that says
    /// what is wrong with the description, or suggests the name that was meant.
    pub fn find(word: &str, base: &Path, places: ProgramLookup) -> Result<GameChoice, String> {
        if word.contains('/') {
            let game = ConfiguredGame::read(&base.join(word), places)?;
            return Ok(GameChoice::Program(Box::new(game)));
        }
        find_game(word).map(GameChoice::BuiltIn).map_err(|why| {
            let folder = base.join(word).join(FILE);
            if folder.is_file() {
                format!("{why}; for the game of the folder, write \"./{word}\"")
            } else {
                why
            }
        })
    }

    /// Returns the game's name.
    pub fn name(&self) -> &str {
        match self {
            GameChoice::BuiltIn(kind) => kind.name(),
            GameChoice::Program(game) => &game.description.name,
        }
    }

    /// Returns the program, to be made ready; `None` for a game that is built in.
    pub fn program(&self) -> Option<&ConfiguredGame> {
        match self {
            GameChoice::BuiltIn(_) => None,
            GameChoice::Program(game) => Some(game),
        }
    }

    /// Returns the options of the game.
    pub fn options(&self) -> Vec<OptionSpec> {
        match self {
            GameChoice::BuiltIn(kind) => kind.options(),
            GameChoice::Program(game) => game.description.options.clone(),
        }
    }
}

/// Finds the built-in game of this name; the error suggests the name that was meant.
pub fn find_game(name: &str) -> Result<&'static dyn GameKind, String> {
    referee_games::find(name).ok_or_else(|| {
        let known: Vec<&str> = referee_games::games().iter().map(|g| g.name()).collect();
        let meant = closest(name, &known);
        let meant = meant.map_or(String::new(), |m| format!("did you mean {m}? "));
        let known = known.join(", ");
        format!(
            "there is no game {name:?}; {meant}the games are {known}, and folders with a {FILE}, written with a slash"
        )
    })
}

impl ConfiguredGame {
    /// Reads the description in a folder, and finds its program. Starts nothing.
    pub fn read(folder: &Path, places: ProgramLookup) -> Result<ConfiguredGame, String> {
        let file = folder.join(FILE);
        let shown = file.display();
        let bytes = careful_open::read(&file, DESCRIPTION).map_err(|e| {
            let most = DESCRIPTION >> 10;
            format!(
                "{shown}: {e}; expected the description of a game, a file of at most {most} KiB"
            )
        })?;
        let text = text_of(bytes).map_err(|e| format!("{shown}: {e}"))?;
        let game = ConfiguredGame::of_text(&text, folder, places);
        game.map_err(|why| format!("{shown}: {why}"))
    }

    fn of_text(text: &str, folder: &Path, places: ProgramLookup) -> Result<ConfiguredGame, String> {
        let mut spec = parse_game(text)?;
        let folder = folder.canonicalize().map_err(|e| e.to_string())?;
        let description = described(&spec, &folder).map_err(|refusal| refusal.shown(text))?;
        let limits = LimitsSpec {
            start_ms: spec.limits.start_ms,
            memory_mib: spec.limits.memory_mib,
            processes: spec.limits.processes,
            ..LimitsSpec::default()
        };
        limits.check()?;
        let start = spec.limits.start_ms.unwrap_or(1);
        if start > LONGEST_MS {
            let why = format!("limits: start_ms = {start}: expected 1 to {LONGEST_MS}");
            return Err(Refusal::value("limits.start_ms", why).shown(text));
        }
        let request = spec.limits.request_ms.unwrap_or(1000);
        if !(1..=LONGEST_MS).contains(&request) {
            let why = format!("limits: request_ms = {request}: expected 1 to {LONGEST_MS}");
            return Err(Refusal::value("limits.request_ms", why).shown(text));
        }
        let limits = limits.over(&Limits::default());
        let context = ResolveContext {
            bounds: SourceLimits::default(),
            ..ResolveContext::new(TimeControl::default(), places)
        };
        Ok(ConfiguredGame {
            program: bot::of_game(spec.take_program(), &folder, &description.name, context)?,
            description,
            limits,
            times: RequestLimits {
                start: Duration::from_millis(limits.start_ms),
                request: Duration::from_millis(request),
            },
        })
    }
}

/// Checks what a game says of itself: all of it reaches tables, pages and files.
fn described(spec: &GameSpec, folder: &Path) -> Result<GameDescription, Refusal> {
    let name = spec.name.clone().unwrap_or_else(|| name_of(folder));
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_name = !name.is_empty() && name.len() <= MAX_WORD && name.chars().all(plain);
    if !is_name {
        let why = format!(
            "name {name:?}: expected a word of at most {MAX_WORD} lower-case letters, digits and hyphens"
        );
        return Err(Refusal::value("name", why));
    }
    is_sentence("title", &spec.title)?;
    let seats = spec.seats.chars().map(Seat::from_letter);
    let seats: Vec<Seat> = seats
        .collect::<Option<Vec<Seat>>>()
        .filter(|seats| seats.len() >= 2 && seats.is_sorted_by(|a, b| a < b))
        .ok_or_else(|| {
            let why = format!(
                "seats = {:?}: expected two to four of the letters ABCD, in order",
                spec.seats
            );
            Refusal::value("seats", why)
        })?;
    are_words("reasons", &spec.reasons)?;
    let faults = FaultKind::ALL.iter().map(|kind| kind.text());
    let own = faults.chain(Adjudicated::REASONS);
    let mut faults = own.chain(["void", "unfinished"]);
    if let Some(fault) = faults.find(|fault| spec.reasons.iter().any(|reason| reason == fault)) {
        let why = format!("reasons: {fault} is a word of the referee's own; expected another");
        return Err(Refusal::value("reasons", why));
    }
    if !(1..=1_000_000).contains(&spec.max_plies) {
        let why = format!("max_plies = {}: expected 1 to 1000000", spec.max_plies);
        return Err(Refusal::value("max_plies", why));
    }
    if spec.options.len() > MAX_ITEMS {
        let why = format!("options: expected at most {MAX_ITEMS}");
        return Err(Refusal::value("options", why));
    }
    let options = spec.options.iter().map(|(key, spec)| option(key, spec));
    let options = options.collect::<Result<Vec<OptionSpec>, Refusal>>()?;
    // The defaults must be among what their options allow.
    ChosenOptions::choose(&name, &options, &given(spec))
        .map_err(|e| Refusal::value("options", e.to_string()))?;
    Ok(GameDescription {
        name,
        title: spec.title.clone(),
        seats,
        reasons: spec.reasons.clone(),
        max_plies: spec.max_plies,
        options,
        move_parts: match spec.moves {
            MovesSpec::Whole => MoveParts::Whole,
            MovesSpec::Squares => MoveParts::Squares,
        },
    })
}

/// Returns the defaults of all options, as if they were given.
fn given(spec: &GameSpec) -> BTreeMap<String, String> {
    let options = spec.options.iter();
    options
        .map(|(key, option)| (key.clone(), option.default.0.clone()))
        .collect()
}

fn option(key: &str, spec: &GameOptionSpec) -> Result<OptionSpec, Refusal> {
    let place = format!("options.{key}");
    is_word(&place, key)?;
    is_sentence(&place, &spec.help)?;
    let kind = match (&spec.choice, spec.min.zip(spec.max), &spec.form) {
        (Some(words), None, None) => {
            are_words(&place, words)?;
            OptionKind::Choice(words.iter().cloned().map(Into::into).collect())
        }
        (None, Some((min, max)), None) => OptionKind::Int { min, max },
        (None, None, Some(form)) => {
            is_sentence(&place, form)?;
            OptionKind::Word(form.clone().into())
        }
        (None, None, None) if spec.min.or(spec.max).is_none() => OptionKind::Flag,
        _ => {
            let why = format!(
                "{place}: expected `choice`, or `min` and `max`, or `form`, or none of them"
            );
            return Err(Refusal::value(place, why));
        }
    };
    let default = match (&kind, &*spec.default.0) {
        (OptionKind::Flag, "true") => "on".to_owned(),
        (OptionKind::Flag, "false") => "off".to_owned(),
        (_, word) => word.to_owned(),
    };
    Ok(OptionSpec {
        name: key.to_owned().into(),
        kind,
        default: default.into(),
        help: spec.help.clone().into(),
    })
}

/// Refuses a list that is empty, too long, or holds what isn't a word or stands there twice.
fn are_words(place: &str, words: &[String]) -> Result<(), Refusal> {
    if words.is_empty() || words.len() > MAX_ITEMS {
        let why = format!("{place}: expected 1 to {MAX_ITEMS} words");
        return Err(Refusal::value(place, why));
    }
    let mut seen = HashSet::new();
    for word in words {
        is_word(place, word)?;
        if !seen.insert(word) {
            return Err(Refusal::value(
                place,
                format!("{place}: {word} stands there twice"),
            ));
        }
    }
    Ok(())
}

fn is_word(place: &str, word: &str) -> Result<(), Refusal> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
    if !word.is_empty() && word.len() <= MAX_WORD && word.chars().all(plain) {
        return Ok(());
    }
    let why = format!(
        "{place}: found {word:?}, expected a word of at most {MAX_WORD} letters, digits, hyphens"
    );
    Err(Refusal::value(place, why))
}

fn is_sentence(place: &str, text: &str) -> Result<(), Refusal> {
    if text.chars().count() <= MAX_SENTENCE && !text.chars().any(is_unfit) {
        return Ok(());
    }
    let why =
        format!("{place}: expected a sentence of at most {MAX_SENTENCE} characters, in one line");
    Err(Refusal::value(place, why))
}
