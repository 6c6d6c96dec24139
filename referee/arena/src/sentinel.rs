//! The sentinel: what the time of a slow turn went to, and how much of it was no fault of the bot's.
//!
//! A fast turn costs nothing: counters are read when a turn has lasted a while, or before it where the
//! bot's last one was slow. From then on it wakes up now and then, to notice that the referee itself
//! was held up.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::account::{Account, Passed};
use crate::body::Used;
use crate::counters::{self, Busy};
use crate::player::Player;

/// A turn that lasts longer is watched.
pub(crate) const FIRST_LOOK: Duration = Duration::from_millis(5);
/// How often the referee looks whether it was held up.
const TICK: Duration = Duration::from_millis(100);
/// A wake-up that comes later by more than that has been held up.
const HELD: Duration = Duration::from_millis(20);
/// By then there is a first look, unless the referee is held up itself.
const LAST_LOOK: Duration = Duration::from_millis(20);
/// Where this thread waits that long for its core, so many turns more are watched from their beginning.
const CROWDED: Duration = Duration::from_millis(5);
const CROWDED_TURNS: u32 = 100;

thread_local! {
    /// How long this thread had waited for a core when it was last asked.
    static WAITED: Cell<u64> = const { Cell::new(0) };
    /// Turns that are still to be watched from their beginning, as the machine is crowded.
    static WARY: Cell<u32> = const { Cell::new(0) };
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
    start_cpu: u64,
    base: Option<Snapshot>,
    /// What passed before the first look, but for what the bot and this thread ran.
    head: Duration,
    /// By how much wake-ups came late, as far as this thread wasn't waiting for a core.
    held: Duration,
    /// The same of the last wake-up alone.
    held_last: Duration,
    /// When the bot was last looked at, and since when each look has found it able to run.
    looked: Instant,
    runnable: Option<Instant>,
}

impl Sentinel {
    /// Before the clock of a turn starts; where it is `slow` in all likelihood, counters are read.
    pub(crate) fn begin(player: &mut Player, others: &[&mut Player], slow: bool) -> Sentinel {
        let wary = WARY.replace(WARY.get().saturating_sub(1)) > 0;
        let mut sentinel = Sentinel {
            start: Instant::now(),
            start_cpu: counters::own_cpu(),
            base: None,
            head: Duration::ZERO,
            held: Duration::ZERO,
            held_last: Duration::ZERO,
            looked: Instant::now(),
            runnable: None,
        };
        if slow || wary {
            sentinel.first_look(player, others);
            sentinel.head = Duration::ZERO;
            // It is about to be woken by the question.
            sentinel.runnable = Some(sentinel.looked);
        }
        sentinel.start = Instant::now();
        sentinel
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
    /// seen late else, but not for ever if it never is. From then on it looks at each tick whether the bot
    /// could run.
    pub(crate) fn look(&mut self, quiet: bool, player: &mut Player, others: &[&mut Player]) {
        let after = if quiet { FIRST_LOOK } else { LAST_LOOK };
        if self.base.is_some() {
            if self.looked.elapsed() >= TICK {
                let ready = player.bot.process.used().is_some_and(|used| used.ready);
                self.notice(ready, Instant::now());
            }
        } else if self.start.elapsed() >= after {
            self.first_look(player, others);
        }
    }

    /// Notes whether the bot could run at a look: who sleeps between two of them waits for no core.
    fn notice(&mut self, ready: bool, at: Instant) {
        self.looked = at;
        self.runnable = if ready {
            self.runnable.or(Some(at))
        } else {
            None
        };
    }

    fn first_look(&mut self, player: &mut Player, others: &[&mut Player]) {
        if self.base.is_some() {
            return;
        }
        let base = Snapshot::take(player, others);
        WAITED.set(base.own_wait);
        let cpu = base.bot.map_or(0, |used| used.cpu_ns);
        // What it ran since it was last looked at is at least what it ran since the turn began.
        let bot = cpu.saturating_sub(player.seen_cpu);
        let own = base.own_cpu.saturating_sub(self.start_cpu);
        player.seen_cpu = cpu;
        let head = base.at.saturating_duration_since(self.start);
        self.head = head.saturating_sub(Duration::from_nanos(bot + own));
        self.notice(base.bot.is_some_and(|used| used.ready), base.at);
        self.base = Some(base);
    }

    /// Looks at the end of a turn that was not fast whether this thread had to wait for its core.
    pub(crate) fn end(&self) {
        let Some(base) = &self.base else { return };
        let wait = counters::own_wait().saturating_sub(base.own_wait);
        if Duration::from_nanos(wait) > CROWDED || self.head > LAST_LOOK {
            WARY.set(CROWDED_TURNS);
        }
    }

    /// Whether the referee stood still just before it saw what it sees now.
    pub(crate) fn was_held(&self) -> bool {
        self.held_last > HELD
    }

    /// What the time went to.
    pub(crate) fn account(
        &mut self,
        player: &mut Player,
        others: &[&mut Player],
        allowed: Duration,
    ) -> Account {
        // A referee that stood still from the beginning hasn't had a first look.
        self.first_look(player, others);
        let now = Snapshot::take(player, others);
        self.notice(now.bot.is_some_and(|used| used.ready), now.at);
        let Some(base) = &self.base else {
            return Account::default();
        };
        player.seen_cpu = now.bot.map_or(0, |used| used.cpu_ns);
        let pairs = now.rivals.iter().zip(&base.rivals);
        let rivals: Vec<u64> = pairs.map(|(n, t)| n.saturating_sub(*t)).collect();
        let (then, cores) = (
            base.cores.unwrap_or_default(),
            now.cores.unwrap_or_default(),
        );
        let held = self.held + self.head.saturating_sub(self.held + LAST_LOOK);
        let held = if held > HELD { held } else { Duration::ZERO };
        let passed = Passed {
            watched: nanos(now.at - base.at),
            head: nanos(self.head),
            bot: now.bot.zip(base.bot).map_or_else(Used::default, since),
            runnable: self.runnable.map_or(0, |since| nanos(now.at - since)),
            rivals: rivals.iter().sum(),
            busy: cores.ran_ns.saturating_sub(then.ran_ns),
            steal: cores.steal_ns.saturating_sub(then.steal_ns),
            fine: cores.fine,
            own_cpu: now.own_cpu.saturating_sub(base.own_cpu),
            own_wait: now.own_wait.saturating_sub(base.own_wait),
            held: nanos(held),
        };
        let most = rivals.iter().enumerate().max_by_key(|(_, ns)| **ns);
        Account {
            rival: most.and_then(|(i, _)| others.get(i).map(|other| other.measure.seat)),
            ..passed.account(allowed, || player.bot.process.may_hide_work())
        }
    }
}

/// What a bot used from one moment to another.
fn since((now, then): (Used, Used)) -> Used {
    let told = now.wait_ns.zip(then.wait_ns);
    Used {
        cpu_ns: now.cpu_ns.saturating_sub(then.cpu_ns),
        wait_ns: told.map(|(now, then)| now.saturating_sub(then)),
        slices: now.slices.saturating_sub(then.slices),
        ..now
    }
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
