//! The sampler: measures every 20 ms what bots use, where no control group limits it.
//!
//! It acts after the fact: between two measurements a bot can exceed its limit. One thread measures the memory of all
//! bots. While that takes its time, a bot can start hundreds of processes, so another thread counts these: sooner than
//! after 20 ms where as many have started on the machine as a bot lacks to exceed its limit. Each thread starts with
//! the first bot that it looks at and ends with the last. Both leave out bots that stand still, whose measurement would
//! take time from their opponents.

mod counted;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::getpid;

use crate::processes::{
    ProcessInfo, anonymous, below, count_below, open_sockets, page_tables, proportional, sockets,
    youngest,
};
use crate::processors::{allowed, stay_on};
use counted::Counted;

/// Shortest time between two measurements of memory, and between two counts unless the bot may have exceeded its limit
/// since.
const TICK: Duration = Duration::from_millis(20);
/// The sampler rests at least this many times as long as its measurements took, so that a bot with many
/// processes takes only a part of a core away from others.
const REST: u32 = 7;
/// Longest rest; a bot may grow in the meantime.
const LONGEST_REST: Duration = Duration::from_millis(200);
/// Minimum rest after the expensive measurement of shared memory, as a multiple of the time it took.
const PROPORTIONAL_REST: u32 = 3;
/// Shortest time between two looks at what has started on the machine.
const GLANCE: Duration = Duration::from_millis(2);
/// Rest after counts, as a multiple of the time they took, from [`GLANCE`] to [`TICK`]: processes that start without an
/// end must not make the sampler count without one.
const COUNT_REST: u32 = 3;

/// Largest amount of data that may wait in one socket, in bytes: twice the default `net.core.wmem_max`.
const SOCKET: u64 = 416 << 10;

/// Callback for a bot that exceeds a limit.
type Callback = Box<dyn Fn(LimitExceeded) + Send>;

/// Limits of one bot; a resource with `None` is not limited.
pub struct Quota {
    /// Memory of all its processes together, in bytes.
    pub memory: Option<u64>,
    /// Number of processes and threads at the same time.
    pub processes: Option<u64>,
    /// True if the bot has its own network namespace, in which all sockets are counted; otherwise only the
    /// sockets that its processes hold open are counted.
    pub own_network: bool,
    /// Called once, in a thread of the sampler or by [`Watching::pause`], when the bot exceeds a limit; must be
    /// quick, and must not drop its own [`Watching`].
    pub over: Callback,
}

/// The limit that a bot exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitExceeded {
    /// The memory limit.
    Memory {
        /// Memory in use, in bytes.
        bytes: u64,
    },
    /// The limit on processes and threads.
    Processes {
        /// Number of processes and threads; there may be more.
        count: u64,
    },
}

/// Measures all bots of a run.
#[derive(Clone, Default)]
pub struct Sampler {
    memory: Arc<Shared>,
    /// Only for bots whose processes have a limit here.
    counts: Arc<Shared>,
}

/// What a thread does with the bots that it watches; returns how long it shall rest after that.
type Round = fn(&[Arc<Entry>]) -> Duration;

/// What the sampler shares with one of its threads.
#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// Notified when the last bot is gone.
    ended: Condvar,
}

#[derive(Default)]
struct State {
    watched: Vec<Arc<Entry>>,
    is_running: bool,
}

/// Handle of a bot that the sampler watches; dropping it ends the watching.
pub struct Watching {
    entry: Arc<Entry>,
    sampler: Sampler,
}

struct Entry {
    pid: u32,
    memory: Option<u64>,
    processes: Option<u64>,
    own_network: bool,
    peak: AtomicU64,
    over: OnceLock<LimitExceeded>,
    callback: Mutex<Option<Callback>>,
    /// True while the bot stands still.
    is_paused: AtomicBool,
    looks: Mutex<Looks>,
    counted: Mutex<Counted>,
}

/// What the latest measurements of a bot's memory were.
#[derive(Default)]
struct Looks {
    /// When the next one is due; `None` before the first.
    next: Option<Instant>,
    exact: Option<Exact>,
}

/// Result of the latest exact measurement of shared memory, which is expensive.
#[derive(Clone, Copy)]
struct Exact {
    /// Memory of all processes, with shared memory counted proportionally, in bytes.
    held: u64,
    /// Memory of all processes, with shared memory counted for each of them, in bytes.
    resident: u64,
    /// Earliest time of the next exact measurement, unless the limit may be exceeded before.
    next: Instant,
}

