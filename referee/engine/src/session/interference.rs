//! Watches a slow turn for interference: where its time went, and how much of it was not the bot's fault.
//!
//! A fast turn costs nothing: counters are read when a turn has lasted a while, or before the turn where the
//! bot's last one was slow. From then on the monitor wakes up at intervals, to notice that the referee itself
//! was held up.

use std::cell::Cell;
use std::time::{Duration, Instant};

use referee_record::nanos;

use crate::machine::counters::{self, Busy};
use crate::machine::others;
use crate::process::status::CpuUsage;
use crate::session::player::Player;
use crate::time::standstill::{NOTICED, Standstill};
use crate::time::turn_account::{Passed, TurnAccount};

/// Turns that last longer are watched.
pub(crate) const FIRST_LOOK: Duration = Duration::from_millis(5);
/// Interval at which the referee checks that it wasn't held up.
const TICK: Duration = Duration::from_millis(100);
/// The first look at the counters comes by then, unless the referee is held up itself.
const LAST_LOOK: Duration = Duration::from_millis(20);
/// A bot that didn't run for at most so long since the last look, and is ready to run, runs.
const LATELY: Duration = Duration::from_millis(10);
/// Least time after which a late bot that may wait for its core is looked at again, and part of its wait, one in so many.
const SETTLING: Duration = Duration::from_millis(2);
const SETTLING_PART: u32 = 4;
/// Shorter waits for a core are ignored.
const NOTICED_NS: u64 = 1_000_000;
/// Where this thread waits that long for its core, the next [`CROWDED_TURNS`] turns are watched from their
/// beginning.
const CROWDED: Duration = Duration::from_millis(5);
const CROWDED_TURNS: u32 = 100;

thread_local! {
    /// Number of turns still to be watched from their beginning, as the machine is crowded.
    static WARY: Cell<u32> = const { Cell::new(0) };
}

/// All counters at one moment.
struct Snapshot {
    /// Read first: this thread may lose its core while it reads the rest.
    own_wait: u64,
    at: Instant,
    bot: Option<CpuUsage>,
    /// CPU time of each of the other bots, in nanoseconds: of one that runs on after its own turn, at the end of
    /// that; `None` if it was suspended for sure from the beginning.
    rivals: Vec<Option<u64>>,
    cores: Option<Busy>,
    /// For how long CPU quotas have stopped the run so far, in nanoseconds.
    throttled: u64,
    own_cpu: u64,
}

impl Snapshot {
    /// Reads all counters; the `base` is the first snapshot of the turn, if this isn't it.
    fn take(player: &Player, others: &[&mut Player], base: Option<&Snapshot>) -> Snapshot {
        let rival = |(i, other): (usize, &&mut Player)| {
            let bot = &other.bot;
            let now = || bot.process.cpu().map_or(0, nanos);
            match base {
                Some(base) => base.rivals.get(i).copied().flatten().map(|_| now()),
                None if bot.process.frozen() == Some(true) => {
                    bot.suspension.ran_on_from().map(nanos)
                }
                None => Some(bot.suspension.ran_on_from().map_or_else(now, nanos)),
            }
        };
        Snapshot {
            own_wait: counters::own_wait(),
            at: Instant::now(),
            bot: player.bot.process.used(),
            rivals: others.iter().enumerate().map(rival).collect(),
            cores: counters::busy(),
            throttled: counters::throttled(),
            own_cpu: counters::own_cpu(),
        }
    }
}

/// The counters of a turn at one moment.
#[derive(Clone, Copy, Debug)]
struct Mark {
    own_wait: u64,
    at: Instant,
    bot: CpuUsage,
}

impl Mark {
    fn of(snapshot: &Snapshot) -> Mark {
        Mark {
            at: snapshot.at,
            bot: snapshot.bot.unwrap_or_default(),
            own_wait: snapshot.own_wait,
        }
    }

