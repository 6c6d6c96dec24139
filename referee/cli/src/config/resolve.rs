//! From what a tournament file says to rules, starts and programs that were found.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use rand::TryRng;
use rand::rngs::SysRng;
use referee_games::{Kind, OptionError, Rules};
use referee_record::Limits;

use super::Examination;
use super::spec::{BotSpec, Chatter, Spec};
use super::words::OptionValue;
use super::{Entrant, Refused, Tournament, bot, closest, exam, find_game, starts};

/// Checks everything and finds every bot; paths are relative to `folder`.
pub fn resolve(spec: Spec, text: String, folder: &Path) -> Result<Tournament, String> {
    let kind = find_game(&spec.game)?;
    let rules = rules(kind, &spec.options)?;
    let starts = starts::find(&spec.start, rules.as_ref(), folder)?;
    let longest = rules.start().max_plies();
    if u64::from(spec.openings) > longest {
        let found = spec.openings;
        return Err(format!(
            "openings: found {found}, but a game has at most {longest} plies; expected fewer"
        ));
    }
    spec.limits
        .check()
        .map_err(|why| format!("limits: {why}"))?;
    let seats: Vec<char> = rules
        .start()
        .seats()
        .iter()
        .map(|seat| seat.letter())
        .collect();
    let mut exam = exam::resolve(&spec, rules.as_ref(), folder)?;
    let mut refused = Vec::new();
    let bots = bots(&spec, folder, exam.as_mut(), &mut refused)?;
    if bots.len() < seats.len() {
        let found = bots.len();
        return Err(format!(
            "found {found} bots, expected at least {}: a seat each",
            seats.len()
        ));
    }
    Ok(Tournament {
        options: changed(kind, rules.as_ref())?,
        games_per_pair: spec.games_per_pair.unwrap_or(count(seats.len())),
        text,
        seats,
        seed: seed(spec.seed)?,
        game: spec.game,
        format: spec.format,
        rounds: spec.rounds,
        starts,
        openings: spec.openings,
        concurrency: spec.concurrency,
        cores: spec.cores,
        pin: spec.pin,
        restart: spec.restart,
        limits: Limits {
            chatter_loses: spec.chatter == Chatter::Loss,
            legal: spec.legal,
            ..spec.limits
        },
        bots,
        refused,
        exam,
    })
}

fn count(seats: usize) -> NonZeroU32 {
    let seats = u32::try_from(seats).ok().and_then(NonZeroU32::new);
    seats.unwrap_or(NonZeroU32::MIN)
}

fn rules(
    kind: &dyn Kind,
    options: &BTreeMap<String, OptionValue>,
) -> Result<Box<dyn Rules>, String> {
    let given = options.iter().map(|(k, v)| (k.clone(), v.0.clone()));
    kind.rules(&given.collect()).map_err(|e| match &e {
        OptionError::Unknown { name, known, .. } => match closest(name, known) {
            Some(meant) => format!("{e}; did you mean `{meant}`?"),
            None => e.to_string(),
        },
        _ => e.to_string(),
    })
}

/// The options that differ from the default, in their canonical spelling.
fn changed(kind: &dyn Kind, rules: &dyn Rules) -> Result<BTreeMap<String, String>, String> {
    let plain = kind.rules(&BTreeMap::new()).map_err(|e| e.to_string())?;
    let differs = |(name, value): &(&str, &str)| plain.options().word(name) != *value;
    let own = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    Ok(rules.options().iter().filter(differs).map(own).collect())
}

/// The seed given, or one of the operating system: 63 bits, which TOML can hold.
fn seed(given: Option<u64>) -> Result<u64, String> {
    match given {
        Some(seed) if i64::try_from(seed).is_err() => Err(format!(
            "seed: found {seed}, expected a whole number from 0 to {}",
            i64::MAX
        )),
        Some(seed) => Ok(seed),
        None => SysRng
            .try_next_u64()
            .map(|word| word >> 1)
            .map_err(|e| format!("no seed from the operating system: {e}; give one by `seed`")),
    }
}

fn bots(
    spec: &Spec,
    folder: &Path,
    mut exam: Option<&mut Examination>,
    refused: &mut Vec<Refused>,
) -> Result<Vec<Entrant>, String> {
    if spec.submissions.is_none() && spec.submission_defaults.is_some() {
        return Err("submission_defaults goes with submissions".to_owned());
    }
    let mut bots = Vec::new();
    for (number, bot) in (1..).zip(&spec.bots) {
        let found = bot::entrant(bot.clone(), folder, spec.time);
        bots.push(found.map_err(|why| format!("bot {}: {why}", label(bot, number)))?);
    }
    for path in submissions(spec.submissions.as_deref(), folder)? {
        let defaults = spec.submission_defaults.as_ref();
        let found = bot::submission(&path, defaults, folder, spec.time);
        if let Some(exam) = &mut exam {
            exam.submit(found, &path, &spec.game, &mut bots, refused);
        } else {
            bots.push(found.map_err(|why| format!("submission {}: {why}", path.display()))?);
        }
    }
    if let Some(partner) = exam.and_then(|exam| exam::partner(&exam.exam)) {
        bots.push(bot::entrant(partner, folder, spec.time)?);
    }
    let mut names = BTreeSet::new();
    for bot in &bots {
        if !names.insert(&bot.name) {
            let name = &bot.name;
            return Err(format!(
                "two bots are named {name}; give one another `name`"
            ));
        }
        check_games(bot, &spec.game)?;
    }
    Ok(bots)
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
    let options = glob::MatchOptions {
        require_literal_leading_dot: true,
        ..glob::MatchOptions::new()
    };
    let found = glob::glob_with(&whole.to_string_lossy(), options);
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
