//! Accounts for the time of a turn: how much of it the machine took, and what follows for a late answer.

use std::time::Duration;

use referee_record::{Lateness, SeatAssignment, TimeBreakdown};

use crate::process_status::CpuUsage;

/// Below these bounds time that others take is noise: with coarse counters, and with exact ones.
const NOISE_COARSE: Duration = Duration::from_millis(20);
const NOISE: Duration = Duration::from_millis(5);
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
    /// CPU time of opponents that weren't suspended.
    pub(crate) rivals: u64,
    /// Time in which the game's cores were busy, and time that the machine's host took from them.
    pub(crate) busy: u64,
    pub(crate) steal: u64,
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
        let mut account = TurnAccount {
            shares: TimeBreakdown {
                cpu_ns: cpu,
                held_ns: self.held,
                ..TimeBreakdown::default()
            },
            rivals: self.rivals.min(waited - outside),
            rival: None,
        };
        let floor = NOISE.max(allowed / 100);
        let coarse = if self.fine {
            floor
        } else {
            NOISE_COARSE.max(floor)
        };
        let (stolen, kept) = (outside + self.steal, self.kept());
        let is_noise = |ns: u64, noise: Duration| Duration::from_nanos(ns) <= noise;
        let all = stolen + account.rivals + self.held;
        if is_noise(all, coarse) && is_noise(kept, floor) {
            account.rivals = 0;
            account.shares.held_ns = 0;
            return account;
        }
        let shares = &mut account.shares;
        if !is_noise(outside.max(kept), floor) && hides() {
            (shares.stolen_ns, shares.wait_ns) = (self.steal, account.rivals);
        } else {
            shares.stolen_ns = stolen;
            shares.wait_ns = kept.saturating_sub(stolen).max(account.rivals);
        }
        // The same cause may have kept the referee and the bot waiting: no moment counts twice.
        let left = self
            .unrun()
            .saturating_sub(shares.stolen_ns + shares.held_ns);
        shares.wait_ns = shares.wait_ns.min(left);
        account
    }

    /// Returns how long the bot didn't run, in nanoseconds.
    fn unrun(&self) -> u64 {
        (self.watched + self.head).saturating_sub(self.bot.cpu_ns)
    }

    /// Returns how long the bot waited, in nanoseconds, where the system tells. The kernel counts a wait when
    /// it is over, and a bot may wait for a crowded core for the whole turn: so a bot that was ready to run
    /// all the while has waited for as long as it hasn't run.
    fn queued(&self) -> Option<u64> {
        let wait = self.bot.wait_ns?;
        let unrun = self.watched.saturating_sub(self.bot.cpu_ns);
        Some(wait.max(self.runnable.min(unrun)))
    }

    /// Returns how long the bot was kept from its core for sure, whatever ran there, in nanoseconds: without
    /// the time that its threads may have waited for each other, and without the cost of every wake-up.
    fn kept(&self) -> u64 {
        let Some(wait) = self.bot.wait_ns else {
            return 0;
        };
        let wait = if self.bot.slices == 0 {
            wait.max(self.runnable)
        } else {
            wait
        };
        let its_own = self.bot.threads * self.bot.cpu_ns + self.bot.slices * WAKING_NS;
        let theirs = self.unrun().saturating_sub(self.own_cpu + self.kernel);
        wait.saturating_sub(its_own + self.kernel).min(theirs)
    }
}

impl TurnAccount {
    /// Decides about a bot that sent nothing by `by` after its deadline: the referee waits as much longer as
    /// others took from it, but no longer than `most`.
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