    /// Returns how long a line may have waited for this thread by now, in nanoseconds: the time in which this
    /// thread waited for its core, and the bot neither ran nor was ready to run.
    fn unattended(&self, now: &Mark) -> u64 {
        let bot = since((now.bot, self.bot));
        if bot.ready {
            return 0;
        }
        let busy = bot.cpu_ns + bot.wait_ns.unwrap_or(0);
        let idle = nanos(now.at - self.at).saturating_sub(busy);
        now.own_wait.saturating_sub(self.own_wait).min(idle)
    }
}

/// Watches one turn for interference.
pub(crate) struct InterferenceMonitor {
    start: Instant,
    start_cpu: u64,
    base: Option<Snapshot>,
    /// Time before the first look, without the CPU time of the bot and of this thread.
    head: Duration,
    standstill: Standstill,
    /// When the bot was last looked at, and since when each look has found it ready to run.
    looked: Instant,
    runnable: Option<Instant>,
    /// How long it was ready to run, by the looks at it, and its usage at the last one.
    ready: Duration,
    seen: CpuUsage,
    /// Since when the looks at it have found it ready to run, but never running.
    pending: Option<Instant>,
    /// When the turn was judged last, the bot's CPU time by then, in nanoseconds, and whether it had run before that.
    judged: Option<(Instant, u64, bool)>,
    /// The last look, and the last one after which there was still nothing to read.
    last_mark: Option<Mark>,
    unanswered: Option<Mark>,
    /// How long the question may have waited to be sent, in nanoseconds.
    unsent: u64,
}

impl InterferenceMonitor {
    /// Begins before the clock of a turn starts; reads the counters at once where the turn is likely to be
    /// `slow`.
    pub(crate) fn begin(
        player: &mut Player,
        others: &[&mut Player],
        slow: bool,
    ) -> InterferenceMonitor {
        others::note();
        // A quota can stop bot and referee before there is a look.
        let wary = WARY.replace(WARY.get().saturating_sub(1)) > 0 || counters::has_quota();
        let start = Instant::now();
        let start_cpu = counters::own_cpu_lately(start);
        let mut monitor = InterferenceMonitor {
            start,
            start_cpu,
            base: None,
            head: Duration::ZERO,
            standstill: Standstill::begin(start_cpu, start),
            looked: start,
            runnable: None,
            ready: Duration::ZERO,
            seen: CpuUsage::default(),
            pending: None,
            judged: None,
            last_mark: None,
            unanswered: None,
            unsent: 0,
        };
        if slow || wary {
            monitor.first_look(player, others);
            monitor.head = Duration::ZERO;
            // The question is about to wake the bot.
            monitor.runnable = Some(monitor.looked);
        }
        monitor.start = Instant::now();
        monitor.standstill = Standstill::begin(start_cpu, monitor.start);
        monitor
    }

    /// Returns when to wake up at the latest.
    pub(crate) fn due(&self, now: Instant) -> Instant {
        match self.base {
            None => self.start + FIRST_LOOK,
            Some(_) => now + TICK,
        }
    }

    /// Sends the question, and checks if this thread had to wait for its core before that.
    pub(crate) fn ask(&mut self, player: &mut Player) {
        self.standstill.sends();
        self.notice_unsent(player);
        player.send();
        // It may have lost its core in between.
        self.notice_unsent(player);
    }

    fn notice_unsent(&mut self, player: &Player) {
        let Some(base) = &self.base else { return };
        let from = self.unanswered.unwrap_or_else(|| Mark::of(base));
        let own_wait = counters::own_wait();
        if own_wait.saturating_sub(from.own_wait) > NOTICED_NS {
            let (at, bot) = (Instant::now(), player.bot.process.used());
            let bot = bot.unwrap_or_default();
            let mark = Mark { own_wait, at, bot };
            let since_start = nanos(at.saturating_duration_since(self.start));
            self.unsent = (self.unsent + from.unattended(&mark)).min(since_start);
            // The time from here on belongs to the answer.
            self.unanswered = Some(mark);
            self.last_mark = None;
        }
    }

    /// Notes that a read has found nothing since the last look.
    pub(crate) fn read_nothing(&mut self) {
        self.unanswered = self.last_mark.take().or(self.unanswered);
    }

    /// Notes that a wait begins at `now`.
    pub(crate) fn waits(&mut self, now: Instant) {
        self.standstill.works(now);
    }

