//! Measures how fast a core of this machine is, to compare workers with each other.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use referee_games::Game;
use referee_games::find;
use referee_games::onitama::Onitama;

/// Depth to which move sequences are counted from the start of the game.
const DEPTH: u32 = 4;
/// Time for which it is measured.
const TIME: Duration = Duration::from_millis(100);

/// Returns the shortest of the times, in microseconds, in which this core counted the sequences of four moves of
/// Onitama. Short of a machine that is busy all the time, the shortest doesn't depend on what else runs.
pub(crate) fn work_us() -> Result<u64> {
    let game =
        find(Onitama::NAME).ok_or_else(|| anyhow!("there is no game {:?}", Onitama::NAME))?;
    let start = game.rules(&BTreeMap::new())?.start();
    let began = Instant::now();
    let mut shortest = Duration::MAX;
    while began.elapsed() < TIME || shortest == Duration::MAX {
        let from = Instant::now();
        black_box(start.perft(DEPTH));
        shortest = shortest.min(from.elapsed());
    }
    Ok(u64::try_from(shortest.as_micros())
        .unwrap_or(u64::MAX)
        .max(1))
}
