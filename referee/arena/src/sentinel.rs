//! The sentinel: what the time of a slow turn went to, and how much of it was no fault of the bot's.
//!
//! A fast turn costs nothing: counters are read when a turn has lasted a while, or before it where the
//! bot's last one was slow. From then on it wakes up now and then, to notice that the referee itself
//! was held up.

use std::cell::Cell;
use std::time::{Duration, Instant};

use referee_record::{Chair, Shares};

use crate::body::Used;
use crate::counters::{self, Busy};
use crate::player::Player;

/// A turn that lasts longer is watched.
pub(crate) const FIRST_LOOK: Duration = Duration::from_millis(5);
/// How often the referee looks whether it was held up.
const TICK: Duration = Duration::from_millis(100);
/// A wake-up that comes later by more than that has been held up.
const HELD: Duration = Duration::from_millis(20);
/// Of what others take, less than that is the noise of any machine; where the counters are coarse,
/// and exact.
const NOISE_COARSE: Duration = Duration::from_millis(20);
const NOISE: Duration = Duration::from_millis(5);

thread_local! {
    /// How long this thread had waited for a core when it was last asked.
    static WAITED: Cell<u64> = const { Cell::new(0) };
}

/// All counters at one moment.
struct Snapshot {
    at: Instant,
    bot: Option<Used>,
    /// CPU time of each of the others that isn't frozen for sure.
    rivals: Vec<u64>,
    cores: Option<Busy>,
    own_cpu: u64,
    own_wait: u64,
}

impl Snapshot {
    fn take(player: &Player, others: &[&mut Player]) -> Snapshot {
        let rival = |other: &&mut Player| match other.bot.process.frozen() {
            Some(true) => 0,
            _ => other.bot.process.used().map_or(0, |used| used.cpu_ns),
        };
        Snapshot {
            at: Instant::now(),
            bot: player.bot.process.used(),
            rivals: others.iter().map(rival).collect(),
            cores: counters::busy(),
            own_cpu: counters::own_cpu(),
            own_wait: counters::own_wait(),
        }
    }
}

/// Watches over one turn.
pub(crate) struct Sentinel {
    start: Instant,
    base: Option<Snapshot>,
    /// By how much wake-ups came late, as far as this thread wasn't waiting for a core.
    held: Duration,
    /// The same of the last wake-up alone.
    held_last: Duration,
}

/// What a turn's time went to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Account {
    pub(crate) shares: Shares,
    /// What opponents took that weren't frozen, and which of them took the most.
    rivals: Duration,
    rival: Option<char>,
    /// How long the referee stood still.
    held: Duration,
    /// How much of all this is noise.
    noise: Duration,
}

impl Sentinel {
    /// Before the clock of a turn starts; where it is `slow` in all likelihood, counters are read.
    pub(crate) fn begin(player: &Player, others: &[&mut Player], slow: bool) -> Sentinel {
        let base = slow.then(|| Snapshot::take(player, others));
        if let Some(base) = &base {
            WAITED.set(base.own_wait);
        }
        Sentinel {
            start: Instant::now(),
            base,
            held: Duration::ZERO,
            held_last: Duration::ZERO,
        }
    }

    /// When to wake up at the latest.
    pub(crate) fn due(&self, now: Instant) -> Instant {
        match self.base {
            None => self.start + FIRST_LOOK,
            Some(_) => now + TICK,
        }
    }

    /// Notes a wake-up that was planned for then, by a wait that began at `since`.
    pub(crate) fn woke(&mut self, planned: Instant, since: Instant) {
        let late = Instant::now().saturating_duration_since(planned.max(since));
        self.held_last = Duration::ZERO;
        if late > HELD {
            let wait = counters::own_wait();
            let waited = Duration::from_nanos(wait.saturating_sub(WAITED.replace(wait)));
            self.held_last = late.saturating_sub(waited);
            self.held += self.held_last;
        }
    }

