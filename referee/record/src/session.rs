//! Describes a session of a run: when, by which referee, on which machine, in which jail and with which clock its
//! games are played.

use serde::{Deserialize, Serialize};

/// A run session: a time at which a run was started or resumed, or a worker began to play for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSession {
    /// Time of the start, in milliseconds since 1970 (UTC).
    pub began_ms: u64,
    /// Version of the referee.
    pub referee: String,
    /// The machine on which the games are played.
    pub machine: Machine,
    /// Confinement of the bots, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jail: Option<JailRecord>,
    /// Error of the referee's clock, if it was measured at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockError>,
    /// Warning at the start that more games run at the same time than the cores allow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crowded: Option<String>,
    /// Name of the worker whose part in the run this is; `None` for the referee that keeps the results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker: Option<String>,
    /// Shortest time in which a core of the worker did a fixed piece of the referee's own work, in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work_us: Option<u64>,
    /// Why no game of this worker is taken, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<String>,
}

/// Error of the referee's clock: charged time minus the bot's own time, in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockError {
    /// Number of moves that were measured.
    pub count: usize,
    /// Median error.
    pub median_ns: u64,
    /// Error that 99 of 100 moves did not exceed.
    pub p99_ns: u64,
    /// Largest error.
    pub max_ns: u64,
}

impl ClockError {
    /// Computes the distribution of these errors, given in nanoseconds.
    pub fn of(mut errors: Vec<u64>) -> ClockError {
        errors.sort_unstable();
        let at = |index: usize| errors.get(index).copied().unwrap_or(0);
        let count = errors.len();
        ClockError {
            count,
            median_ns: at(count / 2),
            p99_ns: at((count * 99).div_ceil(100).saturating_sub(1)),
            max_ns: at(count.saturating_sub(1)),
        }
    }
}

/// Confinement of the bots.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JailRecord {
    /// Level that was asked for: `strict`, `auto` or `off`.
    pub level: String,
    /// Layers that were in force, in words.
    pub by: String,
    /// Guarantees that were not kept, a word or two each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broken: Vec<String>,
}

/// The machine on which games are played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The operating system and its version.
    pub system: String,
    /// The model of the processor.
    pub processor: String,
    /// Number of its cores.
    pub cores: usize,
}
