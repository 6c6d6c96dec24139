//! The sampler: looks every 20 ms at what bots hold, where no control group bounds it.
//!
//! It comes after the fact: between two looks a bot can take more than its limit. One thread looks
//! for all bots; it starts with the first and ends with the last.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::processes::{
    ProcessInfo, anonymous, below, open_sockets, page_tables, proportional, sockets,
};

/// The time between two looks.
const TICK: Duration = Duration::from_millis(20);
/// The sampler rests at least so many times as long as its looks took: a bot of many processes takes
/// no more than a part of a core away from others.
const REST: u32 = 7;
/// But not for longer than that: a bot grows meanwhile.
const LONGEST_REST: Duration = Duration::from_millis(200);
/// The same for the dear question of how much memory processes share.
const PROPORTIONAL_REST: u32 = 3;

/// What may wait in one socket, in bytes: twice the usual `net.core.wmem_max`.
const SOCKET: u64 = 416 << 10;

/// What is called when a bot holds more than it may.
type Callback = Box<dyn Fn(LimitExceeded) + Send>;

/// What a bot may hold; nothing is bounded that isn't given here.
pub struct Quota {
    /// Memory, in bytes, of all its processes together.
    pub memory: Option<u64>,
    /// Processes and threads at the same time.
    pub processes: Option<u64>,
    /// Whether it has a network of its own, in which all its sockets are counted; else those are that its
    /// processes hold open.
    pub own_network: bool,
    /// Called once, in the sampler's thread, when it holds more; must be quick, and not drop its own
    /// [`Watching`].
    pub over: Callback,
}

/// How a bot held more than it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitExceeded {
    /// Memory.
    Memory {
        /// How much it held.
        bytes: u64,
    },
    /// Processes and threads.
    Processes {
        /// How many there were.
        count: u64,
    },
}

/// Looks at all bots of a run.
#[derive(Clone, Default)]
pub struct Sampler {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// Told when the last bot is gone.
    ended: Condvar,
}

#[derive(Default)]
struct State {
    watched: Vec<Arc<Entry>>,
    is_running: bool,
}

/// A bot that is watched, as long as this lives.
pub struct Watching {
    entry: Arc<Entry>,
    shared: Arc<Shared>,
}

struct Entry {
    pid: u32,
    memory: Option<u64>,
    processes: Option<u64>,
    own_network: bool,
    peak: AtomicU64,
    over: OnceLock<LimitExceeded>,
    callback: Mutex<Option<Callback>>,
    last: Mutex<Option<Exact>>,
}

/// What came of the dear question, when that was asked last.
#[derive(Clone, Copy)]
struct Exact {
    /// What all held together, in bytes.
    held: u64,
    /// The same with what is shared counted for each.
    resident: u64,
    /// When it is asked again without need.
    next: Instant,
}

impl Sampler {
    /// Watches all that descends from a process, without that one; which mustn't be waited for before
    /// this is dropped, lest its number pass to another.
    pub fn watch(&self, pid: u32, watch: Quota) -> io::Result<Watching> {
        let entry = Arc::new(Entry {
            pid,
            memory: watch.memory,
            processes: watch.processes,
            own_network: watch.own_network,
            peak: AtomicU64::new(0),
            over: OnceLock::new(),
            callback: Mutex::new(Some(watch.over)),
            last: Mutex::new(None),
        });
        let mut state = lock(&self.shared.state);
        if !state.is_running {
            let shared = Arc::clone(&self.shared);
            let builder = thread::Builder::new().name("sampler".to_owned());
            builder.spawn(move || shared.run())?;
            state.is_running = true;
        }
        state.watched.push(Arc::clone(&entry));
        Ok(Watching {
            entry,
            shared: Arc::clone(&self.shared),
        })
    }
}

impl Sampler {
    /// How many processes and threads all that are watched may have together.
    pub fn processes(&self) -> u64 {
        let state = lock(&self.shared.state);
        state.watched.iter().filter_map(|it| it.processes).sum()
    }
}

impl Watching {
    /// The most memory that was seen, in bytes.
    pub fn peak(&self) -> u64 {
        self.entry.peak.load(Ordering::Relaxed)
    }

    /// How it held more than it may, if it did.
    pub fn over(&self) -> Option<LimitExceeded> {
        self.entry.over.get().copied()
    }
}

impl Drop for Watching {
    /// From now on, nothing is called; a call that has begun is waited for.
    fn drop(&mut self) {
        let mut state = lock(&self.shared.state);
        state.watched.retain(|it| !Arc::ptr_eq(it, &self.entry));
        if state.watched.is_empty() {
            self.shared.ended.notify_all();
        }
        drop(state);
        *lock(&self.entry.callback) = None;
    }
}

impl Shared {
    fn run(&self) {
        while let Some(watched) = self.watched() {
            let start = Instant::now();
            for entry in &watched {
                entry.look();
            }
            let rest = (start.elapsed() * REST).min(LONGEST_REST);
            self.pause(Instant::now() + TICK.max(rest));
        }
    }

    /// Who is watched; nothing, and the end of the thread, where nobody is.
    fn watched(&self) -> Option<Vec<Arc<Entry>>> {
        let mut state = lock(&self.state);
        state.is_running = !state.watched.is_empty();
        state.is_running.then(|| state.watched.clone())
    }

    fn pause(&self, until: Instant) {
        let left = until.saturating_duration_since(Instant::now());
        let goes_on = |state: &mut State| !state.watched.is_empty();
        drop(
            self.ended
                .wait_timeout_while(lock(&self.state), left, goes_on)
                .unwrap_or_else(PoisonError::into_inner),
        );
    }
}

impl Entry {
    fn look(&self) {
        if self.over.get().is_some() {
            return;
        }
        let all = below(self.pid);
        let count = all.iter().map(|it| it.threads).sum();
        let bytes = self.held(&all);
        self.peak.fetch_max(bytes, Ordering::Relaxed);
        if self.memory.is_some_and(|most| bytes > most) {
            self.tell(LimitExceeded::Memory { bytes });
        } else if self.processes.is_some_and(|most| count > most) {
            self.tell(LimitExceeded::Processes { count });
        }
    }

    /// The memory that all hold together, in bytes; what is shared counts once where that matters.
    fn held(&self, all: &[ProcessInfo]) -> u64 {
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
            kernel + self.proportional(all, resident, most)
        } else {
            resident + kernel
        }
    }

    /// Of shared memory, each process holds its part. Where that was asked just before, it has grown
    /// by no more than what all hold has.
    fn proportional(&self, all: &[ProcessInfo], resident: u64, most: u64) -> u64 {
        let mut last = lock(&self.last);
        let start = Instant::now();
        if let Some(last) = *last
            && start < last.next
        {
            let grown = last.held + resident.saturating_sub(last.resident);
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
        *last = Some(Exact {
            held,
            resident,
            next: now + (now - start) * PROPORTIONAL_REST,
        });
        held
    }

    fn tell(&self, over: LimitExceeded) {
        let callback = lock(&self.callback);
        let _ = self.over.set(over);
        if let Some(callback) = &*callback {
            let _ = catch_unwind(AssertUnwindSafe(|| callback(over)));
        }
    }
}

/// What page tables take, in bytes, where that could be much: a page of them, 4 KiB, serves 2 MiB.
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

/// What the mutexes hold is whole at any moment.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
