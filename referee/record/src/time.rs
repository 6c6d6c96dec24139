//! Defines time controls.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Maximum time of a move without any other limit, in milliseconds: ten minutes.
const UNTIMED_CAP_MS: u64 = 600_000;
/// Maximum time of a move that is limited by nodes or depth, in milliseconds.
const HINT_CAP_MS: u64 = 60_000;
/// Maximum wall time of a move whose CPU time is charged, in milliseconds.
const CPU_CAP_MS: u64 = 60_000;
/// Maximum time in a time control, in milliseconds: a day.
const MAX_MS: u64 = 86_400_000;

/// Time that a seat may use, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeBudget {
    /// The same time for every move.
    Move {
        /// Time for each move.
        ms: u64,
    },
    /// A clock that runs down.
    Clock {
        /// Time at the start, which is added again after every period.
        ms: u64,
        /// Time added after each move.
        inc: u64,
        /// Time of each move that isn't counted.
        delay: u64,
        /// Moves in a period; without periods, the clock is for the whole game.
        moves: Option<u32>,
    },
    /// No limit except the safety cap.
    Untimed {
        /// Maximum time of a move.
        cap: u64,
    },
}

/// A time control: a time budget, requests that are passed on to the bot, and a margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Spelled", into = "Spelled")]
pub struct TimeControl {
    /// The enforced time budget.
    pub budget: TimeBudget,
    /// Asks the bot for at most this many nodes per move; can't be enforced.
    pub nodes: Option<u64>,
    /// Asks the bot for at most this depth; can't be enforced.
    pub depth: Option<u64>,
    /// Extra time after the deadline of each move, in milliseconds.
    pub margin_ms: u64,
    /// Maximum wall time of a move if CPU time is charged, in milliseconds; `None` if wall time is
    /// charged.
    pub cpu_cap_ms: Option<u64>,
}

/// Why a time control was rejected.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TimeError {
    /// More than one kind of budget is given.
    #[error(
        "time: move_ms, clock_ms and cap_ms exclude each other; keep one of them (cap_ms may stand \
         beside another with charge = \"cpu\" alone)"
    )]
    Kinds,
    /// CPU time is to be charged, but there is no budget to charge it to.
    #[error("time: charge = \"cpu\" goes with move_ms or clock_ms")]
    NothingToCharge,
    /// A value that needs a clock is given without one; holds its name.
    #[error("time: {0} goes with clock_ms")]
    NeedsClock(&'static str),
    /// An increment is given together with a delay.
    #[error("time: inc_ms and delay_ms exclude each other")]
    IncrementAndDelay,
    /// A value is out of range; holds its name, the smallest and the largest value.
    #[error("time: {0} must be from {1} to {2}")]
    Range(&'static str, u64, u64),
}

/// The time that is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Charge {
    /// Wall time.
    Wall,
    /// CPU time of all the bot's processes.
    Cpu,
}

/// A time control in a file.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TimeControl")]
struct Spelled {
    /// Milliseconds for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    move_ms: Option<u64>,
    /// Milliseconds on the clock at the start of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock_ms: Option<u64>,
    /// Milliseconds added to the clock after each move. Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    inc_ms: Option<u64>,
    /// Milliseconds of each move that don't count. Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    delay_ms: Option<u64>,
    /// Number of moves in a period, after which `clock_ms` is added again. Default: one period for
    /// the whole game.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    /// The time that is charged: `wall` time, or `cpu` time of the whole bot, which needs the jail.
    /// Default: `wall`.
    #[serde(skip_serializing_if = "Option::is_none")]
    charge: Option<Charge>,
    /// Maximum time of a move without any other limit, in milliseconds; with `charge = "cpu"`, its
    /// maximum wall time. Default: 600 000, or 60 000 with `nodes`, `depth` or `charge = "cpu"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    cap_ms: Option<u64>,
    /// Asks the bots to search at most this many nodes per move; can't be enforced.
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    /// Asks the bots to search at most this deep; can't be enforced.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u64>,
    /// Milliseconds of extra time after each deadline. Default: 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    margin_ms: Option<u64>,
}