    /// Reads the counters, when a turn has lasted a while: while it is `quiet`, as the answer would be
    /// seen late else, but not for ever if it never is.
    pub(crate) fn look(&mut self, quiet: bool, player: &Player, others: &[&mut Player]) {
        let after = if quiet { FIRST_LOOK } else { 4 * FIRST_LOOK };
        if self.base.is_none() && self.start.elapsed() >= after {
            let base = Snapshot::take(player, others);
            WAITED.set(base.own_wait);
            self.base = Some(base);
        }
    }

    /// Whether the referee stood still just before it saw what it sees now.
    pub(crate) fn was_held(&self) -> bool {
        self.held_last > HELD
    }

    /// What the time went to since this turn is watched.
    pub(crate) fn account(
        &self,
        player: &mut Player,
        others: &[&mut Player],
        allowed: Duration,
    ) -> Account {
        let held = if self.held > HELD {
            self.held
        } else {
            Duration::ZERO
        };
        let Some(base) = &self.base else {
            return Account {
                held,
                ..Account::default()
            };
        };
        let now = Snapshot::take(player, others);
        let watched = now.at - base.at;
        let used = now
            .bot
            .zip(base.bot)
            .map(|(now, then)| since(now, then, watched));
        let (cpu_ns, wait) = used.unwrap_or_default();
        let pairs = now.rivals.iter().zip(&base.rivals);
        let rivals: Vec<u64> = pairs.map(|(n, t)| n.saturating_sub(*t)).collect();
        let all_rivals: u64 = rivals.iter().sum();
        let own = now.own_cpu.saturating_sub(base.own_cpu);
        let own_wait = now.own_wait.saturating_sub(base.own_wait);
        let (busy, steal, fine) = match now.cores.zip(base.cores) {
            Some((n, t)) => (
                n.ran_ns.saturating_sub(t.ran_ns),
                n.steal_ns.saturating_sub(t.steal_ns),
                n.fine,
            ),
            None => (0, 0, false),
        };
        let outside = busy.saturating_sub(cpu_ns + all_rivals + own);
        // Nobody takes more from a bot than it has waited; what keeps the referee from seeing the
        // answer counts, too. What the two waited for each other was nobody else's doing.
        let waited = wait.map_or(u64::MAX, |wait| {
            let theirs = wait.saturating_sub(own);
            theirs.saturating_add(own_wait.saturating_sub(cpu_ns + all_rivals))
        });
        let noise = (if fine { NOISE } else { NOISE_COARSE }).max(allowed / 100);
        let mut outside = outside.min(waited);
        // Work of the bot's own that nobody could count looks as if others had done it.
        if Duration::from_nanos(outside) > noise && player.bot.process.may_hide_work() {
            outside = 0;
        }
        let most = rivals.iter().enumerate().max_by_key(|(_, ns)| **ns);
        Account {
            shares: Shares {
                cpu_ns,
                wait_ns: wait.unwrap_or(0),
                stolen_ns: outside + steal,
            },
            rivals: Duration::from_nanos(all_rivals.min(waited - outside)),
            rival: most.and_then(|(i, _)| others.get(i).map(|other| other.measure.seat)),
            held,
            noise,
        }
    }
}

/// CPU time, and the time that it waited where that is told. The kernel counts a wait when it is
/// over, and a crowded core may be kept from a bot for the whole turn: so a bot that could run has
/// waited for as long as it hasn't run.
fn since(now: Used, then: Used, watched: Duration) -> (u64, Option<u64>) {
    let cpu = now.cpu_ns.saturating_sub(then.cpu_ns);
    let told = now.wait_ns.zip(then.wait_ns);
    let wait = told.map(|(now, then)| now.saturating_sub(then));
    let watched = u64::try_from(watched.as_nanos()).unwrap_or(u64::MAX);
    let queued = |wait: u64| wait.max(watched.saturating_sub(cpu));
    (cpu, if now.ready { wait.map(queued) } else { wait })
}

