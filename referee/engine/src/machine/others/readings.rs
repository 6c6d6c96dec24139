//! Reads from `/proc` what isn't the run's own.
//!
//! A bot can give the kernel's threads work that isn't counted as its own, so their time is kept apart from that of
//! programs, which excuses a late bot. A program is outside the run if it doesn't descend from this process, which
//! adopts whatever its bots leave behind (`orphans.rs`).
//!
//! They are read before a turn, though never so often that it takes more than a 300th of the time, and
//! once more where a turn is judged.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::sync::LazyLock;
use std::time::Instant;

use referee_record::nanos;
use rustix::process::Pid;
use rustix::thread::{CpuSet, sched_getaffinity};

use super::OthersRan;

/// Pause between two readings, as a multiple of the time that a reading takes.
const REST: u32 = 300;
/// Flag of a process that is a thread of the kernel.
const PF_KTHREAD: u64 = 0x0020_0000;
/// Most ancestors of a process that are looked at.
const DEEPEST: usize = 4096;
/// Most programs that are named.
const NAMED: usize = 2;

thread_local! {
    static LEDGER: RefCell<Option<OthersReading>> = const { RefCell::new(None) };
}

/// What a process is to the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Kernel,
    /// A program outside the run, by when it began, in clock ticks since the machine was started.
    Outside {
        began: u64,
    },
    /// The referee, or a descendant of it.
    Own,
}

/// A program outside the run at one moment.
struct Outsider {
    name: String,
    parent: u32,
    /// CPU time with that of its children that have ended, in clock ticks.
    ran: u64,
    /// Whether it may use the cores for which others are looked for.
    here: bool,
}

/// All processes at one moment.
pub(crate) struct OthersReading {
    /// The cores of which others are looked for.
    cores: CpuSet,
    known: HashMap<u32, Kind>,
    /// CPU time of each of the kernel's threads, in nanoseconds.
    kernel: HashMap<u32, u64>,
    outside: HashMap<u32, Outsider>,
    at: Instant,
    next: Instant,
}

/// In which order processes are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Parents, which mostly have lower ids, come last: what a child ran that ends meanwhile is in the reading twice, and
    /// not in what is run after it.
    Before,
    /// Parents come first: it is missing rather than counted twice.
    After,
}

/// Reads the CPU times of all others, unless they were read just before.
pub(crate) fn note() {
    LEDGER.with_borrow_mut(|ledger| {
        if ledger.as_ref().is_none_or(|it| Instant::now() >= it.next) {
            let known = ledger.take().map(|it| it.known).unwrap_or_default();
            *ledger = Some(OthersReading::take(own_cores(), known, Order::Before));
        }
    });
}

/// Returns what others ran since the last [`note`]; nothing if there was none, or if it was just before and this
/// isn't `needed`.
pub(crate) fn ran(needed: bool) -> OthersRan {
    LEDGER.with_borrow_mut(|ledger| {
        let due = |then: &mut OthersReading| needed || Instant::now() >= then.next;
        let Some(then) = ledger.take_if(due) else {
            return OthersRan::default();
        };
        let now = then.again();
        let ran = now.since(&then);
        // Until the next turn, every call counts from the same reading.
        *ledger = Some(OthersReading {
            known: now.known,
            next: now.next,
            ..then
        });
        ran
    })
}

impl OthersReading {
    /// Reads all processes, and looks for others on these cores.
    pub(crate) fn of(cores: CpuSet) -> OthersReading {
        OthersReading::take(cores, HashMap::new(), Order::Before)
    }

    /// Reads all processes once more.
    pub(crate) fn again(&self) -> OthersReading {
        OthersReading::take(self.cores, self.known.clone(), Order::After)
    }

    fn take(cores: CpuSet, mut known: HashMap<u32, Kind>, order: Order) -> OthersReading {
        let start = Instant::now();
        let all = fs::read_dir("/proc").into_iter().flatten().flatten();
        let ids: BTreeSet<u32> = all
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .collect();
        known.retain(|id, _| ids.contains(id));
        let mut reading = OthersReading {
            cores,
            known,
            kernel: HashMap::new(),
            outside: HashMap::new(),
            at: start,
            next: start,
        };
        match order {
            Order::Before => ids.iter().rev().for_each(|id| reading.add(*id)),
            Order::After => ids.iter().for_each(|id| reading.add(*id)),
        }
        reading.next = start + start.elapsed() * REST;
        reading
    }

    fn add(&mut self, id: u32) {
        match self.known.get(&id) {
            Some(Kind::Own) => {}
            Some(Kind::Kernel) => self.kernel.extend(time(id).map(|ran| (id, ran))),
            before => {
                let Some(stat) = Stat::of(id) else { return };
                let kind = match before {
                    // An id may have passed to another process.
                    Some(Kind::Outside { began }) if *began == stat.began => {
                        Kind::Outside { began: *began }
                    }
                    _ => stat.kind(id),
                };
                self.known.insert(id, kind);
                match kind {
                    Kind::Kernel => self.kernel.extend(time(id).map(|ran| (id, ran))),
                    Kind::Outside { .. } => {
                        let outsider = Outsider {
                            here: may_use(id, &self.cores),
                            name: stat.name,
                            parent: stat.parent,
                            ran: stat.ran,
                        };
                        self.outside.insert(id, outsider);
                    }
                    Kind::Own => {}
                }
            }
        }
    }