impl TimeBudget {
    /// Returns the maximum time that a number of moves can use, in milliseconds; `None` if only a
    /// safety cap limits it.
    pub fn bound_ms(&self, moves: u64) -> Option<u64> {
        match *self {
            TimeBudget::Untimed { .. } => None,
            TimeBudget::Move { ms } => Some(ms.saturating_mul(moves)),
            TimeBudget::Clock {
                ms,
                inc,
                delay,
                moves: period,
            } => {
                let periods = period.map_or(1, |period| moves.div_ceil(u64::from(period)).max(1));
                let clock = ms.saturating_mul(periods);
                Some(clock.saturating_add((inc + delay).saturating_mul(moves)))
            }
        }
    }
}

impl Default for TimeControl {
    /// Returns one second per move.
    fn default() -> TimeControl {
        TimeControl::new(TimeBudget::Move { ms: 1000 })
    }
}

impl TimeControl {
    /// Creates a time control with only a budget.
    pub const fn new(budget: TimeBudget) -> TimeControl {
        TimeControl {
            budget,
            nodes: None,
            depth: None,
            margin_ms: 0,
            cpu_cap_ms: None,
        }
    }

    /// Returns the time control with every time of the budget multiplied by `factor`, to give odds. A time
    /// that was not 0 stays at least a millisecond, and at most a day.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> TimeControl {
        let by = |ms: u64| if ms == 0 { 0 } else { scale(ms, factor) };
        let budget = match self.budget {
            TimeBudget::Move { ms } => TimeBudget::Move { ms: by(ms) },
            TimeBudget::Untimed { cap } => TimeBudget::Untimed { cap: by(cap) },
            TimeBudget::Clock {
                ms,
                inc,
                delay,
                moves,
            } => TimeBudget::Clock {
                ms: by(ms),
                inc: by(inc),
                delay: by(delay),
                moves,
            },
        };
        TimeControl { budget, ..*self }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "clamped to the range of a day, in which every whole number is exact"
)]
fn scale(ms: u64, factor: f64) -> u64 {
    (ms as f64 * factor).round().clamp(1.0, MAX_MS as f64) as u64
}

impl TryFrom<Spelled> for TimeControl {
    type Error = TimeError;

    fn try_from(s: Spelled) -> Result<TimeControl, TimeError> {
        let ms = |name, value: u64, min| {
            let fits = (min..=MAX_MS).contains(&value);
            fits.then_some(value)
                .ok_or(TimeError::Range(name, min, MAX_MS))
        };
        for (name, value) in [("nodes", s.nodes), ("depth", s.depth)] {
            if value == Some(0) {
                return Err(TimeError::Range(name, 1, u64::MAX));
            }
        }
        if s.clock_ms.is_none() {
            let given = [
                ("inc_ms", s.inc_ms.is_some()),
                ("delay_ms", s.delay_ms.is_some()),
                ("moves", s.moves.is_some()),
            ];
            if let Some((name, _)) = given.into_iter().find(|(_, given)| *given) {
                return Err(TimeError::NeedsClock(name));
            }
        }
        if s.moves == Some(0) {
            return Err(TimeError::Range("moves", 1, u64::from(u32::MAX)));
        }
        if s.inc_ms.is_some() && s.delay_ms.is_some() {
            return Err(TimeError::IncrementAndDelay);
        }
        let is_hint = s.nodes.or(s.depth).is_some();
        let cap = if is_hint { HINT_CAP_MS } else { UNTIMED_CAP_MS };
        let cpu = s.charge == Some(Charge::Cpu);
        if cpu && s.move_ms.is_none() && s.clock_ms.is_none() {
            return Err(TimeError::NothingToCharge);
        }
        let cpu_cap = cpu.then(|| s.cap_ms.unwrap_or(CPU_CAP_MS));
        let cpu_cap_ms = cpu_cap.map(|cap| ms("cap_ms", cap, 1)).transpose()?;
        let budget = match (s.move_ms, s.clock_ms, s.cap_ms.filter(|_| !cpu)) {
            (Some(each), None, None) => TimeBudget::Move {
                ms: ms("move_ms", each, 1)?,
            },
            (None, Some(clock), None) => TimeBudget::Clock {
                ms: ms("clock_ms", clock, 1)?,
                inc: ms("inc_ms", s.inc_ms.unwrap_or(0), 0)?,
                delay: ms("delay_ms", s.delay_ms.unwrap_or(0), 0)?,
                moves: s.moves,
            },
            (None, None, given) => TimeBudget::Untimed {
                cap: ms("cap_ms", given.unwrap_or(cap), 1)?,
            },
            _ => return Err(TimeError::Kinds),
        };
        Ok(TimeControl {
            budget,
            nodes: s.nodes,
            depth: s.depth,
            margin_ms: ms("margin_ms", s.margin_ms.unwrap_or(0), 0)?,
            cpu_cap_ms,
        })
    }
}