/// What becomes of a bot from which nothing came by its deadline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Overtime {
    /// It is waited for, until so long after the deadline.
    Wait(Duration),
    /// It hasn't had its time, and isn't waited for any longer.
    Void(String),
    /// It has had its time.
    Over,
}

impl Account {
    /// What becomes of a bot from which nothing came `by` so long after its deadline: what others took
    /// is waited for, but no longer than `most`.
    pub(crate) fn overtime(&self, by: Duration, most: Duration, seats: &[Chair]) -> Overtime {
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

    /// How much longer the bot may have taken for no fault of its own; nothing, where that is noise.
    pub(crate) fn excuse(&self) -> Duration {
        let all = self.stolen() + self.rivals + self.held;
        if all > self.noise {
            all
        } else {
            Duration::ZERO
        }
    }

    /// Who is to blame, in words; what is the most of it.
    pub(crate) fn blame(&self, seats: &[Chair]) -> String {
        let ms = |time: Duration| time.as_millis();
        let (stolen, rivals, held) = (self.stolen(), self.rivals, self.held);
        if held >= stolen && held >= rivals {
            return format!("the referee was held up for {} ms", ms(held));
        }
        if stolen >= rivals {
            return format!(
                "programs outside this game took {} ms of its core",
                ms(stolen)
            );
        }
        let seat = self.rival.unwrap_or('?');
        let bot = seats.iter().find(|chair| chair.seat == seat);
        let bot = bot.map_or("its opponent", |chair| chair.bot.as_str());
        format!(
            "{bot} (seat {seat}), which was not frozen, took {} ms of the core",
            ms(rivals)
        )
    }

    fn stolen(&self) -> Duration {
        Duration::from_nanos(self.shares.stolen_ns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account(stolen: u64, rivals: u64, held: u64) -> Account {
        let ms = Duration::from_millis;
        Account {
            shares: Shares {
                stolen_ns: stolen * 1_000_000,
                ..Shares::default()
            },
            rivals: ms(rivals),
            rival: Some('B'),
            held: ms(held),
            noise: ms(20),
        }
    }

    #[test]
    fn noise_is_no_excuse() {
        assert_eq!(account(10, 5, 0).excuse(), Duration::ZERO);
        assert_eq!(account(10, 15, 0).excuse(), Duration::from_millis(25));
    }

    #[test]
    fn what_others_took_is_waited_for_within_bounds() {
        let ms = Duration::from_millis;
        let overtime = |by: u64, stolen: u64| account(stolen, 0, 0).overtime(ms(by), ms(100), &[]);
        assert_eq!(overtime(10, 60), Overtime::Wait(ms(60)));
        assert_eq!(overtime(10, 900), Overtime::Wait(ms(100)));
        assert!(matches!(overtime(100, 900), Overtime::Void(why) if why.contains("took 900 ms")));
        assert_eq!(overtime(61, 60), Overtime::Over);
        assert_eq!(overtime(1, 10), Overtime::Over, "noise");
    }

    #[test]
    fn who_is_kept_from_its_core_has_waited() {
        let used = |cpu_ns, wait_ns, ready| Used {
            cpu_ns,
            wait_ns: Some(wait_ns),
            ready,
        };
        let watched = Duration::from_nanos(300);
        let waited = |now| since(now, used(10, 5, true), watched);
        assert_eq!(waited(used(30, 6, true)), (20, Some(280)));
        assert_eq!(waited(used(30, 6, false)), (20, Some(1)));
        assert_eq!(waited(used(30, 905, true)), (20, Some(900)));
    }

    #[test]
    fn the_greatest_part_is_named() {
        let blame = |account: Account| account.blame(&[]);
        assert!(blame(account(50, 20, 0)).starts_with("programs outside"));
        assert!(blame(account(10, 20, 0)).contains("(seat B)"));
        assert_eq!(
            blame(account(1, 2, 30)),
            "the referee was held up for 30 ms"
        );
    }
}
