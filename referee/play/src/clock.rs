//! The clock of people: minutes for the whole game, and an increment in seconds after each move.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Maximum time of a game, in minutes.
const MINUTES_MAX: f64 = 1440.0;
/// Maximum increment after a move, in seconds.
const SECONDS_MAX: u64 = 3600;

/// The times with which everybody begins, as given on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    start: Duration,
    increment: Duration,
}

/// The remaining time of all seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemainingTime {
    /// Milliseconds added after each move.
    increment_ms: u64,
    /// Remaining milliseconds, by seats.
    left_ms: BTreeMap<char, u64>,
}

/// Parses `MINUTES[+SECONDS]`: more than 0 and up to 1440 minutes (fractions are allowed), up to 3600 whole
/// seconds. Returns an error in words for anything else.
pub fn parse_times(text: &str) -> Result<Times, String> {
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
    /// Returns a clock for these seats.
    pub fn new(times: Times, seats: impl Iterator<Item = char>) -> RemainingTime {
        let start = millis(times.start);
        RemainingTime {
            increment_ms: millis(times.increment),
            left_ms: seats.map(|seat| (seat, start)).collect(),
        }
    }

    /// Returns the remaining time of a seat; `None` if it has no clock.
    pub fn left(&self, seat: char) -> Option<Duration> {
        self.left_ms.get(&seat).copied().map(Duration::from_millis)
    }

    /// Charges a seat for a move and adds the increment.
    pub fn charge(&mut self, seat: char, spent: Duration) {
        if let Some(left) = self.left_ms.get_mut(&seat) {
            *left = left.saturating_sub(millis(spent)) + self.increment_ms;
        }
    }

    /// Charges a seat for time that ended without a move; adds no increment.
    pub fn stop(&mut self, seat: char, spent: Duration) {
        if let Some(left) = self.left_ms.get_mut(&seat) {
            *left = left.saturating_sub(millis(spent));
        }
    }
}

/// Formats a time as `minutes:seconds`, for example `4:07`.
pub fn format_remaining(left: Duration) -> String {
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
            assert_eq!(parse_times(text), Ok(expected), "{text}");
        }
        for bad in [
            "", "0", "-1", "nan", "inf", "5+", "+5", "5+x", "2000", "5+9999",
        ] {
            assert!(parse_times(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn moves_are_charged_and_paid() {
        let mut clock = RemainingTime::new(parse_times("1+3").expect("times"), "A".chars());
        clock.charge('A', Duration::from_secs(10));
        assert_eq!(
            clock.left('A').map(format_remaining).as_deref(),
            Some("0:53")
        );
        clock.stop('A', Duration::from_secs(90));
        assert_eq!(clock.left('A'), Some(Duration::ZERO));
        assert_eq!(clock.left('B'), None);
    }
}
