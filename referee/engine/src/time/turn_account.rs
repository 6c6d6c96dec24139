//! Accounts for the time of a turn: how much of it the machine took, and what follows for a late answer.

use std::time::Duration;

use referee_record::{Lateness, SeatAssignment, TimeBreakdown, nanos};

use crate::process::status::CpuUsage;

/// Below these bounds time that others take is noise: with coarse counters, and with exact ones.
const NOISE_COARSE: Duration = Duration::from_millis(20);
const NOISE: Duration = Duration::from_millis(5);
/// Part of a turn, one in so many, that others may take without being seen as what made a bot late.
const QUIET: u64 = 10;
/// Every thread waits a little each time it is given a core, which isn't anyone's fault; in nanoseconds.
const WAKING_NS: u64 = 1_000_000;

/// Measurements of a turn, in nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Passed {
    /// Time since the counters were first read.
    pub(crate) watched: u64,
    /// Time before that, without the CPU time of the bot and of this thread.
    pub(crate) head: u64,
    /// Usage of the bot while it was watched.
    pub(crate) bot: CpuUsage,
    /// For how long up to now each look has found it ready to run.
    pub(crate) runnable: u64,
    /// For how long in all it was ready to run, by the looks at it.
    pub(crate) ready: u64,
    /// For how long up to now the looks at it have found it ready to run but never running. The kernel counts that wait,
    /// and a quota that stops it, once it is over.
    pub(crate) pending: u64,
    /// CPU time of opponents that weren't suspended.
    pub(crate) rivals: u64,
    /// Time in which the game's cores were busy, all together.
    pub(crate) busy: u64,
    /// Time that the machine's host took from one of these cores, on average.
    pub(crate) steal: u64,
    /// Time in which CPU quotas stopped the run, all cores together.
    pub(crate) throttled: u64,
    /// CPU time of programs outside the run that may use these cores.
    pub(crate) programs: u64,
    /// True if `busy` is exact.
    pub(crate) fine: bool,
    /// Part of `busy` in which the kernel's own threads ran. It excuses nothing: it is unknown on whose
    /// behalf they run, and a bot can give them as much to do as it likes.
    pub(crate) kernel: u64,
    /// CPU time of this thread.
    pub(crate) own_cpu: u64,
    /// How long question and answer may have waited before this thread had a core to send or read them.
    pub(crate) unattended: u64,
    /// How long the referee was held up.
    pub(crate) held: u64,
}

/// Breakdown of a turn's time, and the opponent that took the most of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct TurnAccount {
    pub(crate) shares: TimeBreakdown,
    pub(crate) rivals: u64,
    pub(crate) rival: Option<char>,
    /// Parts of the stolen time: what the machine's host took, and what CPU quotas did, in nanoseconds.
    pub(crate) host: u64,
    pub(crate) quota: u64,
    /// Names of the programs outside the run that ran longest.
    pub(crate) names: Vec<String>,
    /// After how long to look again, where the bot may wait for its core at this moment.
    pub(crate) settling: Option<Duration>,
}

/// What happens to a bot that sent nothing by its deadline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Overtime {
    /// The referee waits for it, until so long after the deadline.
    Wait(Duration),
    /// The bot hasn't had its time, and the referee waits no longer; holds the reason.
    Void(String),
    /// The bot has had its time.
    Over,
}

impl Passed {
    /// Breaks down the time of a turn that was allowed `allowed`. The work that a bot `hides` looks as if
    /// others had done it; `hides` is called only if it matters.
    pub(crate) fn account(&self, allowed: Duration, hides: impl FnOnce() -> bool) -> TurnAccount {
        let (cpu, referee_cpu) = (self.bot.cpu_ns, self.own_cpu);
        // Others can't take more from a bot than it has waited; time in which the referee couldn't see the
        // answer counts, too. The bot's wait for the referee itself was not the doing of others.
        let waited = self.queued().map_or(u64::MAX, |wait| {
            wait.saturating_sub(referee_cpu)
                .saturating_add(self.unattended)
        });
        let outside = self
            .busy
            .saturating_sub(cpu + self.rivals + referee_cpu + self.kernel)
            .min(waited);
        // A bot that sleeps loses nothing by them, unless the referee could neither ask it nor see its answer: a quota
        // stops both.
        let ready = self.ready.saturating_sub(cpu) + self.head + self.unattended;
        let ready = ready.min(self.unrun());
        let host = self.steal.min(ready);
        let quota = self.throttled.min(ready - host);
        let mut account = TurnAccount {
            shares: TimeBreakdown {
                cpu_ns: cpu,
                held_ns: self.held.saturating_sub(quota),
                ..TimeBreakdown::default()
            },
            rivals: self.rivals.min(waited - outside),
            host,
            quota,
            ..TurnAccount::default()
        };
        let floor = NOISE.max(allowed / 100);
        let coarse = if self.fine {
            floor
        } else {
            NOISE_COARSE.max(floor)
        };
        let sure = host + quota;
        let (stolen, kept) = ((outside + sure).min(self.unrun()), self.kept());
        let is_noise = |ns: u64, noise: Duration| Duration::from_nanos(ns) <= noise;
        let all = stolen + account.rivals + account.shares.held_ns;
        if is_noise(all, coarse) && is_noise(kept, floor) {
            account.rivals = 0;
            account.shares.held_ns = 0;
            return account;
        }
        let shares = &mut account.shares;
        if !is_noise(outside.max(kept), floor) && hides() {
            (shares.stolen_ns, shares.wait_ns) = (sure, account.rivals);
        } else {
            shares.stolen_ns = stolen;
            shares.wait_ns = kept.saturating_sub(stolen).max(account.rivals);
        }
        // The same cause may have kept the referee and the bot waiting: no moment counts twice.
        let left = self
            .unrun()
            .saturating_sub(shares.stolen_ns + shares.held_ns);
        shares.wait_ns = shares.wait_ns.min(left);
        let all = shares.stolen_ns + shares.wait_ns;
        let programs = self.programs.min(all.saturating_sub(sure + account.rivals));
        // Where games are played again others may use so much: with that a bot could be late at will.
        let seen = sure + programs;
        shares.seen_ns = if seen < nanos(allowed).div_ceil(QUIET) {
            0
        } else {
            seen
        };
        account
    }

