//! Measures the CPU time of the kernel's own threads on this thread's cores. A bot can give them work that
//! isn't counted as its own, so their time is kept apart from that of other programs.
//!
//! They are read before a turn, though never so often that it takes more than a 300th of the time, and
//! once more where a turn is judged.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::time::Instant;

use rustix::thread::{CpuSet, sched_getaffinity};

/// Pause between two readings, as a multiple of the time that a reading takes.
const REST: u32 = 300;
/// Flag of a process that is a thread of the kernel.
const PF_KTHREAD: u64 = 0x0020_0000;

thread_local! {
    static LEDGER: RefCell<Option<Ledger>> = const { RefCell::new(None) };
}

/// The last reading.
struct Ledger {
    /// For each process id, true if it is a thread of the kernel.
    known: HashMap<u32, bool>,
    /// CPU time of each of them, in nanoseconds.
    ran: HashMap<u32, u64>,
    next: Instant,
}

/// Reads the CPU times of the kernel's threads, unless they were read just before.
pub(crate) fn note() {
    LEDGER.with_borrow_mut(|ledger| {
        if ledger.as_ref().is_none_or(|it| Instant::now() >= it.next) {
            let known = ledger.take().map(|it| it.known).unwrap_or_default();
            *ledger = Some(Ledger::read(known));
        }
    });
}

/// Returns the CPU time of the kernel's threads since the last [`note`], in nanoseconds; 0 if there was none.
/// A thread that may run on any core counts where it ran last.
pub(crate) fn ran() -> u64 {
    LEDGER.with_borrow_mut(|ledger| {
        let Some(then) = ledger.take() else {
            return 0;
        };
        let now = Ledger::read(then.known);
        let cores = sched_getaffinity(None).unwrap_or_else(|_| CpuSet::new());
        let since = |(id, ran): (&u32, &u64)| {
            let more = ran.saturating_sub(then.ran.get(id).copied().unwrap_or(0));
            let here = more > 0 && Stat::of(*id).is_some_and(|stat| stat.ran_on(&cores));
            if here { more } else { 0 }
        };
        let all = now.ran.iter().map(since).sum();
        // Until the next turn, every call counts from the same reading.
        *ledger = Some(Ledger {
            known: now.known,
            ..then
        });
        all
    })
}

impl Ledger {
    fn read(mut known: HashMap<u32, bool>) -> Ledger {
        let start = Instant::now();
        let all = fs::read_dir("/proc").into_iter().flatten().flatten();
        let ids: HashSet<u32> = all
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .collect();
        known.retain(|id, _| ids.contains(id));
        for id in ids {
            let is_kernel = || Stat::of(id).is_some_and(|stat| stat.flags & PF_KTHREAD != 0);
            known.entry(id).or_insert_with(is_kernel);
        }
        let kernel = known.iter().filter(|(_, is_kernel)| **is_kernel);
        let ran = kernel.filter_map(|(id, _)| Some((*id, time(*id)?)));
        Ledger {
            ran: ran.collect(),
            next: start + start.elapsed() * REST,
            known,
        }
    }
}

/// Returns the CPU time of a process, in nanoseconds.
fn time(id: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{id}/schedstat")).ok()?;
    text.split_ascii_whitespace().next()?.parse().ok()
}

/// Two fields of `/proc/ID/stat`: the flags, and the core on which the process ran last.
struct Stat {
    flags: u64,
    core: usize,
}

impl Stat {
    fn of(id: u32) -> Option<Stat> {
        Stat::parse(&fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
    }

    /// Parses a line of `stat`. The name can hold anything; it ends with the last parenthesis.
    fn parse(text: &str) -> Option<Stat> {
        let (_, rest) = text.rsplit_once(") ")?;
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        Some(Stat {
            flags: words.get(6)?.parse().ok()?,
            core: words.get(36)?.parse().ok()?,
        })
    }

    fn ran_on(&self, cores: &CpuSet) -> bool {
        self.core < CpuSet::MAX_CPU && cores.is_set(self.core)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_hold_anything() {
        let text = "17 (kworker/3:1) x) I 2 0 0 0 -1 69238880 0 0 0 0 0 12 0 0 20 0 1 0 9 0 0 \
                    18446744073709551615 0 0 0 0 0 0 0 2147483647 0 0 0 0 17 3 0 0 0 0 0";
        let stat = Stat::parse(text).expect("a line of stat");
        assert_eq!((stat.flags & PF_KTHREAD, stat.core), (PF_KTHREAD, 3));
        assert!(Stat::parse("17 (bot").is_none());
    }

    #[test]
    fn no_program_is_a_thread_of_the_kernel() {
        let ledger = Ledger::read(HashMap::new());
        assert_eq!(ledger.known.get(&std::process::id()), Some(&false));
        assert!(!ledger.ran.contains_key(&std::process::id()));
    }
}
