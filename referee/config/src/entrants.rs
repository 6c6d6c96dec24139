//! Finds the bots that take part: those that a tournament file names, and submissions.

use std::path::{Path, PathBuf};

use super::place::Refusal;
use super::spec::{BotPlace, BotSpec, Broken, TournamentSpec};
use super::submission_names::{Candidate, name_each};
use super::{
    ConfiguredBot, Examination, RejectedBot, ResolveContext, bot, exam, pattern, placeholders,
    strays,
};

/// Keys that begin an error about a bot: the error then points at that key.
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

/// Bots of a tournament.
#[derive(Debug, Default)]
pub(crate) struct Entrants {
    /// Bots that can be started.
    pub bots: Vec<ConfiguredBot>,
    /// Bots that can't be started, where the tournament continues without them.
    pub refused: Vec<RejectedBot>,
    /// Paths of all submissions.
    pub submissions: Vec<PathBuf>,
    /// Paths of what lies beside them and isn't one.
    pub strays: Vec<PathBuf>,
}

/// Finds all bots; paths are relative to `folder`.
pub(crate) fn field(
    spec: &TournamentSpec,
    exam: Option<&Examination>,
    folder: &Path,
    terms: ResolveContext,
) -> Result<Entrants, Refusal> {
    let defaults = &spec.submission_defaults;
    for (key, given) in [
        ("submission_defaults", defaults.given()),
        ("broken", spec.broken.is_some()),
    ] {
        if given && spec.submissions.is_none() {
            let why = format!("{key} goes with submissions; leave it out");
            return Err(Refusal::key(key, why));
        }
    }
    defaults.check()?;
    let (named, refused) = named(spec, folder, terms)?;
    let mut candidates = Vec::new();
    let paths = submissions(spec.submissions.as_deref(), folder);
    let paths = paths.map_err(|why| Refusal::value("submissions", why))?;
    let (strays, paths) = strays::apart(paths);
    if let ([stray, ..], []) = (&*strays, &*paths) {
        let shown = stray.display();
        let why = format!("submissions: no submission fits the pattern, only such as {shown}");
        return Err(Refusal::value("submissions", why));
    }
    defaults.check_paths(&paths, folder)?;
    let chosen = chosen(spec.submissions.as_deref(), folder);
    for path in paths {
        let bot = stands_alone(&path, &chosen)
            .and_then(|()| bot::submission(&path, defaults, folder, terms));
        let bot = bot.and_then(|bot| fit(bot, &spec.game));
        let bot = match exam {
            Some(_) => bot.map_err(|why| exam::without_own(&why, &path)),
            None => bot,
        };
        candidates.push(Candidate::new(path, bot));
    }
    let staff = exam.into_iter().flat_map(|exam| exam::staff(&exam.exam));
    let taken = named.iter().map(|bot| &bot.name).chain(staff).cloned();
    // In an exam marks go by the name.
    name_each(&mut candidates, taken.collect(), &chosen, exam.is_some());
    let submissions = candidates.iter().map(|candidate| candidate.path.clone());
    let mut field = Entrants {
        submissions: submissions.collect(),
        bots: named,
        refused,
        strays,
    };
    let skip = match spec.broken {
        Some(broken) => broken == Broken::Skip,
        // An exam continues, whatever is submitted.
        None => exam.is_some(),
    };
    for Candidate { path, name, bot } in candidates {
        let limits = defaults.limits(&path);
        match bot {
            Ok(bot) => field.bots.push(ConfiguredBot {
                optional: skip,
                submitted: true,
                limits,
                ..bot
            }),
            Err(why) if skip => field.refused.push(RejectedBot {
                name,
                why,
                log: None,
            }),
            Err(why) => {
                let why = format!("submission {}: {why}", path.display());
                return Err(Refusal::value("submissions", why));
            }
        }
    }
    Ok(field)
}

