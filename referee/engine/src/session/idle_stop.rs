//! Suspends the bots that aren't asked: before the turn where that matters, else once the turn lasts.
//!
//! To suspend a bot takes longer than a quick move. So where moves are quick, a bot that has answered runs on, and is
//! suspended when the turn of another has lasted [`STOP`]. One that computes meanwhile is found by its CPU time,
//! which excuses its opponent, and is suspended before each later turn begins (`suspension.rs`).

use std::time::{Duration, Instant};

use crate::session::player::ConnectedBot;
use crate::time::clock::SeatClock;

/// Time of a turn after which all other bots are suspended; a turn that takes less is quick.
const STOP: Duration = Duration::from_millis(1);
/// A turn that may last no longer than this begins with all other bots suspended.
pub(crate) const SHORT: Duration = Duration::from_millis(25);

/// Suspends the other bots in one turn.
pub(crate) struct IdleStop {
    /// When the others are suspended; `None` once they are.
    due: Option<Instant>,
}

impl IdleStop {
    /// Suspends the bots that may not run when the turn begins. None may where the last turn of the asked
    /// bot wasn't quick, so that they would be suspended in this one.
    pub(crate) fn begin<'a>(
        last_turn: Option<Duration>,
        others: impl Iterator<Item = &'a mut ConnectedBot>,
        clock: &SeatClock,
    ) -> IdleStop {
        let all = last_turn.is_none_or(|last| quick(last, clock).is_none());
        let mut some_run = false;
        for other in others {
            if !other.suspension.trust.may_run_on() || all {
                other.suspend();
            }
            some_run |= other.runs_on();
        }
        IdleStop {
            due: some_run.then(|| Instant::now() + STOP),
        }
    }

    /// Notes that the clock of the turn starts at `start`.
    pub(crate) fn starts(&mut self, start: Instant) {
        self.due = self.due.map(|_| start + STOP);
    }

    /// Returns when the others are to be suspended, if some run.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Suspends the others, if it is time. Returns how long that took: a bot that doesn't stop is waited for.
    pub(crate) fn act<'a>(
        &mut self,
        others: impl Iterator<Item = &'a mut ConnectedBot>,
    ) -> Duration {
        let began = Instant::now();
        for other in others.filter(|other| other.runs_on()) {
            other.suspend();
        }
        self.due = None;
        began.elapsed()
    }
}

/// Returns the length of a turn if it was quick, so that others may run on in the next. Where CPU time is charged,
/// none is, since theirs would be nobody's.
pub(crate) fn quick(turn: Duration, clock: &SeatClock) -> Option<Duration> {
    let is_quick =
        turn < STOP && clock.cpu_cap().is_none() && clock.allowed() + clock.margin() > SHORT;
    is_quick.then_some(turn)
}
