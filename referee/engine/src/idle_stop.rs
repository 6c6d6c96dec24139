//! Suspends the bots that aren't asked: before the turn where that matters, else once the turn lasts.
//!
//! To suspend a bot takes longer than a quick move. So where a seat's last move was quick, the others run on when
//! it is asked again, and are suspended when the turn has lasted [`STOP`]: they can take no more than that from
//! it. One that computes meanwhile is suspended before each later turn begins (`suspension.rs`).

use std::time::{Duration, Instant};

use crate::clock::SeatClock;
use crate::player::ConnectedBot;

/// Time of a turn after which all other bots are suspended.
const STOP: Duration = Duration::from_millis(1);
/// Where they are suspended as late as this, something crowds the core, and it may be them.
const LATE: Duration = Duration::from_millis(2);
/// Time of a turn after which the CPU time of the others is noted.
const NOTE: Duration = Duration::from_micros(200);
/// A turn that may last no longer than this begins with all other bots suspended.
pub(crate) const SHORT: Duration = Duration::from_millis(25);

/// Suspends the other bots in one turn.
pub(crate) struct IdleStop {
    start: Instant,
    /// True if the CPU time of the others is noted.
    noted: bool,
    /// True if all others are suspended.
    done: bool,
}

impl IdleStop {
    /// Suspends the bots that may not run when the turn begins. None may where the last turn of the asked
    /// bot was so long that they would be suspended in it.
    pub(crate) fn begin<'a>(
        last_turn: Duration,
        others: impl Iterator<Item = &'a mut ConnectedBot>,
        clock: &SeatClock,
    ) -> IdleStop {
        let all = last_turn >= STOP || !may_run_on(clock);
        let mut done = true;
        for other in others {
            if !other.suspension.trust.may_run_on() || all {
                other.rest();
            }
            done &= !other.runs_on();
        }
        IdleStop {
            start: Instant::now(),
            noted: false,
            done,
        }
    }

    /// Notes that the clock of the turn starts at `start`.
    pub(crate) fn starts(&mut self, start: Instant) {
        self.start = start;
    }

    /// Returns when [`IdleStop::act`] has something to do.
    pub(crate) fn due(&self) -> Option<Instant> {
        let after = if self.noted { STOP } else { NOTE };
        (!self.done).then(|| self.start + after)
    }

    /// Does what is due. Returns for how long the asked bot was left without attention, which isn't on its
    /// clock: a bot that doesn't stop is waited for.
    pub(crate) fn act<'a>(
        &mut self,
        others: impl Iterator<Item = &'a mut ConnectedBot>,
    ) -> Option<Duration> {
        let began = Instant::now();
        if self.due().is_none_or(|due| began < due) {
            return None;
        }
        let running = others.filter(|other| other.runs_on());
        if self.noted {
            let late = began.saturating_duration_since(self.start) >= LATE;
            for other in running {
                other.rest();
                if late {
                    other.suspension.trust.doubts();
                }
            }
            self.done = true;
        } else {
            running.for_each(ConnectedBot::note_cpu);
            self.noted = true;
        }
        Some(began.elapsed())
    }
}

/// Tells if the bots that aren't asked may run on when a turn with this clock begins. Where CPU time is charged,
/// none may, since theirs would be nobody's.
pub(crate) fn may_run_on(clock: &SeatClock) -> bool {
    clock.cpu_cap().is_none() && clock.allowed() + clock.margin() > SHORT
}
