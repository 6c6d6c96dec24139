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
use std::time::Instant;

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
    next: Instant,
}

/// Reads the CPU times of all others, unless they were read just before.
pub(crate) fn note() {
    LEDGER.with_borrow_mut(|ledger| {
        if ledger.as_ref().is_none_or(|it| Instant::now() >= it.next) {
            let known = ledger.take().map(|it| it.known).unwrap_or_default();
            *ledger = Some(OthersReading::take(own_cores(), known));
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
        OthersReading::take(cores, HashMap::new())
    }

    /// Reads all processes once more.
    pub(crate) fn again(&self) -> OthersReading {
        OthersReading::take(self.cores, self.known.clone())
    }

    fn take(cores: CpuSet, mut known: HashMap<u32, Kind>) -> OthersReading {
        let start = Instant::now();
        let all = fs::read_dir("/proc").into_iter().flatten().flatten();
        // A parent is mostly older than its children, and is read first: so what a child ran isn't counted twice if it
        // ends meanwhile.
        let ids: BTreeSet<u32> = all
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .collect();
        known.retain(|id, _| ids.contains(id));
        let mut reading = OthersReading {
            cores,
            known,
            kernel: HashMap::new(),
            outside: HashMap::new(),
            next: start,
        };
        for id in ids {
            reading.add(id);
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
        OthersRan {
            kernel: kernel.sum(),
            programs: programs * tick(),
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
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn a_name_may_hold_anything() {
        let text = "17 (kworker/3:1) x) I 2 0 0 0 -1 69238880 0 0 0 0 1 12 4 8 20 0 1 0 9 0 0 \
                    18446744073709551615 0 0 0 0 0 0 0 2147483647 0 0 0 0 17 3 0 0 0 0 0";
        let stat = Stat::parse(text).expect("a line of stat");
        assert_eq!((stat.flags & PF_KTHREAD, stat.core), (PF_KTHREAD, 3));
        assert_eq!((stat.name.as_str(), stat.parent), ("kworker/3:1) x", 2));
        assert_eq!((stat.ran, stat.began), (25, 9));
        assert!(Stat::parse("17 (bot").is_none());
    }

    #[test]
    fn nothing_of_the_run_is_outside() {
        let mut child = Command::new("/bin/sleep")
            .arg("600")
            .stdout(Stdio::null())
            .spawn()
            .expect("it starts");
        let reading = OthersReading::of(own_cores());
        let own = [std::process::id(), child.id()];
        for id in own {
            assert_eq!(reading.known.get(&id), Some(&Kind::Own));
            assert!(!reading.kernel.contains_key(&id) && !reading.outside.contains_key(&id));
        }
        let parent = std::os::unix::process::parent_id();
        assert!(matches!(
            reading.known.get(&parent),
            Some(Kind::Outside { .. })
        ));
        let _ = child.kill();
        let _ = child.wait();
    }

    /// Programs with id, parent, name and CPU time.
    fn reading(outside: &[(u32, u32, &str, u64)]) -> OthersReading {
        let program = |(id, parent, name, ran): &(u32, u32, &str, u64)| {
            let program = Outsider {
                name: (*name).to_owned(),
                parent: *parent,
                ran: *ran,
                here: true,
            };
            (*id, program)
        };
        OthersReading {
            cores: own_cores(),
            known: HashMap::new(),
            kernel: HashMap::new(),
            outside: outside.iter().map(program).collect(),
            next: Instant::now(),
        }
    }

    #[test]
    fn what_ended_children_ran_counts_once() {
        let then = reading(&[
            (1, 0, "make", 3),
            (2, 1, "sh", 4),
            (3, 2, "cc", 40),
            (9, 0, "shell", 9),
        ]);
        let now = reading(&[(1, 0, "make", 60), (9, 0, "shell", 9), (4, 1, "cc", 5)]);
        let ran = now.since(&then);
        assert_eq!(ran.programs, (60 - 3 - 4 - 40 + 5) * tick());
        assert_eq!(ran.names, ["make", "cc"]);
    }

    #[test]
    fn what_one_program_loses_hides_no_other() {
        // The first one's parent doesn't wait for its children, so nobody has their time.
        let then = reading(&[(1, 0, "shell", 3), (2, 1, "cc", 900), (9, 0, "game", 9)]);
        let now = reading(&[(1, 0, "shell", 3), (9, 0, "game", 29)]);
        assert_eq!(now.since(&then).programs, 20 * tick());
    }

    #[test]
    fn only_programs_that_may_use_the_cores_count() {
        let then = reading(&[(1, 0, "here", 500), (2, 0, "elsewhere", 700)]);
        let mut now = reading(&[(1, 0, "here", 510), (2, 0, "elsewhere", 790)]);
        now.outside.get_mut(&2).expect("a program").here = false;
        assert_eq!(now.since(&then).programs, 10 * tick());
    }
}
