//! The clock of people: so many minutes for the game, and some seconds more after each move.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The longest time of a game, in minutes.
const MINUTES_MAX: f64 = 1440.0;
/// The most seconds that are added after a move.
const SECONDS_MAX: u64 = 3600;

/// What everybody begins with, as given on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    start: Duration,
    increment: Duration,
}

/// The time that is left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemainingTime {
    /// Milliseconds that are added after each move.
    increment_ms: u64,
    /// Milliseconds that are left, by seats.
    left_ms: BTreeMap<char, u64>,
}

/// Reads `MINUTES[+SECONDS]`.
pub fn times(text: &str) -> Result<Times, String> {
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let minutes = minutes.parse::<f64>().ok();
    let minutes = minutes.filter(|n| *n > 0.0 && *n <= MINUTES_MAX);
    let seconds = seconds.parse::<u64>().ok().filter(|n| *n <= SECONDS_MAX);
    match (minutes, seconds) {
        (Some(minutes), Some(seconds)) => Ok(Times {
            start: Duration::from_secs_f64(minutes * 60.0),
            increment: Duration::from_secs(seconds),
        }),
        _ => Err("expected MINUTES or MINUTES+SECONDS, such as 5 or 3+2".to_owned()),
    }
}

impl RemainingTime {
    /// A clock for these seats.
    pub fn new(times: Times, seats: impl Iterator<Item = char>) -> RemainingTime {
        let start = millis(times.start);
        RemainingTime {
            increment_ms: millis(times.increment),
            left_ms: seats.map(|seat| (seat, start)).collect(),
        }
    }

    /// What a seat has left.
    pub fn left(&self, seat: char) -> Option<Duration> {
        self.left_ms.get(&seat).copied().map(Duration::from_millis)
    }

    /// Charges a seat for a move.
    pub fn charge(&mut self, seat: char, spent: Duration) {
        if let Some(left) = self.left_ms.get_mut(&seat) {
            *left = left.saturating_sub(millis(spent)) + self.increment_ms;
        }
    }

    /// Charges a seat for time that brought no move.
    pub fn stop(&mut self, seat: char, spent: Duration) {
        if let Some(left) = self.left_ms.get_mut(&seat) {
            *left = left.saturating_sub(millis(spent));
        }
    }
}

/// A time as it is shown: `4:07`.
pub fn shown(left: Duration) -> String {
    let seconds = left.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_minutes_and_seconds() {
        for (text, start, increment) in [("5", 300, 0), ("3+2", 180, 2), ("0.5+0", 30, 0)] {
            let expected = Times {
                start: Duration::from_secs(start),
                increment: Duration::from_secs(increment),
            };
            assert_eq!(times(text), Ok(expected), "{text}");
        }
        for bad in [
            "", "0", "-1", "nan", "inf", "5+", "+5", "5+x", "2000", "5+9999",
        ] {
            assert!(times(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn moves_are_charged_and_paid() {
        let mut clock = RemainingTime::new(times("1+3").expect("times"), "A".chars());
        clock.charge('A', Duration::from_secs(10));
        assert_eq!(clock.left('A').map(shown).as_deref(), Some("0:53"));
        clock.stop('A', Duration::from_secs(90));
        assert_eq!(clock.left('A'), Some(Duration::ZERO));
        assert_eq!(clock.left('B'), None);
    }
}
