//! Resolves a parsed tournament file to rules, starts and programs.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::Path;

use rand::TryRng;
use rand::rngs::SysRng;
use referee_games::text::is_unfit;
use referee_games::{ChosenOptions, GameKind, GameSource, OptionError, OptionSpec, Rules, Turn};
use referee_jail::Level;
use referee_record::{Limits, Pondering, StartFrom};
use referee_schedule::Format;

use super::entrants::{Entrants, field};
use super::format::{check_newcomers, format};
use super::place::Refusal;
use super::spec::{Chatter, FormatName, TournamentSpec};
use super::starts::StartSource;
use super::state_lines::letters;
use super::words::OptionValue;
use super::{
    Builds, ProgramLookup, ResolveContext, Tournament, bot, closest, default_starts, engine_needs,
    exam, tune,
};

/// Most characters of a title.
const TITLE: usize = 100;

/// Checks everything and finds all bots; paths are relative to `folder`.
pub(crate) fn resolve(
    mut spec: TournamentSpec,
    (game, games): (&str, GameSource),
    text: &str,
    folder: &Path,
    (places, builds): (ProgramLookup, Builds),
) -> Result<Tournament, Refusal> {
    // Bots and messages speak of the game by its name.
    game.clone_into(&mut spec.game);
    let kind = games
        .find(game)
        .ok_or_else(|| Refusal::value("game", format!("the program of {game} isn't ready")))?;
    let rules = kind.rules(&given(&spec.options)).map_err(refused)?;
    if let Turn::Failed(why) = rules.start().turn() {
        return Err(Refusal::value("game", why));
    }
    let (starts, openings) = beginnings(&spec, (kind, rules.as_ref()), folder)?;
    spec.limits
        .check()
        .map_err(|why| Refusal::value("limits", why))?;
    let seats: Vec<char> = letters(&*rules.start()).chars().collect();
    check_title(spec.title.as_deref())?;
    check_pondering(&spec, seats.len())?;
    check_adjudication(&spec, seats.len())?;
    let exam = exam::resolve(&spec, rules.as_ref(), folder)?;
    let bounds = spec.snapshot_limits;
    bounds
        .check()
        .map_err(|why| Refusal::value("snapshot_limits", why))?;
    let terms = ResolveContext {
        build_jailed: builds.jailed,
        bounds,
        ..ResolveContext::new(spec.time, places)
    };
    if spec.format == FormatName::Tune {
        let tuning = tune::tuning(&spec)?;
        for bot_spec in &mut spec.bots {
            *bot_spec = tune::at_start(bot_spec, &tuning);
        }
    }
    let Entrants {
        mut bots,
        refused,
        submissions,
        strays,
    } = field(&spec, exam.as_ref(), folder, terms)?;
    let format = match &exam {
        Some(examination) => Format::Exam(examination.exam.clone()),
        None => format(&spec, seats.len(), bots.len())?,
    };
    if let Format::Tune(tuning) = &format {
        bots = tune::sides(bots, tuning)?;
    }
    if let Some(partner) = exam.as_ref().and_then(|sat| exam::partner(&sat.exam)) {
        bots.push(bot::entrant(partner, folder, terms)?);
    }
    let minutes = minutes(&spec);
    let game_limits = game_limits(&spec);
    engine_needs::remark(&mut bots, &game_limits, spec.cores);
    let mut tournament = Tournament {
        options: changed(kind, rules.as_ref())?,
        program: None,
        rules: kind.hash().map(str::to_owned),
        text: text.to_owned(),
        title: spec.title,
        seats,
        seed: seed(spec.seed)?,
        seed_given: spec.seed.is_some(),
        game: game.to_owned(),
        games,
        format,
        rounds_given: spec.rounds.is_some(),
        minutes,
        park_after: spec.park_after,
        changed_bots: spec.changed_bots,
        allow_faults: spec.allow_faults,
        starts,
        lines: Vec::new(),
        drawn: None,
        openings,
        distinct: None,
        concurrency: spec.concurrency,
        oversubscribe: spec.oversubscribe,
        cores: spec.cores,
        pin: spec.pin,
        restart: spec.restart,
        limits: game_limits,
        pondering: spec.pondering,
        adjudicate: spec.adjudicate,
        jail: spec.jail.map(Level::from),
        bots,
        refused: Vec::new(),
        submissions,
        strays,
        exam,
        builds,
    };
    if let Format::Gauntlet { newcomers, .. } = &tournament.format {
        let names = tournament.bots.iter().map(|bot| bot.name.as_str());
        let names = names.chain(refused.iter().map(|refused| refused.name.as_str()));
        check_newcomers(newcomers, &names.collect::<Vec<_>>())?;
    }
    for refused in refused {
        tournament.add_refused(refused);
    }
    let drawn = tournament.draw_lines(tournament.wanted_starts());
    drawn.map_err(|why| Refusal::value("start", why))?;
    Ok(tournament)
}

/// Returns the limits of all games: the table `[limits]`, and the keys of the tournament that limit games too.
fn game_limits(spec: &TournamentSpec) -> Limits {
    let usual = Limits::default();
    spec.limits.over(&Limits {
        chatter_loses: spec.chatter == Chatter::Loss,
        legal: spec.legal,
        tries: spec.tries.map_or(usual.tries, NonZeroU32::get),
        ..usual
    })
}

