//! Scenarios of fair time: the cost of a start and a move, and the time that an opponent can steal by
//! computing during the other's turn.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use referee_engine::{Cores, EngineContext, GameRunner, ProcessScope, Program, stay_on};
use referee_output::failure::machine;
use referee_record::ClockError;
use referee_record::{Job, Pondering};

use crate::game::record;

/// Starts that are measured.
const STARTS: u32 = 200;
/// Games for each worker and each pondering rule.
const GAMES: u32 = 15;
/// Games whose moves are timed, with about 50 moves each.
const QUICK_GAMES: u32 = 100;
/// Thinking time of the honest bot, in microseconds.
const THINKS_US: u32 = 20_000;

/// Measures the time from nothing to a ready bot, and the time of a whole game without moves. The latter is
/// half of the time of two bots, which start one after the other.
pub fn starts(scope: &ProcessScope) -> Result<[ClockError; 2]> {
    let mut job = record("onitama")?.job;
    job.restart = referee_record::Restart::Game;
    let job = job.identify();
    let context = context(scope, [("left", "resign"), ("right", "resign")])?;
    let (mut ready, mut whole) = (Vec::new(), Vec::new());
    for _ in 0..STARTS {
        let mut table = GameRunner::new(context.clone(), None);
        let began = Instant::now();
        let record = table.play(&job, 1, None)?;
        let took = began.elapsed().as_nanos() / 2;
        whole.push(u64::try_from(took).unwrap_or(u64::MAX));
        let bots = record.iter().flat_map(|record| &record.measured.bots);
        ready.extend(bots.filter_map(|bot| Some(bot.start_us? * 1000)));
        table.close();
    }
    Ok([ready, whole].map(ClockError::of))
}

/// Measures the time charged for an instant move, and the time of a whole turn: the time of the game
/// divided by its moves.
pub fn moves(scope: &ProcessScope, pondering: Pondering) -> Result<[ClockError; 2]> {
    let context = context(scope, [("left", "first"), ("right", "first")])?;
    let mut job: Job = record("koolaamee")?.job;
    job.pondering = Some(pondering);
    job.restart = referee_record::Restart::Never;
    let job = job.identify();
    let mut table = GameRunner::new(context, None);
    let (mut charged, mut turns) = (Vec::new(), Vec::new());
    for game in 0..=QUICK_GAMES {
        let Some(record) = table.play(&job, 1, None)? else {
            bail!("a game was given up");
        };
        let plies = &record.measured.plies;
        // The first game includes the start of its bots.
        if game > 0 && !plies.is_empty() {
            charged.extend(plies.iter().map(|ply| ply.ns));
            turns.push(record.measured.took_us * 1000 / plies.len() as u64);
        }
    }
    table.close();
    Ok([charged, turns].map(ClockError::of))
}

/// Measures the time charged to a bot that thinks for 20 ms, beyond these 20 ms, against an idle opponent
/// and against one that computes with two threads during the bot's turn; with the opponent frozen, and not
/// frozen.
pub fn theft(scope: &ProcessScope, cores: &Cores) -> Result<Vec<(String, ClockError)>> {
    let mut rows = Vec::new();
    for (name, pondering) in [
        ("frozen", Pondering::Off),
        ("not frozen", Pondering::Ignore),
    ] {
        for (who, thief) in [("idle", "first"), ("computing", "thief")] {
            let errors = games(scope, cores, pondering, thief)?;
            rows.push((format!("{who}, {name}"), ClockError::of(errors)));
        }
    }
    Ok(rows)
}

fn games(
    scope: &ProcessScope,
    cores: &Cores,
    pondering: Pondering,
    thief: &str,
) -> Result<Vec<u64>> {
    let thinker = format!("calibrate,us={THINKS_US}");
    let context = context(scope, [("left", &*thinker), ("right", thief)])?;
    let mut job: Job = record("onitama")?.job;
    job.pondering = Some(pondering);
    job.restart = referee_record::Restart::Game;
    job.options.insert("turns".to_owned(), "40".to_owned());
    let job = job.identify();
    let table = |set: &[usize]| -> Result<Vec<u64>> {
        stay_on(set);
        let mut table = GameRunner::new(context.clone(), None);
        let mut times = Vec::new();
        for _ in 0..GAMES {
            let Some(record) = table.play(&job, 1, None)? else {
                bail!("a game was given up");
            };
            let plies = record.measured.plies.iter().step_by(2);
            times.extend(plies.map(|ply| ply.ns.saturating_sub(u64::from(THINKS_US) * 1000)));
        }
        table.close();
        Ok(times)
    };
    let mut times = Vec::new();
    std::thread::scope(|scope| {
        let table = &table;
        let tables = cores.sets.iter();
        let tables = tables.map(|set| scope.spawn(move || table(set)));
        for played in tables.collect::<Vec<_>>() {
            times.extend(played.join().map_err(|_| anyhow!("a game failed"))??);
        }
        anyhow::Ok(times)
    })
}

fn context(scope: &ProcessScope, bots: [(&str, &str); 2]) -> Result<EngineContext> {
    let executable = std::env::current_exe().map_err(machine)?;
    let program = |(name, spec): (&str, &str)| {
        let program = Program::new(name, executable.clone(), vec!["house".into(), spec.into()]);
        (name.to_owned(), program)
    };
    Ok(EngineContext::new(
        Arc::new(HashMap::from(bots.map(program))),
        scope.clone(),
    ))
}