/// Finds the bots that the file names; the second part are optional ones that can't be started.
fn named(
    spec: &TournamentSpec,
    folder: &Path,
    terms: ResolveContext,
) -> Result<(Vec<ConfiguredBot>, Vec<RejectedBot>), Refusal> {
    let mut bots: Vec<ConfiguredBot> = Vec::new();
    let mut refused = Vec::new();
    for (index, bot_spec) in spec.bots.iter().enumerate() {
        let key = if bot_spec.bot.is_some() { "bot" } else { "run" };
        let refuse = |why: String| {
            let begins = |key: &&&str| why.starts_with(**key);
            let key = KEYS.iter().find(begins).copied().unwrap_or(key);
            let key = key.trim_end_matches(':');
            let why = format!("bot {}: {why}", label(bot_spec, index + 1));
            Refusal::value(format!("bots.{index}.{key}"), why)
        };
        if let Some((key, why)) = bot_spec.misplaced(BotPlace::Bots) {
            return Err(Refusal::key(format!("bots.{index}.{key}"), why));
        }
        let limits = bot_spec.limits.unwrap_or_default();
        limits.check().map_err(refuse)?;
        let optional = bot_spec.optional.unwrap_or_default();
        let mut bot = bot::entrant(bot_spec.clone(), folder, terms);
        if optional {
            bot = bot.and_then(|bot| fit(bot, &spec.game));
        }
        let bot = match bot {
            Ok(bot) => bot,
            Err(why) if optional => {
                refused.push(RejectedBot {
                    name: label(bot_spec, index + 1),
                    why,
                    log: None,
                });
                continue;
            }
            Err(why) => return Err(refuse(why)),
        };
        placeholders::check(&bot).map_err(refuse)?;
        let place = |key: &str| format!("bots.{index}.{key}");
        if bots.iter().any(|other| other.name == bot.name) {
            let why = format!("two bots are named {}; give one another `name`", bot.name);
            let key = if bot_spec.name.is_some() { "name" } else { key };
            return Err(Refusal::value(place(key), why));
        }
        check_games(&bot, &spec.game).map_err(|why| Refusal::value(place(key), why))?;
        bots.push(ConfiguredBot {
            optional,
            limits,
            ..bot
        });
    }
    Ok((bots, refused))
}

/// Names a bot of the file in an error, before its name is known.
fn label(bot: &BotSpec, number: usize) -> String {
    let said = bot.name.as_ref().or(bot.bot.as_ref());
    said.cloned().unwrap_or_else(|| format!("number {number}"))
}

/// Lists the paths that match the pattern, sorted by name.
fn submissions(pattern: Option<&str>, folder: &Path) -> Result<Vec<PathBuf>, String> {
    let Some(pattern) = pattern else {
        return Ok(Vec::new());
    };
    let refuse = |why: String| format!("submissions = {pattern:?}: {why}");
    let paths = pattern::matching(pattern, folder).map_err(refuse)?;
    if paths.is_empty() {
        return Err(refuse("nothing fits the pattern".to_owned()));
    }
    Ok(paths)
}

/// Returns the folder that the pattern's author names, before the first wildcard; links in it are the author's.
fn chosen(pattern: Option<&str>, folder: &Path) -> PathBuf {
    folder.join(pattern::split(pattern.unwrap_or_default()).0)
}

/// Refuses a submission by which its author would take in what others handed in: a link could lead there, and
/// all that lies beside a toml file belongs to its bot.
fn stands_alone(path: &Path, chosen: &Path) -> Result<(), String> {
    let mut place = chosen.to_owned();
    for part in path.strip_prefix(chosen).unwrap_or(path).components() {
        place.push(part);
        if place.is_symlink() {
            return Err(format!(
                "{}: this is a link; put the files themselves there, or name that bot in [[bots]]",
                place.display()
            ));
        }
    }
    if path.extension().is_some_and(|kind| kind == "toml") && !path.is_dir() {
        let shown = path.display();
        return Err(if path.file_name().is_some_and(|name| name == "bot.toml") {
            format!("{shown}: a submission is a folder; let the pattern end before /bot.toml")
        } else {
            format!(
                "{shown}: the files of others lie beside this file; put it into a folder of its own, as bot.toml"
            )
        });
    }
    Ok(())
}

/// Returns a bot if its settings can be filled in and it plays the game.
fn fit(bot: ConfiguredBot, game: &str) -> Result<ConfiguredBot, String> {
    placeholders::check(&bot)?;
    check_games(&bot, game)?;
    Ok(bot)
}

/// Refuses a bot that doesn't play the game, by its own statement.
pub fn check_games(bot: &ConfiguredBot, game: &str) -> Result<(), String> {
    match &bot.program.games {
        Some(games) if !games.iter().any(|g| g == game) => Err(format!(
            "bot {} plays {}, but not {game}",
            bot.name,
            games.join(", ")
        )),
        _ => Ok(()),
    }
}
