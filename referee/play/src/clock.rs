//! The clock of people: time for the whole game, and an increment after each move.

use std::collections::BTreeMap;
use std::time::Duration;

use referee_config::parse_time_control;
use referee_record::TimeBudget;
use serde::{Deserialize, Serialize};

/// Maximum time of a game, in milliseconds: a day.
const MOST_MS: u64 = 86_400_000;
/// Maximum increment after a move, in milliseconds: an hour.
const MOST_INCREMENT_MS: u64 = 3_600_000;

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

/// Parses `TIME[+SECONDS]`, the notation of the clocks of bots: the time in seconds or as `MINUTES:SECONDS`, more
/// than 0 and up to a day; up to an hour is added after each move. Returns an error in words for anything else.
pub fn parse_times(text: &str) -> Result<Times, String> {
    let expected = || "expected TIME or TIME+SECONDS, such as 300, 5:00 or 3:00+2".to_owned();
    let time = parse_time_control(text).map_err(|_| expected())?;
    match time.budget {
        TimeBudget::Clock {
            ms,
            inc,
            delay: 0,
            moves: None,
        } if (1..=MOST_MS).contains(&ms) && inc <= MOST_INCREMENT_MS => Ok(Times {
            start: Duration::from_millis(ms),
            increment: Duration::from_millis(inc),
        }),
        _ => Err(expected()),
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
    fn times_are_written_as_those_of_bots() {
        for (text, start, increment) in [("5:00", 300, 0), ("180+2", 180, 2), ("0:30+0", 30, 0)] {
            let expected = Times {
                start: Duration::from_secs(start),
                increment: Duration::from_secs(increment),
            };
            assert_eq!(parse_times(text), Ok(expected), "{text}");
        }
        for bad in [
            "", "0", "-1", "nan", "inf", "5+", "+5", "5+x", "40/60", "st=1", "86401", "5+9999",
        ] {
            assert!(parse_times(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn moves_are_charged_and_paid() {
        let mut clock = RemainingTime::new(parse_times("1:00+3").expect("times"), "A".chars());
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