impl Sampler {
    /// Watches all descendants of a process, without the process itself. The caller must not wait for that
    /// process before it drops the handle, since its id could pass to another process. Returns an error if
    /// a thread of the sampler cannot be started.
    pub fn watch(&self, pid: u32, watch: Quota) -> io::Result<Watching> {
        let entry = Arc::new(Entry {
            pid,
            memory: watch.memory,
            processes: watch.processes,
            own_network: watch.own_network,
            peak: AtomicU64::new(0),
            over: OnceLock::new(),
            callback: Mutex::new(Some(watch.over)),
            is_paused: AtomicBool::new(false),
            looks: Mutex::default(),
            counted: Mutex::default(),
        });
        let watching = Watching {
            entry,
            sampler: self.clone(),
        };
        let entry = &watching.entry;
        self.memory.add(entry, "sampler", measure)?;
        if entry.processes.is_some() {
            self.counts.add(entry, "counter", count)?;
        }
        Ok(watching)
    }
}

impl Sampler {
    /// Returns how many processes and threads all watched bots together may have.
    pub fn processes(&self) -> u64 {
        let state = lock(&self.counts.state);
        state.watched.iter().filter_map(|it| it.processes).sum()
    }
}

impl Watching {
    /// Returns the peak memory use in bytes.
    pub fn peak(&self) -> u64 {
        self.entry.peak.load(Ordering::Relaxed)
    }

    /// Leaves the bot out until [`Watching::resume`], as it stands still. It is measured here once more if that
    /// is due.
    pub fn pause(&self) {
        self.entry.is_paused.store(true, Ordering::SeqCst);
        // What has begun is waited for.
        self.entry.count(&mut lock(&self.entry.counted));
        let mut looks = lock(&self.entry.looks);
        if looks.next.is_none_or(|next| next <= Instant::now()) {
            self.entry.look(&mut looks);
        }
    }

    /// Measures the bot again.
    pub fn resume(&self) {
        self.entry.is_paused.store(false, Ordering::SeqCst);
    }

    /// Returns the limit that the bot exceeded, or `None`.
    pub fn over(&self) -> Option<LimitExceeded> {
        self.entry.over.get().copied()
    }
}

impl Drop for Watching {
    /// Ends the watching: no further call is made, and a call that has begun is waited for.
    fn drop(&mut self) {
        self.sampler.memory.remove(&self.entry);
        self.sampler.counts.remove(&self.entry);
        *lock(&self.entry.callback) = None;
    }
}

impl Shared {
    /// Adds a bot; starts the thread, which has this name, with the first one.
    fn add(self: &Arc<Self>, entry: &Arc<Entry>, name: &str, round: Round) -> io::Result<()> {
        let mut state = lock(&self.state);
        if !state.is_running {
            let shared = Arc::clone(self);
            let builder = thread::Builder::new().name(name.to_owned());
            builder.spawn(move || shared.run(round))?;
            state.is_running = true;
        }
        state.watched.push(Arc::clone(entry));
        Ok(())
    }

    fn remove(&self, entry: &Arc<Entry>) {
        let mut state = lock(&self.state);
        state.watched.retain(|it| !Arc::ptr_eq(it, entry));
        if state.watched.is_empty() {
            self.ended.notify_all();
        }
    }

    fn run(&self, round: Round) {
        // It inherits the core of the game that starts it.
        let _ = stay_on(&allowed(Some(getpid())));
        while let Some(watched) = self.watched() {
            self.pause(round(&watched));
        }
    }

    /// Returns the watched bots; `None`, which ends the thread, if there are none.
    fn watched(&self) -> Option<Vec<Arc<Entry>>> {
        let mut state = lock(&self.state);
        state.is_running = !state.watched.is_empty();
        state.is_running.then(|| state.watched.clone())
    }

    fn pause(&self, rest: Duration) {
        let goes_on = |state: &mut State| !state.watched.is_empty();
        drop(
            self.ended
                .wait_timeout_while(lock(&self.state), rest, goes_on)
                .unwrap_or_else(PoisonError::into_inner),
        );
    }
}

/// Measures the memory of bots.
fn measure(watched: &[Arc<Entry>]) -> Duration {
    let start = Instant::now();
    for entry in watched {
        entry.look_while_it_runs();
    }
    rest(start.elapsed())
}