    /// Returns what others ran since an earlier reading.
    pub(crate) fn since(&self, then: &OthersReading) -> OthersRan {
        let kernel = self.kernel.iter().map(|(id, ran)| {
            let more = ran.saturating_sub(then.kernel.get(id).copied().unwrap_or(0));
            let here = more > 0 && Stat::of(*id).is_some_and(|stat| stat.ran_on(&self.cores));
            if here { more } else { 0 }
        });
        let ended = self.ended(then);
        let mut each: HashMap<&str, u64> = HashMap::new();
        for (id, program) in self.outside.iter().filter(|(_, program)| program.here) {
            let before = then.outside.get(id).map_or(0, |then| then.ran);
            let before = before + ended.get(id).copied().unwrap_or(0);
            *each.entry(&program.name).or_default() += program.ran.saturating_sub(before);
        }
        let programs: u64 = each.values().sum();
        let mut each: Vec<(&str, u64)> = each.into_iter().filter(|(_, ran)| *ran > 0).collect();
        each.sort_unstable_by_key(|(name, ran)| (std::cmp::Reverse(*ran), *name));
        let passed = nanos(self.at - then.at);
        OthersRan {
            kernel: kernel.sum(),
            programs: programs * tick(),
            passed,
            room: passed.saturating_mul(machine_cores()),
            names: each
                .iter()
                .take(NAMED)
                .map(|(name, _)| (*name).to_owned())
                .collect(),
        }
    }

    /// Returns what programs that have ended had run at an earlier reading, by the program that lives on and has got
    /// it: when a child has ended, its time moves to its parent.
    fn ended(&self, then: &OthersReading) -> HashMap<u32, u64> {
        let mut moved: HashMap<u32, u64> = HashMap::new();
        for (id, program) in &then.outside {
            if self.outside.contains_key(id) {
                continue;
            }
            let mut heir = program.parent;
            for _ in 0..DEEPEST {
                match then.outside.get(&heir) {
                    Some(parent) if !self.outside.contains_key(&heir) => heir = parent.parent,
                    _ => break,
                }
            }
            *moved.entry(heir).or_default() += program.ran;
        }
        moved
    }
}

/// Returns the cores of this thread.
fn own_cores() -> CpuSet {
    sched_getaffinity(None).unwrap_or_else(|_| CpuSet::new())
}

/// Returns the number of the machine's cores that this process may use.
fn machine_cores() -> u64 {
    static CORES: LazyLock<u64> =
        LazyLock::new(|| std::thread::available_parallelism().map_or(1, |n| n.get() as u64));
    *CORES
}

/// Tells if a process may use one of these cores; true where that isn't told.
fn may_use(id: u32, cores: &CpuSet) -> bool {
    let pid = i32::try_from(id).ok().and_then(Pid::from_raw);
    let Some(allowed) = pid.and_then(|pid| sched_getaffinity(Some(pid)).ok()) else {
        return true;
    };
    (0..CpuSet::MAX_CPU).any(|core| cores.is_set(core) && allowed.is_set(core))
}

/// Returns the length of a clock tick, in nanoseconds.
fn tick() -> u64 {
    1_000_000_000 / rustix::param::clock_ticks_per_second()
}

/// Returns the CPU time of a process of one thread, in nanoseconds.
fn time(id: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{id}/schedstat")).ok()?;
    text.split_ascii_whitespace().next()?.parse().ok()
}

/// Some fields of `/proc/ID/stat`.
#[derive(Debug)]
struct Stat {
    name: String,
    parent: u32,
    flags: u64,
    /// CPU time with that of the children that it has waited for, in clock ticks.
    ran: u64,
    began: u64,
    /// The core on which the process ran last.
    core: usize,
}

impl Stat {
    fn of(id: u32) -> Option<Stat> {
        let text = fs::read(format!("/proc/{id}/stat")).ok()?;
        Stat::parse(&String::from_utf8_lossy(&text))
    }

    /// Parses a line of `stat`. The name can hold anything; it ends with the last parenthesis.
    fn parse(text: &str) -> Option<Stat> {
        let (head, rest) = text.rsplit_once(") ")?;
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let number = |index: usize| words.get(index)?.parse::<u64>().ok();
        Some(Stat {
            name: head.split_once('(')?.1.to_owned(),
            parent: words.get(1)?.parse().ok()?,
            flags: number(6)?,
            ran: (11..=14).map(number).sum::<Option<u64>>()?,
            began: number(19)?,
            core: words.get(36)?.parse().ok()?,
        })
    }

    fn kind(&self, id: u32) -> Kind {
        if self.flags & PF_KTHREAD != 0 {
            return Kind::Kernel;
        }
        if self.is_own(id) {
            return Kind::Own;
        }
        Kind::Outside { began: self.began }
    }

    /// Tells if a process descends from this one, or is it. One whose ancestors can't be told is no program outside
    /// the run.
    fn is_own(&self, id: u32) -> bool {
        let referee = std::process::id();
        let (mut id, mut parent) = (id, self.parent);
        for _ in 0..DEEPEST {
            if id == referee {
                return true;
            }
            // The first process has no parent; neither has one that came from outside of a container.
            if parent == 0 {
                return false;
            }
            let Some(stat) = Stat::of(parent) else {
                return true;
            };
            (id, parent) = (parent, stat.parent);
        }
        true
    }

    fn ran_on(&self, cores: &CpuSet) -> bool {
        self.core < CpuSet::MAX_CPU && cores.is_set(self.core)
    }
}

#[cfg(test)]
mod tests;
