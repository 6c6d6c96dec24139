//! Suspends a bot while it isn't asked, and measures what it uses all the same.

use std::time::{Duration, Instant};

use crate::process::bot_process::BotProcess;

/// Time within which a bot stops, and the time that one gets which once missed it.
const STOP: Duration = Duration::from_millis(250);
const SHORT_STOP: Duration = Duration::from_millis(10);
/// Time after which a suspended bot is killed that still uses CPU time, and the interval between looks at that.
const RUNS_ON: Duration = Duration::from_secs(5);
const STEP: Duration = Duration::from_millis(50);
/// A suspended bot that uses less CPU time than this in an interval does nothing.
const IDLE: Duration = Duration::from_millis(1);
/// CPU time that a bot may use after its answer, and still be trusted: to finish its output, and to wait.
const TOLERATED: Duration = Duration::from_micros(300);
/// Quick answers of a bot after which its CPU time is read again: that takes as long as much else in a quick turn.
const ANSWERS: u32 = 16;
/// Turns of others that begin with a new bot suspended.
const FIRST_TURNS: u32 = 8;

/// For how many turns of others a bot is suspended before they begin; `u32::MAX` for good.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Trust(u32);

impl Default for Trust {
    fn default() -> Trust {
        Trust(FIRST_TURNS)
    }
}

impl Trust {
    /// Takes the trust away: the bot used CPU time in the turn of another, wrote something between its turns, or
    /// didn't stop.
    pub(crate) fn loses(&mut self) {
        self.0 = u32::MAX;
    }

    /// Notes that a turn of another begins; returns true if the bot may run on in it.
    pub(crate) fn may_run_on(&mut self) -> bool {
        let may = self.is_whole();
        if !self.is_lost() {
            self.0 = self.0.saturating_sub(1);
        }
        may
    }

    /// Tells if the trust is lost for good.
    pub(crate) fn is_lost(self) -> bool {
        self.0 == u32::MAX
    }

    fn is_whole(self) -> bool {
        self.0 == 0
    }
}

/// A bot that runs on though it isn't asked.
#[derive(Clone, Copy)]
struct RunningOn {
    /// When it last answered.
    at: Instant,
    /// Its CPU time some answers ago.
    cpu: Duration,
    /// Length of its own turns whose CPU time may not be in that.
    own: Duration,
    answers: u32,
}

/// How a bot is suspended.
#[derive(Default)]
pub(crate) struct Suspension {
    /// True if the bot is suspended while it isn't asked.
    pub(crate) wanted: bool,
    pub(crate) trust: Trust,
    running_on: Option<RunningOn>,
    /// True if the bot once couldn't be suspended; further attempts then get only a short time.
    missed: bool,
    /// CPU time that the bot used after it was suspended, and that wasn't charged yet.
    ran_on: Duration,
}

impl Suspension {
    /// Begins a game in which the bot is suspended while it isn't asked, if that is `wanted`.
    pub(crate) fn begin(&mut self, wanted: bool, process: &BotProcess) {
        self.wanted = wanted;
        self.ran_on = Duration::ZERO;
        // Only a bot that is kept from an earlier game is trusted already; what it did between them doesn't count.
        self.running_on = None;
        if wanted && self.trust.is_whole() && process.frozen().is_none() {
            self.note(process, Duration::ZERO);
        }
    }

    /// Suspends a bot after its answer, or lets it run on at first, if its turn was `quick` and it is trusted.
    pub(crate) fn after_answer(&mut self, process: &mut BotProcess, quick: Option<Duration>) {
        match quick.filter(|_| self.wanted && self.trust.is_whole()) {
            Some(turn) => self.note(process, turn),
            None => self.suspend(process),
        }
    }

    /// Notes the CPU time of a bot that runs on after a turn of this length. Where the kernel doesn't count it for
    /// all its processes together, there is no trust.
    fn note(&mut self, process: &BotProcess, turn: Duration) {
        let at = Instant::now();
        let lately = self.running_on.filter(|last| last.answers < ANSWERS);
        self.running_on = match lately {
            Some(last) => Some(RunningOn {
                at,
                own: last.own + turn,
                answers: last.answers + 1,
                ..last
            }),
            None => process.counted_cpu().map(|cpu| RunningOn {
                at,
                cpu,
                own: turn,
                answers: 1,
            }),
        };
        if self.running_on.is_none() {
            self.trust.loses();
        }
    }

    /// Returns the CPU time that a bot which runs on in the turn of another had at its beginning, at most.
    pub(crate) fn ran_on_from(&self) -> Option<Duration> {
        self.running_on.map(|it| it.cpu + it.own)
    }

    /// Judges what a bot did in the turn of another: once it is stopped, or has run on for so long that it can be
    /// told.
    pub(crate) fn judge(&mut self, process: &BotProcess) {
        let is_due = |it: &RunningOn| process.frozen().is_some() || it.at.elapsed() >= TOLERATED;
        let Some(then) = self.running_on.take_if(|it| is_due(it)) else {
            return;
        };
        // What ended children have used may leave the sum.
        let used = process
            .counted_cpu()
            .and_then(|now| now.checked_sub(then.cpu));
        if used.is_none_or(|used| used > TOLERATED + then.own) {
            self.trust.loses();
        }
    }

    /// Resumes the bot, after judging it.
    pub(crate) fn resume(&mut self, process: &mut BotProcess) {
        self.judge(process);
        process.thaw();
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
    fn trust_is_earned_and_lost_for_good() {
        let mut trust = Trust::default();
        assert_eq!(suspended(&mut trust), 8);
        assert_eq!(suspended(&mut trust), 0);
        trust.loses();
        assert_eq!(suspended(&mut trust), 1000);
    }
}