/// Counts the processes of bots where that is due.
fn count(watched: &[Arc<Entry>]) -> Duration {
    let start = Instant::now();
    for entry in watched {
        entry.count_while_it_runs();
    }
    (start.elapsed() * COUNT_REST).clamp(GLANCE, TICK)
}

impl Entry {
    /// Measures the bot's memory unless it stands still.
    fn look_while_it_runs(&self) {
        let mut looks = lock(&self.looks);
        if !self.is_paused.load(Ordering::SeqCst) {
            self.look(&mut looks);
        }
    }

    fn look(&self, looks: &mut Looks) {
        if self.over.get().is_some() {
            return;
        }
        let start = Instant::now();
        let bytes = self.held(&below(self.pid), &mut looks.exact);
        self.peak.fetch_max(bytes, Ordering::Relaxed);
        let now = Instant::now();
        looks.next = Some(now + rest(now - start));
        if self.memory.is_some_and(|most| bytes > most) {
            self.tell(LimitExceeded::Memory { bytes });
        }
    }

    /// Counts the bot's processes if that is due, unless it stands still.
    fn count_while_it_runs(&self) {
        let mut counted = lock(&self.counted);
        if !self.is_paused.load(Ordering::SeqCst) {
            self.count(&mut counted);
        }
    }

    /// Counts the bot's processes if that is due.
    fn count(&self, counted: &mut Counted) {
        let Some(most) = self.processes else {
            return;
        };
        let start = Instant::now();
        // Before the count, which may miss what starts meanwhile.
        let youngest = youngest();
        if self.over.get().is_some() || !counted.is_due(most, youngest, start) {
            return;
        }
        let count = count_below(self.pid, most);
        let now = Instant::now();
        *counted = Counted {
            count,
            youngest,
            next: Some(now + rest(now - start)),
        };
        if count > most {
            self.tell(LimitExceeded::Processes { count });
        }
    }

    /// Returns the memory that all processes use together, in bytes; counts shared memory once where that
    /// decides about the limit.
    fn held(&self, all: &[ProcessInfo], exact: &mut Option<Exact>) -> u64 {
        let resident = all.iter().map(|it| it.resident).sum::<u64>() * page();
        let Some(most) = self.memory else {
            return resident;
        };
        let sockets = if self.own_network {
            all.first().map_or(0, sockets)
        } else {
            open_sockets(all)
        };
        let kernel = tables(all, most) + sockets * SOCKET;
        if resident + kernel > most {
            kernel + Exact::renew(exact, all, resident, most)
        } else {
            resident + kernel
        }
    }

    fn tell(&self, over: LimitExceeded) {
        let callback = lock(&self.callback);
        if self.over.set(over).is_ok()
            && let Some(callback) = &*callback
        {
            let _ = catch_unwind(AssertUnwindSafe(|| callback(over)));
        }
    }
}

impl Exact {
    /// Measures memory exactly: each process counts its proportional share of shared memory. Right after such
    /// a measurement, the result cannot have grown by more than the total of resident memory has.
    fn renew(latest: &mut Option<Exact>, all: &[ProcessInfo], resident: u64, most: u64) -> u64 {
        let start = Instant::now();
        if let Some(latest) = latest
            && start < latest.next
        {
            let grown = latest.held + resident.saturating_sub(latest.resident);
            if grown <= most {
                return grown;
            }
        }
        let mut held = 0;
        for process in all.iter().filter(|it| it.resident > 0) {
            held += proportional(process)
                .or_else(|| Some(anonymous(process)? * page()))
                .unwrap_or(0);
            if held > most {
                break;
            }
        }
        let now = Instant::now();
        *latest = Some(Exact {
            held,
            resident,
            next: now + (now - start) * PROPORTIONAL_REST,
        });
        held
    }
}

/// Returns how long to wait after a measurement that took so long.
fn rest(took: Duration) -> Duration {
    TICK.max((took * REST).min(LONGEST_REST))
}

/// Returns the size of the page tables in bytes, where it could be large: a page of them, 4 KiB, maps 2 MiB.
fn tables(all: &[ProcessInfo], most: u64) -> u64 {
    let mapped = all.iter().map(|it| it.size).sum::<u64>();
    if mapped / 512 <= most / 16 {
        return 0;
    }
    all.iter().filter_map(page_tables).sum()
}

fn page() -> u64 {
    u64::try_from(rustix::param::page_size()).unwrap_or(4096)
}

/// Locks a mutex even if it is poisoned: the data is consistent at any moment.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
