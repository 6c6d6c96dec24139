//! Measures the error of the referee's clock with games of a bot that reports how long it took by its own
//! clock; they are played as the run's games are.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::Builder;

use anyhow::{Result, anyhow, bail};
use referee_engine::{Cores, EngineContext, GameRunner, ProcessScope, Program, stay_on};
use referee_games::onitama::Onitama;
use referee_games::{Game, find};
use referee_output::failure::machine;
use referee_record::ClockError;
use referee_record::{Job, Record, SeatAssignment, Start, StartFrom, TimeControl, derive};

/// Name of the calibrating bot.
const NAME: &str = "calibrate";
/// Game of the calibration; its option `turns` sets how long it is.
const GAME: &str = Onitama::NAME;
/// Time the calibrating bot works on a move, in microseconds.
const WORK_US: u32 = 1000;

/// Context in which the calibrating bots run. Returns an error if the path of the referee's own executable
/// is unknown.
pub fn context(scope: &ProcessScope) -> Result<EngineContext> {
    let program = Program::new(
        NAME,
        std::env::current_exe().map_err(machine)?,
        vec!["house".into(), format!("calibrate,us={WORK_US}").into()],
    );
    Ok(EngineContext::new(
        Arc::new(HashMap::from([(NAME.to_owned(), program)])),
        scope.clone(),
    ))
}

/// Plays `games` calibrating games on each worker, on no more workers than the machine can be asked for,
/// and returns the distribution of the charged time of each move less the bot's own time. Ends early once
/// `context.stop` is set; returns an error if no game came to a move.
pub fn play(context: &EngineContext, cores: &Cores, games: u32) -> Result<ClockError> {
    let job = job()?;
    let stopped = || context.stop.load(Ordering::Relaxed);
    let table = |set: &[usize]| -> Result<Vec<u64>> {
        let core = stay_on(set).then(|| set[0]);
        let mut table = GameRunner::new(context.clone(), core);
        let mut errors = Vec::new();
        for _ in (0..games).take_while(|_| !stopped()) {
            let record = table.play(&job, 1, None)?;
            errors.extend(record.iter().flat_map(errors_of));
        }
        table.close();
        Ok(errors)
    };
    let mut errors = Vec::new();
    std::thread::scope(|scope| {
        let table = &table;
        let tables = cores.bearable().iter().take_while(|_| !stopped());
        let tables = tables.map(|set| Builder::new().spawn_scoped(scope, move || table(set)));
        for played in tables.collect::<Vec<_>>() {
            let played = played?
                .join()
                .map_err(|_| anyhow!("a calibrating game failed"));
            errors.extend(played??);
        }
        anyhow::Ok(())
    })?;
    if errors.is_empty() {
        bail!("no calibrating game came to a move");
    }
    Ok(ClockError::of(errors))
}

/// Returns charged time less the bot's own time of each move, in nanoseconds.
fn errors_of(record: &Record) -> Vec<u64> {
    let parse_own_time = |info: &String| info.strip_prefix("own_us=")?.parse::<f64>().ok();
    let error = |ply: &referee_record::PlyMeasure| {
        let own_time = ply.info.iter().find_map(parse_own_time)?;
        Some(ply.ns.saturating_sub(nanoseconds(own_time)))
    };
    record.measured.plies.iter().filter_map(error).collect()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a float is clamped to what the integer holds"
)]
fn nanoseconds(us: f64) -> u64 {
    (us * 1000.0) as u64
}

/// Builds the job of a game between calibrating bots.
fn job() -> Result<Job> {
    let kind = find(GAME).ok_or_else(|| anyhow!("there is no game {GAME:?}"))?;
    let seed = derive(0, NAME, &[]);
    let options = BTreeMap::from([("turns".to_owned(), "20".to_owned())]);
    let seats = kind.rules(&options)?.start().seats();
    let seated = |seat: &referee_games::Seat| {
        SeatAssignment::new(seat.letter(), NAME, 1, TimeControl::default())
    };
    let start = Start::new(StartFrom::Default, seed);
    let job = Job {
        options,
        ..Job::single(NAME, GAME, start, seed, seats.iter().map(seated).collect())
    };
    Ok(job.identify())
}

/// Describes a distribution in a sentence. Rounds up: two of its figures are bounds.
pub fn sentence(error: &ClockError) -> String {
    let shown = |ns: u64| {
        let (tenth, unit) = if ns < 1_000_000 {
            (100, "µs")
        } else {
            (100_000, "ms")
        };
        let tenths = ns.div_ceil(tenth);
        format!("{}.{} {unit}", tenths / 10, tenths % 10)
    };
    format!(
        "charged time less a bot's own, over {} calibrating moves: median {}, 99 % within {}, most {}",
        error.count,
        shown(error.median_ns),
        shown(error.p99_ns),
        shown(error.max_ns)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distribution_is_told() {
        let error = ClockError::of((1..=200).map(|n| n * 1000).collect());
        assert_eq!(
            sentence(&error),
            "charged time less a bot's own, over 200 calibrating moves: median 101.0 µs, 99 % within \
             198.0 µs, most 200.0 µs"
        );
        let error = ClockError::of(vec![191_601, 191_601, 113_727_501]);
        assert_eq!(
            sentence(&error),
            "charged time less a bot's own, over 3 calibrating moves: median 191.7 µs, 99 % within \
             113.8 ms, most 113.8 ms"
        );
    }
}
