//! Suspends a bot while it isn't asked, and measures what it uses all the same.

use std::time::{Duration, Instant};

use crate::process::BotProcess;

/// Time within which a bot stops, and the time that one gets which once missed it.
const STOP: Duration = Duration::from_millis(250);
const SHORT_STOP: Duration = Duration::from_millis(10);
/// Time after which a suspended bot is killed that still uses CPU time, and the interval between looks at that.
const RUNS_ON: Duration = Duration::from_secs(5);
const STEP: Duration = Duration::from_millis(50);
/// A suspended bot that uses less CPU time than this in an interval does nothing.
const IDLE: Duration = Duration::from_millis(1);

/// How a bot of one game is suspended.
#[derive(Default)]
pub(crate) struct Suspension {
    /// True if the bot is suspended while it isn't asked.
    pub(crate) wanted: bool,
    /// True if the bot once couldn't be suspended; further attempts then get only a short time.
    missed: bool,
    /// CPU time that the bot used after it was suspended, and that wasn't charged yet.
    ran_on: Duration,
}

impl Suspension {
    /// Suspends the bot, if the game is played that way and it isn't suspended. A bot that can't be stopped soon,
    /// and does nothing, is left as it is; later calls wait less for it.
    pub(crate) fn suspend(&mut self, process: &mut BotProcess) {
        if !self.wanted || process.frozen().is_some() {
            return;
        }
        let deadline = Instant::now() + if self.missed { SHORT_STOP } else { STOP };
        let surely = process.freeze(deadline);
        // Where stops aren't confirmed, the answer comes before the deadline.
        if !surely && Instant::now() >= deadline {
            self.missed = !self.stops_late(process);
        }
    }

    /// Waits for a bot for as long as it uses CPU time, which is its opponents' time: no signal interrupts a long
    /// system call. Returns true if it stands still in the end, or was killed.
    fn stops_late(&mut self, process: &mut BotProcess) -> bool {
        let last = Instant::now() + RUNS_ON;
        while let Some(before) = process.cpu() {
            let stopped = process.freeze(Instant::now() + STEP);
            // What ended children have used may leave the sum; it then counts as the whole interval.
            let used = process.cpu().map_or(Duration::ZERO, |now| {
                now.checked_sub(before).unwrap_or(STEP)
            });
            self.ran_on += used;
            if stopped {
                return true;
            }
            if used < IDLE {
                return false;
            }
            if Instant::now() >= last {
                process.kill();
                return true;
            }
        }
        false
    }

    /// Returns the CPU time that the bot used after it was suspended, once.
    pub(crate) fn take_ran_on(&mut self) -> Duration {
        std::mem::take(&mut self.ran_on)
    }
}