    /// Notes a wake-up that was planned for `planned`, after a wait that began at `since`.
    pub(crate) fn woke(&mut self, planned: Instant, since: Instant) {
        self.standstill.wakes(planned, since);
    }

    /// Notes that this thread did something else for a time that is on nobody's clock.
    pub(crate) fn stood(&mut self, time: Duration) {
        self.start += time;
        self.standstill.stood();
    }

    /// Reads the counters once a turn has lasted a while. It does so while the bot is `quiet`, as the answer
    /// would else be seen late, but at last even if the bot never is. From then on each tick checks if the
    /// bot was ready to run.
    pub(crate) fn look(&mut self, quiet: bool, player: &mut Player, others: &[&mut Player]) {
        let after = if quiet { FIRST_LOOK } else { LAST_LOOK };
        if self.base.is_some() {
            if self.looked.elapsed() >= TICK {
                let (own_wait, at) = (counters::own_wait(), Instant::now());
                let bot = player.bot.process.used().unwrap_or_default();
                self.notice(bot, at);
                self.last_mark = Some(Mark { own_wait, at, bot });
            }
        } else if self.start.elapsed() >= after {
            self.first_look(player, others);
        }
    }

    /// Notes if the bot was ready to run at a look: a bot that sleeps between two looks waits for no core. One that
    /// wasn't ready at both was so for as long as it ran and waited.
    fn notice(&mut self, bot: CpuUsage, at: Instant) {
        let passed = at.saturating_duration_since(self.looked);
        let used = since((bot, self.seen));
        let used = Duration::from_nanos(used.cpu_ns + used.wait_ns.unwrap_or(0));
        let throughout = self.runnable.is_some() && bot.ready;
        self.ready += if throughout { passed } else { used.min(passed) };
        let stood = throughout && bot.cpu_ns == self.seen.cpu_ns;
        self.pending = stood.then(|| self.pending.unwrap_or(self.looked));
        (self.looked, self.seen) = (at, bot);
        self.runnable = if bot.ready {
            self.runnable.or(Some(at))
        } else {
            None
        };
    }

    fn first_look(&mut self, player: &mut Player, others: &[&mut Player]) {
        if self.base.is_some() {
            return;
        }
        let base = Snapshot::take(player, others, None);
        Standstill::note_wait(base.own_wait);
        let cpu = base.bot.map_or(0, |used| used.cpu_ns);
        // The CPU time since the last look is at least the CPU time since the turn began.
        let bot = cpu.saturating_sub(player.seen_cpu);
        let referee_cpu = base.own_cpu.saturating_sub(self.start_cpu);
        player.seen_cpu = cpu;
        let head = base.at.saturating_duration_since(self.start);
        self.head = head.saturating_sub(Duration::from_nanos(bot + referee_cpu));
        self.notice(base.bot.unwrap_or_default(), base.at);
        self.ready = Duration::ZERO;
        self.last_mark = Some(Mark::of(&base));
        self.base = Some(base);
    }

    /// Checks at the end of a turn that was not fast if this thread had to wait for its core; if so, the next
    /// turns are watched from their beginning.
    pub(crate) fn end(&self) {
        let Some(base) = &self.base else { return };
        let wait = counters::own_wait().saturating_sub(base.own_wait);
        if Duration::from_nanos(wait) > CROWDED || self.head > LAST_LOOK {
            WARY.set(CROWDED_TURNS);
        }
    }

    /// Tells if the referee was held up before it sent the question, or just before it saw the input of `seen`.
    pub(crate) fn was_held(&mut self, seen: Instant) -> bool {
        self.standstill.works(seen);
        self.standstill.delayed()
    }

