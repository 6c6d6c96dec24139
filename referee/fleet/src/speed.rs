//! Measures how fast a core of this machine is, to compare workers with each other.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Duration;

use anyhow::{Result, anyhow};
use referee_games::Game;
use referee_games::find;
use referee_games::onitama::Onitama;
use rustix::time::{ClockId, clock_gettime};

/// Depth to which move sequences are counted from the start of the game.
const DEPTH: u32 = 4;
/// CPU time for which it is measured.
const TIME: Duration = Duration::from_millis(100);

/// Returns the shortest of the CPU times, in microseconds, in which this core counted the sequences of four moves of
/// Onitama. It doesn't depend on what else the machine does.
pub(crate) fn work_us() -> Result<u64> {
    let game =
        find(Onitama::NAME).ok_or_else(|| anyhow!("there is no game {:?}", Onitama::NAME))?;
    let start = game.rules(&BTreeMap::new())?.start();
    let began = cpu_time();
    let mut shortest = Duration::MAX;
    while cpu_time().saturating_sub(began) < TIME || shortest == Duration::MAX {
        let from = cpu_time();
        black_box(start.perft(DEPTH));
        shortest = shortest.min(cpu_time().saturating_sub(from));
    }
    Ok(u64::try_from(shortest.as_micros())
        .unwrap_or(u64::MAX)
        .max(1))
}

/// Time for which this thread has run.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}