    /// Returns how long the bot didn't run, in nanoseconds.
    fn unrun(&self) -> u64 {
        (self.watched + self.head).saturating_sub(self.bot.cpu_ns)
    }

    /// Returns for how long up to now the bot has waited, in nanoseconds: the kernel counts what runs by its ticks, so
    /// that who runs seems to stand for a moment.
    fn pending(&self) -> u64 {
        let is_sure = Duration::from_nanos(self.pending) > NOISE_COARSE;
        if is_sure { self.pending } else { 0 }
    }

    /// Returns how long the bot waited, in nanoseconds, where the system tells. The kernel counts a wait when
    /// it is over, and a bot may wait for a crowded core for the whole turn: so a bot that was ready to run
    /// all the while has waited for as long as it hasn't run.
    fn queued(&self) -> Option<u64> {
        let wait = self.bot.wait_ns? + self.pending();
        let unrun = self.watched.saturating_sub(self.bot.cpu_ns);
        Some(wait.max(self.runnable.min(unrun)))
    }

    /// Returns how long the bot was kept from its core for sure, whatever ran there, in nanoseconds: without
    /// the time that its threads may have waited for each other, and without the cost of every wake-up.
    fn kept(&self) -> u64 {
        let Some(wait) = self.bot.wait_ns else {
            return 0;
        };
        let its_own = self.bot.threads * self.bot.cpu_ns + self.bot.slices * WAKING_NS;
        let counted = wait.saturating_sub(its_own) + self.pending();
        let looked = self.runnable.min(self.watched);
        let looked = looked.saturating_sub(self.bot.cpu_ns + its_own);
        let theirs = self.unrun().saturating_sub(self.own_cpu + self.kernel);
        counted.max(looked).saturating_sub(self.kernel).min(theirs)
    }
}

impl TurnAccount {
    /// Decides about a bot that sent nothing by `by` after its deadline: the referee waits as much longer as
    /// others took from it, but no longer than `most`. It judges nobody while it isn't known what they took.
    pub(crate) fn overtime(
        &self,
        by: Duration,
        most: Duration,
        seats: &[SeatAssignment],
    ) -> Overtime {
        let excuse = self.excuse();
        let more = excuse.min(most);
        if by < more {
            return Overtime::Wait(more);
        }
        if let Some(more) = self.settling.filter(|_| by < most) {
            return Overtime::Wait((by + more).min(most));
        }
        if by > excuse {
            return Overtime::Over;
        }
        let (why, late) = (self.blame(seats), by.as_secs_f64());
        Overtime::Void(format!(
            "{why}, and {late:.1} s after the deadline the bot hadn't had its time yet"
        ))
    }

    /// Returns how much longer the bot may have taken without its own fault.
    pub(crate) fn excuse(&self) -> Duration {
        Duration::from_nanos(self.shares.excuse_ns())
    }

    /// Returns the lateness of a seat that was late by `by` and is excused, in a turn that was allowed `allowed`;
    /// `None` where an opponent made it late.
    pub(crate) fn lateness(&self, by: Duration, allowed: Duration, seat: char) -> Option<Lateness> {
        let floor = nanos(NOISE.max(allowed / 100));
        (self.rivals <= floor).then_some(Lateness {
            // The writer of the record fills in what follows from the attempts.
            attempt: 0,
            always: false,
            seat,
            late_ns: nanos(by),
            shares: self.shares,
        })
    }

    /// Describes the main cause of the delay in words.
    pub(crate) fn blame(&self, seats: &[SeatAssignment]) -> String {
        let ms = |ns: u64| ns / 1_000_000;
        let (wait, stolen, held) = (
            self.shares.wait_ns,
            self.shares.stolen_ns,
            self.shares.held_ns,
        );
        if held + stolen + wait == 0 {
            return "the referee was held up".to_owned();
        }
        if held >= stolen && held >= wait {
            return format!("the referee was held up for {} ms", ms(held));
        }
        if stolen >= wait && self.quota >= stolen / 2 {
            return format!("a CPU quota stopped this run for {} ms", ms(self.quota));
        }
        if stolen >= wait && self.host >= stolen / 2 {
            return format!("the machine's host took {} ms of its core", ms(self.host));
        }
        if stolen >= wait {
            let seen = self.shares.seen_ns >= stolen / 2 && !self.names.is_empty();
            let who = if seen {
                format!("programs outside this run ({})", self.names.join(", "))
            } else {
                "programs outside this game".to_owned()
            };
            return format!("{who} took {} ms of its core", ms(stolen));
        }
        if self.rivals < wait {
            return format!("the bot was kept from its core for {} ms", ms(wait));
        }
        let seat = self.rival.unwrap_or('?');
        let bot = seats.iter().find(|seated| seated.seat == seat);
        let bot = bot.map_or("its opponent", |seated| seated.bot.as_str());
        format!(
            "{bot} (seat {seat}), which was not frozen, took {} ms of the core",
            ms(wait)
        )
    }
}

#[cfg(test)]
mod tests;