    /// Returns after how long to look at the bot again before the turn is `judged`; `None` where it is known what it had:
    /// it isn't ready to run, or it runs. The kernel counts a wait, and a quota that stops it, only once it is over.
    fn settling(&mut self, judged: bool, bot: CpuUsage, at: Instant) -> Option<Duration> {
        let ran = self.judged.map(|(then, cpu, before)| {
            let ran = Duration::from_nanos(bot.cpu_ns.saturating_sub(cpu));
            let runs = before || at.saturating_duration_since(then) <= ran + LATELY;
            (bot.cpu_ns != cpu, runs)
        });
        self.judged = judged.then_some((at, bot.cpu_ns, ran.is_some_and(|(ran, _)| ran)));
        let stood = self.pending.map_or(Duration::ZERO, |since| at - since);
        match ran {
            Some((true, true)) => None,
            Some((false, _)) => Some(SETTLING.max(stood / SETTLING_PART)),
            _ => Some(SETTLING),
        }
        .filter(|_| judged && bot.ready)
    }

    /// Returns the account of where the time of the turn went. What ran beside the run is always read where the turn is
    /// `judged` by it, otherwise not too often.
    pub(crate) fn account(
        &mut self,
        player: &mut Player,
        others: &[&mut Player],
        allowed: Duration,
        judged: bool,
    ) -> TurnAccount {
        // A referee that was held up from the beginning hasn't had a first look.
        self.first_look(player, others);
        self.standstill.works(Instant::now());
        let now = Snapshot::take(player, others, self.base.as_ref());
        let bot = now.bot.unwrap_or_default();
        self.notice(bot, now.at);
        let settling = self.settling(judged, bot, now.at);
        let Some(base) = &self.base else {
            return TurnAccount::default();
        };
        player.seen_cpu = bot.cpu_ns;
        let mark = Mark::of(&now);
        self.last_mark = Some(mark);
        let pairs = now.rivals.iter().zip(&base.rivals);
        // A sum that fell has lost what ended children used: it may be all of the time.
        let watched = nanos(now.at - base.at);
        let rival = |(now, then): (&Option<u64>, &Option<u64>)| match (now, then) {
            (Some(now), Some(then)) => now.checked_sub(*then).unwrap_or(watched),
            _ => 0,
        };
        let rivals: Vec<u64> = pairs.map(rival).collect();
        let (then, cores) = (
            base.cores.unwrap_or_default(),
            now.cores.unwrap_or_default(),
        );
        let still = self.standstill.total();
        let held = still + self.head.saturating_sub(still + LAST_LOOK);
        let held = if held > NOTICED { held } else { Duration::ZERO };
        let others_ran = others::ran(judged);
        let passed = Passed {
            watched,
            head: nanos(self.head),
            bot: now.bot.zip(base.bot).map_or_else(CpuUsage::default, since),
            runnable: self.runnable.map_or(0, |since| nanos(now.at - since)),
            ready: nanos(self.ready),
            pending: self.pending.map_or(0, |since| nanos(now.at - since)),
            rivals: rivals.iter().sum(),
            busy: cores.ran_ns.saturating_sub(then.ran_ns),
            steal: cores.steal_ns.saturating_sub(then.steal_ns) / cores.cores.max(1),
            fine: cores.fine,
            kernel: others_ran.kernel,
            programs: others_ran.part_of(nanos(now.at - base.at)),
            throttled: now.throttled.saturating_sub(base.throttled),
            own_cpu: now.own_cpu.saturating_sub(base.own_cpu),
            unattended: self.unsent + self.unanswered.map_or(0, |then| then.unattended(&mark)),
            held: nanos(held),
        };
        let most = rivals.iter().enumerate().max_by_key(|(_, ns)| **ns);
        TurnAccount {
            rival: most.and_then(|(i, _)| others.get(i).map(|other| other.measure.seat)),
            names: others_ran.names,
            settling,
            ..passed.account(allowed, || player.bot.process.may_hide_work())
        }
    }
}

/// Returns a bot's usage from one moment to another.
fn since((now, then): (CpuUsage, CpuUsage)) -> CpuUsage {
    let waits = now.wait_ns.zip(then.wait_ns);
    CpuUsage {
        cpu_ns: now.cpu_ns.saturating_sub(then.cpu_ns),
        wait_ns: waits.map(|(now, then)| now.saturating_sub(then)),
        slices: now.slices.saturating_sub(then.slices),
        ..now
    }
}

#[cfg(test)]
mod tests;
