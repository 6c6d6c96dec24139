//! Bounds how many games a run begins in a minute.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

/// The rate at which games begin.
pub(crate) struct Pace {
    /// Time between two beginnings; `None` for as fast as games are played.
    every: Option<Duration>,
    /// When the next game may begin; `None` for now.
    next: Option<Instant>,
}

impl Pace {
    /// Creates the pace of a run that begins at most so many games in a minute.
    pub(crate) fn new(games_per_minute: Option<NonZeroU32>) -> Pace {
        Pace {
            every: games_per_minute.map(|games| Duration::from_mins(1) / games.get()),
            next: None,
        }
    }

    /// Returns when the next game may begin, if that is later than now.
    pub(crate) fn waits(&self, now: Instant) -> Option<Instant> {
        self.next.filter(|next| *next > now)
    }

    /// Notes that a game begins. What a run didn't use of a minute is lost, so that it never hurries.
    pub(crate) fn begins(&mut self, now: Instant) {
        let Some(every) = self.every else { return };
        let due = self.next.unwrap_or(now);
        self.next = Some(due.max(now) + every);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_minute_has_more_beginnings_than_allowed() {
        let mut pace = Pace::new(NonZeroU32::new(4));
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(pace.waits(start), None);
        pace.begins(start);
        assert_eq!(pace.waits(after(14)), Some(after(15)));
        assert_eq!(pace.waits(after(15)), None);
        // A pause isn't made up for.
        pace.begins(after(100));
        assert_eq!(pace.waits(after(101)), Some(after(115)));
    }

    #[test]
    fn without_a_bound_nothing_waits() {
        let mut pace = Pace::new(None);
        let now = Instant::now();
        pace.begins(now);
        assert_eq!(pace.waits(now), None);
    }
}