impl From<TimeControl> for Spelled {
    fn from(time: TimeControl) -> Spelled {
        let some = |ms: u64| (ms > 0).then_some(ms);
        let mut spelled = Spelled {
            nodes: time.nodes,
            depth: time.depth,
            margin_ms: some(time.margin_ms),
            charge: time.cpu_cap_ms.map(|_| Charge::Cpu),
            cap_ms: time.cpu_cap_ms,
            ..Spelled::default()
        };
        match time.budget {
            TimeBudget::Move { ms } => spelled.move_ms = Some(ms),
            TimeBudget::Untimed { cap } => spelled.cap_ms = Some(cap),
            TimeBudget::Clock {
                ms,
                inc,
                delay,
                moves,
            } => {
                spelled.clock_ms = Some(ms);
                spelled.inc_ms = some(inc);
                spelled.delay_ms = some(delay);
                spelled.moves = moves;
            }
        }
        spelled
    }
}

impl JsonSchema for TimeControl {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Spelled::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Spelled::json_schema(generator)
    }
}

/// Returns a time in nanoseconds, as it is stored.
#[must_use]
pub fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<TimeControl, String> {
        serde_json::from_str(text).map_err(|e| e.to_string())
    }

    #[test]
    fn every_form_round_trips() {
        for text in [
            r#"{"move_ms":1000}"#,
            r#"{"clock_ms":8000,"inc_ms":80}"#,
            r#"{"clock_ms":8000,"delay_ms":80,"moves":40}"#,
            r#"{"cap_ms":600000}"#,
            r#"{"cap_ms":60000,"nodes":5000}"#,
            r#"{"move_ms":5,"depth":3,"margin_ms":10}"#,
            r#"{"move_ms":500,"charge":"cpu","cap_ms":60000}"#,
            r#"{"clock_ms":500,"inc_ms":5,"charge":"cpu","cap_ms":9000}"#,
        ] {
            let time = read(text).expect(text);
            assert_eq!(serde_json::to_string(&time).expect(text), text);
        }
        assert_eq!(
            read("{}").map(|t| t.budget),
            Ok(TimeBudget::Untimed { cap: 600_000 })
        );
        let cpu = read(r#"{"move_ms":9,"charge":"cpu"}"#).map(|t| t.cpu_cap_ms);
        assert_eq!(cpu, Ok(Some(60_000)));
        let wall = read(r#"{"move_ms":9,"charge":"wall"}"#);
        assert_eq!(wall, Ok(TimeControl::new(TimeBudget::Move { ms: 9 })));
        let is_hint = read(r#"{"depth":3}"#).map(|t| t.budget);
        assert_eq!(is_hint, Ok(TimeBudget::Untimed { cap: 60_000 }));
    }

    #[test]
    fn nonsense_is_refused() {
        for (text, why) in [
            (r#"{"move_ms":0}"#, "move_ms must be from 1"),
            (r#"{"move_ms":1,"clock_ms":1}"#, "exclude each other"),
            (r#"{"move_ms":1,"cap_ms":1}"#, "exclude each other"),
            (r#"{"charge":"cpu"}"#, "goes with move_ms or clock_ms"),
            (r#"{"cap_ms":5,"charge":"cpu"}"#, "goes with move_ms"),
            (
                r#"{"move_ms":5,"charge":"cpu","cap_ms":0}"#,
                "cap_ms must be",
            ),
            (r#"{"inc_ms":1}"#, "inc_ms goes with clock_ms"),
            (
                r#"{"clock_ms":1,"inc_ms":1,"delay_ms":1}"#,
                "inc_ms and delay_ms",
            ),
            (r#"{"clock_ms":1,"moves":0}"#, "moves must be"),
            (r#"{"moves_ms":1}"#, "unknown field"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn odds_scale_the_budget() {
        let time = TimeControl::new(TimeBudget::Move { ms: 1000 });
        assert_eq!(time.scaled(0.25).budget, TimeBudget::Move { ms: 250 });
        let cpu = TimeControl {
            cpu_cap_ms: Some(60_000),
            ..time
        };
        assert_eq!(cpu.scaled(0.5).cpu_cap_ms, Some(60_000));
        assert_eq!(time.scaled(1e-9).budget, TimeBudget::Move { ms: 1 });
    }
}
