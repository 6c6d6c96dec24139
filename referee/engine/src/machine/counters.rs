//! Reads the machine's counters: how busy this thread's cores were, and the CPU time of this thread.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// Work of the cores since the machine was started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Busy {
    /// Time in which programs and the system ran, in nanoseconds.
    pub(crate) ran_ns: u64,
    /// Time in which the machine's host ran others, in nanoseconds.
    pub(crate) steal_ns: u64,
    /// The number of these cores.
    pub(crate) cores: u64,
    /// True if `ran_ns` is exact; else it is counted in clock ticks.
    pub(crate) fine: bool,
}

#[cfg(target_os = "linux")]
pub(crate) use linux::{busy, busy_on, has_quota, own_wait, throttled};

/// Returns the CPU time of this thread, in nanoseconds.
#[cfg(target_os = "linux")]
pub(crate) fn own_cpu() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let whole = |n: i64| u64::try_from(n).unwrap_or(0);
    whole(time.tv_sec) * 1_000_000_000 + whole(time.tv_nsec)
}

/// Returns a CPU time of this thread, in nanoseconds, that it had at most 1 ms before `now`: reading it takes longer
/// than all else that begins a turn.
pub(crate) fn own_cpu_lately(now: Instant) -> u64 {
    const LATELY: Duration = Duration::from_millis(1);
    thread_local! {
        static LAST: Cell<Option<(Instant, u64)>> = const { Cell::new(None) };
    }
    if let Some((at, cpu)) = LAST.get()
        && now.saturating_duration_since(at) < LATELY
    {
        return cpu;
    }
    let cpu = own_cpu();
    LAST.set(Some((now, cpu)));
    cpu
}

#[cfg(target_os = "linux")]
mod linux {
    use std::cell::RefCell;
    use std::fs::File;
    use std::os::unix::fs::FileExt;
    use std::path::Path;
    use std::sync::LazyLock;

    use referee_jail::CpuQuota;
    use referee_record::nanos;
    use rustix::thread::{CpuSet, sched_getaffinity};

    use super::Busy;

    const CPUACCT: &str = "/sys/fs/cgroup/cpuacct";

    thread_local! {
        static OWN: RefCell<CounterFile> = RefCell::new(CounterFile::open("/proc/thread-self/schedstat"));
        static STAT: RefCell<CounterFile> = RefCell::new(CounterFile::open("/proc/stat"));
        static EXACT: RefCell<CounterFile> = RefCell::new(exact_file());
    }

    /// A file of counters that is kept open, since to open one takes longer than to read it.
    struct CounterFile {
        file: Option<File>,
        text: Vec<u8>,
    }

    impl CounterFile {
        fn open(path: impl AsRef<Path>) -> CounterFile {
            CounterFile {
                file: File::open(path).ok(),
                text: vec![0; 4096],
            }
        }

        /// Reads what the file holds now; `None` if it can't be read.
        fn read(&mut self) -> Option<&str> {
            let file = self.file.as_ref()?;
            loop {
                let n = file.read_at(&mut self.text, 0).ok()?;
                // Some files end a read where a line ends, before the buffer is full.
                if n < self.text.len() / 2 {
                    return std::str::from_utf8(&self.text[..n]).ok();
                }
                self.text.resize(2 * self.text.len(), 0);
            }
        }
    }

    /// Returns the sum over the cores that this thread may use.
    pub(crate) fn busy() -> Option<Busy> {
        busy_on(&sched_getaffinity(None).ok()?)
    }

    /// Returns the sum over some cores.
    pub(crate) fn busy_on(cores: &CpuSet) -> Option<Busy> {
        let (coarse, steal_ns) = STAT.with_borrow_mut(|stat| ticks(stat.read()?, cores))?;
        let exact = exact(cores);
        Some(Busy {
            ran_ns: exact.unwrap_or(coarse),
            steal_ns,
            cores: u64::from(cores.count()),
            fine: exact.is_some(),
        })
    }

    static QUOTA: LazyLock<Option<CpuQuota>> = LazyLock::new(CpuQuota::find);

    /// Tells if a CPU quota may stop this process and its bots.
    pub(crate) fn has_quota() -> bool {
        QUOTA.is_some()
    }

    /// Returns for how long CPU quotas have stopped this process and its bots so far, in nanoseconds.
    pub(crate) fn throttled() -> u64 {
        let throttled = QUOTA.as_ref().map(CpuQuota::throttled);
        throttled.map_or(0, nanos)
    }

    /// Returns how long this thread was ready to run but had to wait for a core, in nanoseconds.
    pub(crate) fn own_wait() -> u64 {
        let wait = |text: &str| text.split_ascii_whitespace().nth(1)?.parse().ok();
        OWN.with_borrow_mut(|own| own.read().and_then(wait))
            .unwrap_or(0)
    }

    /// Returns the busy and the stolen time in nanoseconds, from the lines `cpuN user nice system idle iowait
    /// irq softirq steal …` of `/proc/stat`. Time in interrupts counts for no program: a bot can cause them.
    fn ticks(stat: &str, cores: &CpuSet) -> Option<(u64, u64)> {
        let tick = 1_000_000_000 / rustix::param::clock_ticks_per_second();
        let (mut busy, mut steal) = (0, 0);
        for line in stat.lines().map_while(|line| line.strip_prefix("cpu")) {
            let mut words = line.split_ascii_whitespace();
            let core = words.next().filter(|_| !line.starts_with(' '));
            let Some(core) = core.and_then(|core| core.parse::<usize>().ok()) else {
                continue;
            };
            if core >= CpuSet::MAX_CPU || !cores.is_set(core) {
                continue;
            }
            let ticks: Vec<u64> = words.filter_map(|field| field.parse().ok()).collect();
            let [user, nice, system, _, _, _, _, stolen, ..] = ticks[..] else {
                return None;
            };
            busy += (user + nice + system) * tick;
            steal += stolen * tick;
        }
        Some((busy, steal))
    }

    /// Opens the busy time as version 1 of control groups counts it, where its topmost group can be seen: that
    /// group counts the whole machine.
    fn exact_file() -> CounterFile {
        let top = Path::new(CPUACCT);
        if top.join("cgroup.sane_behavior").exists() {
            return CounterFile::open(top.join("cpuacct.usage_percpu"));
        }
        CounterFile {
            file: None,
            text: Vec::new(),
        }
    }

    fn exact(cores: &CpuSet) -> Option<u64> {
        EXACT.with_borrow_mut(|file| {
            let each = file.read()?.split_ascii_whitespace().enumerate();
            each.filter(|(core, _)| *core < CpuSet::MAX_CPU && cores.is_set(*core))
                .map(|(_, ns)| ns.parse::<u64>().ok())
                .sum()
        })
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn only_these_cores_count() {
            let stat = "cpu  9 9 9 9 9 9 9 9 0 0\n\
                cpu0 1 2 3 100 100 4 5 6 0 0\n\
                cpu1 7 7 7 7 7 7 7 7 0 0\n\
                intr 12 0\n";
            let mut cores = CpuSet::new();
            cores.set(0);
            let tick = 1_000_000_000 / rustix::param::clock_ticks_per_second();
            assert_eq!(ticks(stat, &cores), Some((6 * tick, 6 * tick)));
        }

        #[test]
        fn this_machine_counts() {
            let before = busy().expect("/proc/stat");
            assert!(busy().expect("/proc/stat").ran_ns >= before.ran_ns);
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn busy() -> Option<Busy> {
    None
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn own_cpu() -> u64 {
    0
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn own_wait() -> u64 {
    0
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn has_quota() -> bool {
    false
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn throttled() -> u64 {
    0
}
