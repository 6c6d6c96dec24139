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
/// CPU time that a bot may use between the two looks at it in a turn of another, and still be suspended late.
const TOLERATED: Duration = Duration::from_micros(200);

/// How a bot is suspended.
#[derive(Default)]
pub(crate) struct Suspension {
    /// True if the bot is suspended while it isn't asked.
    pub(crate) wanted: bool,
    pub(crate) trust: Trust,
    /// Its CPU time at the first look at it in the turn of another.
    noted: Option<Duration>,
    /// True if the bot once couldn't be suspended; further attempts then get only a short time.
    missed: bool,
    /// CPU time that the bot used after it was suspended, and that wasn't charged yet.
    ran_on: Duration,
}

/// Turns of others that begin with a new bot suspended.
const FIRST_TURNS: u32 = 8;

/// For how many turns of others a bot is suspended before they begin.
#[derive(Clone, Copy)]
pub(crate) struct Trust {
    /// Such turns to come; `u32::MAX` for good.
    turns: u32,
    /// Such turns after the next doubt.
    doubted: u32,
}

impl Default for Trust {
    fn default() -> Trust {
        Trust {
            turns: FIRST_TURNS,
            doubted: 2 * FIRST_TURNS,
        }
    }
}

impl Trust {
    /// Takes the trust away: the bot used CPU time in the turn of another, wrote something between its turns, or
    /// didn't stop.
    pub(crate) fn loses(&mut self) {
        self.turns = u32::MAX;
    }

    /// Takes it away for a while, as something kept the referee from its core in the turn of another: twice as
    /// long each time.
    pub(crate) fn doubts(&mut self) {
        self.turns = self.turns.max(self.doubted);
        self.doubted = self.doubted.saturating_mul(2);
    }

    /// Tells if the bot may run on when the turn of another begins; called once for each.
    pub(crate) fn may_run_on(&mut self) -> bool {
        let may = self.turns == 0;
        if self.turns != u32::MAX {
            self.turns = self.turns.saturating_sub(1);
        }
        may
    }

    /// Tells if there is full trust.
    pub(crate) fn is_whole(self) -> bool {
        self.turns == 0
    }
}

impl Suspension {
    /// Begins a game in which the bot is suspended while it isn't asked, if that is `wanted`.
    pub(crate) fn begin(&mut self, wanted: bool) {
        self.wanted = wanted;
        self.ran_on = Duration::ZERO;
    }

    /// Suspends the bot, if the game is played that way and it isn't suspended. A bot that can't be stopped soon,
    /// and does nothing, is left as it is; later calls wait less for it.
    pub(crate) fn suspend(&mut self, process: &mut BotProcess) {
        if !self.wanted || process.frozen().is_some() {
            return;
        }
        let deadline = Instant::now() + if self.missed { SHORT_STOP } else { STOP };
        let surely = process.freeze(deadline);
        if !surely {
            self.trust.loses();
        }
        // Where stops aren't confirmed, the answer comes before the deadline.
        if !surely && Instant::now() >= deadline {
            self.missed = !self.stops_late(process);
        }
    }

    /// Notes the CPU time of a bot that runs on in the turn of another.
    pub(crate) fn note_cpu(&mut self, process: &BotProcess) {
        self.noted = process.cpu();
        if self.noted.is_none() {
            self.trust.loses();
        }
    }

    /// Resumes the bot, after judging what it used between [`Suspension::note_cpu`] and its stop: while a bot
    /// runs, or has only just been stopped, the kernel's figure is out of date.
    pub(crate) fn resume(&mut self, process: &mut BotProcess) {
        if let Some(noted) = self.noted.take()
            && process.frozen().is_some()
        {
            // What ended children have used may leave the sum.
            let used = process.cpu().and_then(|now| now.checked_sub(noted));
            if used.is_none_or(|used| used > TOLERATED) {
                self.trust.loses();
            }
        }
        process.thaw();
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns how many turns of others begin with the bot suspended, at most 1000.
    fn suspended(trust: &mut Trust) -> usize {
        (0..1000).take_while(|_| !trust.may_run_on()).count()
    }

    #[test]
    fn trust_is_earned_and_lost_for_longer_each_time() {
        let mut trust = Trust::default();
        assert_eq!(suspended(&mut trust), 8);
        trust.doubts();
        assert_eq!(suspended(&mut trust), 16);
        trust.doubts();
        assert_eq!(suspended(&mut trust), 32);
        trust.loses();
        assert_eq!(suspended(&mut trust), 1000);
        trust.doubts();
        assert_eq!(suspended(&mut trust), 1000);
    }
}