/// Determines the starts of games, and the number of random plies from there.
fn beginnings(
    spec: &TournamentSpec,
    (kind, rules): (&dyn GameKind, &dyn Rules),
    folder: &Path,
) -> Result<(StartSource, u32), Refusal> {
    let duel = matches!(
        spec.format,
        FormatName::Match | FormatName::Sprt | FormatName::Tune
    );
    let usual = if duel && spec.start.is_none() && default_starts::deals(rules)? {
        "deal"
    } else {
        "default"
    };
    let start = spec.start.as_deref().unwrap_or(usual);
    let starts = StartSource::find(start, spec.book, rules, folder)?;
    let from = match &starts {
        StartSource::Default => Some(StartFrom::Default),
        StartSource::Deal => Some(StartFrom::Deal),
        StartSource::Book(_) => None,
    };
    let openings = match (spec.openings, from) {
        (Some(openings), _) => openings,
        (None, Some(from)) if duel => default_starts::openings(kind, rules, &from)?,
        (None, _) => 0,
    };
    if u64::from(openings) > rules.start().max_plies() {
        let longest = rules.start().max_plies();
        return Err(Refusal::value(
            "openings",
            format!(
                "openings: found {openings}, but a game has at most {longest} plies; expected fewer"
            ),
        ));
    }
    Ok((starts, openings))
}

/// Returns the minutes after which no new game begins, from the table of the format.
fn minutes(spec: &TournamentSpec) -> Option<NonZeroU32> {
    let adaptive = spec.adaptive.as_ref().and_then(|table| table.minutes);
    let fixed = spec.fixed.as_ref().and_then(|table| table.minutes);
    adaptive
        .or(fixed)
        .or(spec.sprt.as_ref().and_then(|table| table.minutes))
}

/// Refuses a title that is empty or long, or that pages would have to show otherwise than it is written.
fn check_title(title: Option<&str>) -> Result<(), Refusal> {
    let Some(title) = title else { return Ok(()) };
    let fits = title.chars().count() <= TITLE && !title.chars().any(is_unfit);
    if fits && !title.trim().is_empty() {
        return Ok(());
    }
    let why = format!("title: expected 1 to {TITLE} characters in one line, not all of them blank");
    Err(Refusal::value("title", why))
}

/// Refuses bots that always ponder without a core for each seat.
fn check_pondering(spec: &TournamentSpec, seats: usize) -> Result<(), Refusal> {
    let cores = spec.cores.get() as usize;
    if spec.pondering == Some(Pondering::On) && cores < seats {
        let why = format!(
            "pondering = \"on\" needs a core for each seat of a game: found cores = {cores}, expected \
             {seats}"
        );
        return Err(Refusal::value("pondering", why));
    }
    Ok(())
}

/// Refuses values out of range, and an exam whose games may end by what bots say of themselves.
fn check_adjudication(spec: &TournamentSpec, seats: usize) -> Result<(), Refusal> {
    let rules = spec.adjudicate;
    if spec.format == FormatName::Exam && !rules.is_off() {
        let why = "adjudicate: the games of an exam end by their rules alone; leave it out";
        return Err(Refusal::key("adjudicate", why));
    }
    let checked = rules.check(seats);
    checked.map_err(|why| Refusal::value("adjudicate", format!("adjudicate: {why}")))
}

/// Refuses options that the game doesn't have, and values that they can't have.
pub(crate) fn check_options(
    options: &BTreeMap<String, OptionValue>,
    game: &str,
    specs: &[OptionSpec],
) -> Result<(), Refusal> {
    let chosen = ChosenOptions::choose(game, specs, &given(options));
    chosen.map(drop).map_err(refused)
}

fn given(options: &BTreeMap<String, OptionValue>) -> BTreeMap<String, String> {
    let options = options.iter();
    options
        .map(|(key, value)| (key.clone(), value.0.clone()))
        .collect()
}

fn refused(error: OptionError) -> Refusal {
    let why = error.to_string();
    match error {
        OptionError::Unknown { name, known, .. } => {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let meant = closest(&name, &known);
            let meant = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
            Refusal::key(format!("options.{name}"), format!("{why}{meant}"))
        }
        OptionError::Value { name, .. } => Refusal::value(format!("options.{name}"), why),
        OptionError::Rejected { .. } => Refusal::value("options", why),
    }
}

/// Returns the options that differ from the default, in their canonical spelling.
fn changed(kind: &dyn GameKind, rules: &dyn Rules) -> Result<BTreeMap<String, String>, String> {
    let plain = kind.rules(&BTreeMap::new()).map_err(|e| e.to_string())?;
    let differs = |(name, value): &(&str, &str)| plain.options().choice(name) != *value;
    let owned_pair = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    Ok(rules
        .options()
        .iter()
        .filter(differs)
        .map(owned_pair)
        .collect())
}

/// Returns the given seed, or a random one from the operating system, with 63 bits, which TOML can hold.
fn seed(given: Option<u64>) -> Result<u64, Refusal> {
    match given {
        Some(seed) if i64::try_from(seed).is_err() => Err(Refusal::value(
            "seed",
            format!(
                "seed: found {seed}, expected a whole number from 0 to {}",
                i64::MAX
            ),
        )),
        Some(seed) => Ok(seed),
        None => SysRng
            .try_next_u64()
            .map(|random_number| random_number >> 1)
            .map_err(|e| format!("no seed from the operating system: {e}; give one by `seed`"))
            .map_err(Refusal::from),
    }
}