    /// Returns the lateness that counts against a seat which was late by `by` and is excused, in a turn that
    /// was allowed `allowed`. Returns `None` where an opponent or the referee itself made it late, or where
    /// it hardly ran at all.
    pub(crate) fn lateness(&self, by: Duration, allowed: Duration, seat: char) -> Option<Lateness> {
        let nanos = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let late_ns = nanos(by);
        let others = self.rivals > 0 || late_ns <= self.shares.held_ns;
        let counts = !others && !self.shares.is_idle(nanos(allowed));
        counts.then_some(Lateness {
            // The writer of the record fills in the attempt.
            attempt: 0,
            seat,
            late_ns,
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
        if held >= stolen && held >= wait {
            return format!("the referee was held up for {} ms", ms(held));
        }
        if stolen >= wait {
            return format!(
                "programs outside this game took {} ms of its core",
                ms(stolen)
            );
        }
        if self.rivals < wait {
            return format!("the bot was kept from its core for {} ms", ms(wait));
        }
        let seat = self.rival.unwrap_or('?');
        let bot = seats.iter().find(|chair| chair.seat == seat);
        let bot = bot.map_or("its opponent", |chair| chair.bot.as_str());
        format!(
            "{bot} (seat {seat}), which was not frozen, took {} ms of the core",
            ms(wait)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;
    const ALLOWED: Duration = Duration::from_secs(1);

    /// Returns the measurements of a bot with one thread, on a core of which only it and others have anything.
    fn alone(watched: u64, cpu: u64, wait: u64) -> Passed {
        Passed {
            watched: watched * MS,
            bot: CpuUsage {
                cpu_ns: cpu * MS,
                wait_ns: Some(wait * MS),
                threads: 1,
                slices: 1,
                ready: false,
            },
            fine: true,
            ..Passed::default()
        }
    }

    fn account(passed: Passed) -> TurnAccount {
        TurnAccount {
            rival: Some('B'),
            ..passed.account(ALLOWED, || false)
        }
    }

    fn excuse(passed: Passed) -> u64 {
        account(passed).shares.excuse_ns() / MS
    }

    #[test]
    fn noise_is_no_excuse() {
        let others = |ms: u64| Passed {
            busy: ms * MS,
            ..alone(1000, 0, ms)
        };
        assert_eq!(excuse(others(10)), 0);
        assert_eq!(excuse(others(25)), 25);
    }

    #[test]
    fn a_wait_counts_once() {
        let crowded = Passed {
            busy: 400 * MS,
            ..alone(1000, 0, 700)
        };
        // One millisecond of it is the cost of waking up.
        let shares = account(crowded).shares;
        assert_eq!(shares.stolen_ns, 400 * MS);
        assert_eq!(shares.excuse_ns(), 699 * MS);
    }

    #[test]
    fn a_wait_that_began_unwatched_counts() {
        let late = Passed {
            head: 60 * MS,
            ..alone(5, 0, 64)
        };
        assert_eq!(excuse(late), 63);
        let longer = Passed {
            head: 20 * MS,
            ..alone(5, 0, 64)
        };
        assert_eq!(excuse(longer), 25, "nobody waits longer than the turn is");
    }

    #[test]
    fn who_is_kept_from_its_core_has_waited() {
        let mut passed = alone(300, 0, 0);
        passed.bot.slices = 0;
        assert_eq!(excuse(passed), 0);
        passed.runnable = 300 * MS;
        assert_eq!(excuse(passed), 300);
    }

    #[test]
    fn an_answer_that_lay_unread_came_earlier() {
        // The bot answered in time, others ran all the while, and the referee waited for its core.
        let passed = Passed {
            busy: 1050 * MS,
            unattended: 40 * MS,
            ..alone(1050, 960, 50)
        };
        assert_eq!(excuse(passed), 90);
        let quiet = Passed {
            busy: 960 * MS,
            ..passed
        };
        assert_eq!(excuse(quiet), 0, "nobody took anything");
    }

    #[test]
    fn a_bot_makes_itself_no_excuse() {
        // Eight threads of its own took turns, and then slept.
        let mut crowd = alone(1000, 160, 560);
        (crowd.bot.threads, crowd.bot.slices) = (8, 60);
        crowd.busy = 160 * MS;
        assert_eq!(excuse(crowd), 0);
        // It slept while others worked, and woke up shortly before the deadline.
        let mut sleeper = alone(1000, 1, 0);
        (sleeper.bot.ready, sleeper.bot.slices) = (true, 3);
        sleeper.busy = 400 * MS;
        assert_eq!(excuse(sleeper), 0);
        // It was woken again and again.
        let mut woken = alone(1000, 100, 300);
        woken.bot.slices = 100_000;
        woken.busy = 100 * MS;
        assert_eq!(excuse(woken), 0);
        // It is unknown what its child processes did.
        let hidden = Passed {
            busy: 900 * MS,
            ..alone(1000, 0, 900)
        };
        let shares = hidden.account(ALLOWED, || true).shares;
        assert_eq!(shares.excuse_ns(), 0);
    }

    #[test]
    fn what_others_took_is_waited_for_within_bounds() {
        let ms = Duration::from_millis;
        let overtime = |by: u64, stolen: u64| {
            let mut account = TurnAccount::default();
            account.shares.stolen_ns = stolen * MS;
            account.overtime(ms(by), ms(100), &[])
        };
        assert_eq!(overtime(10, 60), Overtime::Wait(ms(60)));
        assert_eq!(overtime(10, 900), Overtime::Wait(ms(100)));
        assert!(matches!(overtime(100, 900), Overtime::Void(why) if why.contains("took 900 ms")));
        assert_eq!(overtime(61, 60), Overtime::Over);
    }

    #[test]
    fn what_others_did_counts_against_nobody() {
        let ms = Duration::from_millis;
        let counts = |cpu: u64, rivals: u64, held: u64| {
            let mut account = TurnAccount {
                rivals,
                ..TurnAccount::default()
            };
            (account.shares.cpu_ns, account.shares.held_ns) = (cpu * MS, held * MS);
            account.shares.stolen_ns = 500 * MS;
            account.lateness(ms(100), ALLOWED, 'A').is_some()
        };
        assert!(counts(500, 0, 0));
        assert!(counts(50, 0, 99));
        assert!(!counts(49, 0, 0), "it hardly ran");
        assert!(!counts(500, 1, 0), "an opponent ran");
        assert!(!counts(500, 0, 100), "the referee stood still");
    }

    #[test]
    fn the_greatest_part_is_named() {
        let passed = |stolen: u64, rivals: u64, held: u64| Passed {
            busy: (stolen + rivals) * MS,
            rivals: rivals * MS,
            held: held * MS,
            ..alone(1000, 0, stolen + rivals)
        };
        let blame = |passed: Passed| account(passed).blame(&[]);
        assert!(blame(passed(50, 20, 0)).starts_with("programs outside"));
        assert!(blame(passed(10, 20, 0)).contains("(seat B)"));
        assert!(blame(alone(1000, 0, 90)).starts_with("the bot was kept"));
        assert_eq!(blame(passed(1, 2, 30)), "the referee was held up for 30 ms");
    }

    #[test]
    fn the_kernels_own_threads_are_nobodys_excuse() {
        let worked = |others: u64, kernel: u64| Passed {
            busy: (500 + others + kernel) * MS,
            kernel: kernel * MS,
            ..alone(1000, 500, others + kernel)
        };
        assert_eq!(excuse(worked(0, 400)), 0);
        assert_eq!(excuse(worked(300, 100)), 300);
        assert_eq!(excuse(worked(300, 0)), 300);
    }

    /// Generates counters of all sorts, consistent or not.
    fn generated(draw: &mut impl FnMut(u64) -> u64) -> Passed {
        let mut ms = |most: u64| draw(most) * MS;
        Passed {
            watched: ms(2000),
            head: ms(100),
            rivals: ms(50) * (ms(2) / MS),
            busy: ms(2000),
            kernel: ms(200),
            steal: ms(30),
            own_cpu: ms(3),
            unattended: ms(300),
            held: ms(40),
            bot: CpuUsage {
                cpu_ns: ms(500),
                wait_ns: (draw(5) > 0).then(|| draw(2000) * MS),
                threads: 1 + draw(4),
                slices: draw(300),
                ready: draw(2) > 0,
            },
            runnable: draw(2) * draw(2000) * MS,
            fine: draw(2) > 0,
        }
    }

    #[test]
    fn nobody_loses_by_what_the_record_excuses() {
        let mut seed = 1_u64;
        let mut draw = |most: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % most
        };
        let mut over = 0;
        for _ in 0..20_000 {
            let passed = generated(&mut draw);
            let account = passed.account(ALLOWED, || draw(4) == 0);
            let by = Duration::from_micros(draw(1_500_000));
            let most = ALLOWED + Duration::from_secs(1);
            let shares = account.shares;
            let excused = shares.wait_ns + shares.stolen_ns;
            if account.overtime(by, most, &[]) == Overtime::Over {
                over += 1;
                assert!(by.as_nanos() > u128::from(excused), "{passed:?} {by:?}");
            }
            // A bot can't gain more than the time in which it hasn't run, but for what host and referee took.
            let bot = &passed.bot;
            if shares.wait_ns > 0 {
                assert!(
                    shares.excuse_ns() <= passed.unrun(),
                    "{passed:?} {shares:?}"
                );
            }
            if bot.wait_ns.is_some() {
                let waited = passed.queued().unwrap_or(0) + passed.unattended + passed.steal;
                assert!(excused <= waited, "{passed:?} {shares:?}");
            }
        }
        assert!(over > 1000);
    }
}
