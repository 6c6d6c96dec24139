//! Who takes part: the bots that a tournament file names, and those that were handed in.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::alike::warn;
use super::place::Refusal;
use super::spec::{BotSpec, Broken, Spec, Word};
use super::{Entrant, Refused, Terms, bot, exam};

/// What a sentence about a bot begins with where it is about this key.
const KEYS: [&str; 9] = [
    "name",
    "time_factor",
    "read",
    "path:",
    "env",
    "args",
    "build:",
    "fetch:",
    "limits",
];

/// Patterns fit no hidden files, unless they name them.
pub const SHOWN: glob::MatchOptions = glob::MatchOptions {
    case_sensitive: true,
    require_literal_separator: false,
    require_literal_leading_dot: true,
};

/// The bots of a tournament.
#[derive(Debug, Default)]
pub struct Field {
    /// Those that can be started.
    pub bots: Vec<Entrant>,
    /// Submissions that can't, where the tournament goes on without them.
    pub refused: Vec<Refused>,
    /// Where all submissions lie.
    pub submissions: Vec<PathBuf>,
}

/// A submission: where it lies, and the bot or why there is none.
type Found = (PathBuf, Result<Entrant, String>);

/// Finds every bot; paths are relative to `folder`.
pub fn field(spec: &Spec, folder: &Path, terms: Terms) -> Result<Field, Refusal> {
    let defaults = &spec.submission_defaults;
    if spec.submissions.is_none() && defaults.given() {
        let why = "submission_defaults goes with submissions";
        return Err(Refusal::key("submission_defaults", why));
    }
    defaults.check()?;
    let named = named(spec, folder, terms)?;
    let is_exam = spec.format == Word::Exam;
    let mut found = Vec::new();
    let paths = submissions(spec.submissions.as_deref(), folder);
    let paths = paths.map_err(|why| Refusal::value("submissions", why))?;
    defaults.check_paths(&paths, folder)?;
    for path in paths {
        let bot = bot::submission(&path, defaults, folder, terms);
        let bot = bot.and_then(|bot| check_games(&bot, &spec.game).map(|()| bot));
        let bot = if is_exam {
            exam::submission(bot, &path)
        } else {
            bot
        };
        found.push((path, bot));
    }
    let mut field = Field {
        bots: named,
        refused: Vec::new(),
        submissions: found.iter().map(|(path, _)| path.clone()).collect(),
    };
    part(&field.bots, &mut found);
    let skip = match spec.broken {
        Some(broken) => broken == Broken::Skip,
        // An exam goes on whatever somebody hands in.
        None => is_exam,
    };
    for (path, bot) in found {
        let limits = defaults.limits(&path);
        match bot {
            Ok(bot) => field.bots.push(Entrant {
                optional: skip,
                submitted: true,
                limits,
                ..bot
            }),
            Err(why) if skip => field.refused.push(Refused {
                name: own_name(&path),
                why,
                log: None,
            }),
            Err(why) => {
                let why = format!("submission {}: {why}", path.display());
                return Err(Refusal::value("submissions", why));
            }
        }
    }
    warn(&mut field.bots);
    Ok(field)
}

fn named(spec: &Spec, folder: &Path, terms: Terms) -> Result<Vec<Entrant>, Refusal> {
    let mut bots: Vec<Entrant> = Vec::new();
    for (index, own) in spec.bots.iter().enumerate() {
        let key = if own.bot.is_some() { "bot" } else { "run" };
        let refuse = |why: String| {
            let begins = |key: &&&str| why.starts_with(**key);
            let key = KEYS.iter().find(begins).copied().unwrap_or(key);
            let key = key.trim_end_matches(':');
            let why = format!("bot {}: {why}", label(own, index + 1));
            Refusal::value(format!("bots.{index}.{key}"), why)
        };
        own.limits.check().map_err(refuse)?;
        let bot = bot::entrant(own.clone(), folder, terms).map_err(refuse)?;
        let place = |key: &str| format!("bots.{index}.{key}");
        if bots.iter().any(|other| other.name == bot.name) {
            let why = format!("two bots are named {}; give one another `name`", bot.name);
            let key = if own.name.is_some() { "name" } else { key };
            return Err(Refusal::value(place(key), why));
        }
        check_games(&bot, &spec.game).map_err(|why| Refusal::value(place(key), why))?;
        bots.push(Entrant {
            limits: own.limits,
            ..bot
        });
    }
    Ok(bots)
}

/// Makes a name belong to one bot: to one that the file names, else to the submission whose folder
/// is called so, else to the first.
fn part(named: &[Entrant], found: &mut [Found]) {
    let mut owners: BTreeMap<String, PathBuf> = BTreeMap::new();
    for own in [true, false] {
        for (path, bot) in found.iter() {
            if let Ok(bot) = bot
                && (bot.name == own_name(path)) == own
            {
                let owner = owners.entry(bot.name.clone());
                owner.or_insert_with(|| path.clone());
            }
        }
    }
    let taken: BTreeSet<&str> = named.iter().map(|bot| bot.name.as_str()).collect();
    for (path, bot) in found {
        let Ok(Entrant { name, .. }) = bot else {
            continue;
        };
        let owner = owners.get(name).filter(|owner| *owner != path);
        let whose = match owner {
            _ if taken.contains(name.as_str()) => "a bot of the tournament file".to_owned(),
            Some(owner) => owner.display().to_string(),
            None => continue,
        };
        *bot = Err(format!(
            "two bots are named {name}, the other is {whose}; give one another `name`"
        ));
    }
}

/// What a submission is called that doesn't say it.
fn own_name(path: &Path) -> String {
    bot::one_word(&path.file_name().unwrap_or_default().to_string_lossy())
}

/// What a bot of the file is called in an error before it has a name.
fn label(bot: &BotSpec, number: usize) -> String {
    let said = bot.name.as_ref().or(bot.bot.as_ref());
    said.cloned().unwrap_or_else(|| format!("number {number}"))
}

/// The paths that fit the pattern, in the order of their names.
fn submissions(pattern: Option<&str>, folder: &Path) -> Result<Vec<PathBuf>, String> {
    let Some(pattern) = pattern else {
        return Ok(Vec::new());
    };
    let refuse = |why: String| format!("submissions = {pattern:?}: {why}");
    // The folder's own name isn't a pattern, even with brackets in it.
    let folder = glob::Pattern::escape(&folder.to_string_lossy());
    let whole = Path::new(&folder).join(pattern);
    let found = glob::glob_with(&whole.to_string_lossy(), SHOWN);
    let found = found.map_err(|e| refuse(e.to_string()))?;
    let paths = found.collect::<Result<Vec<_>, _>>();
    let paths = paths.map_err(|e| refuse(e.to_string()))?;
    if paths.is_empty() {
        return Err(refuse("nothing fits the pattern".to_owned()));
    }
    Ok(paths)
}

/// Refuses a bot that says that it doesn't play the game.
pub fn check_games(bot: &Entrant, game: &str) -> Result<(), String> {
    match &bot.program.games {
        Some(games) if !games.iter().any(|g| g == game) => Err(format!(
            "bot {} plays {}, but not {game}",
            bot.name,
            games.join(", ")
        )),
        _ => Ok(()),
    }
}
