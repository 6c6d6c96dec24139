//! Watches how much of a run's cores is used by others, and for how long CPU quotas stop the run.

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use crate::machine::core_claims::Claim;
use crate::machine::cores::Cores;

/// Part of one core that others may use on a quiet machine.
const QUIET: f64 = 0.1;
/// Time that they may use beyond that: it is counted in ticks, of which a short time has few.
const TICKS: Duration = Duration::from_millis(20);
/// Part of a core that others must leave to a single bot.
const LEFT: f64 = 0.75;

/// What happened on a run's cores in some time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OutsideLoad {
    /// How long that time was.
    pub passed: Duration,
    /// Number of these cores.
    pub cores: u32,
    /// CPU time on these cores of programs outside the run, at most.
    pub programs: Duration,
    /// The names of the programs that ran longest, which are theirs to choose.
    pub names: Vec<String>,
    /// Time that the machine's host took from these cores.
    pub host: Duration,
    /// For how long CPU quotas stopped the run, all cores added up.
    pub throttled: Duration,
}

impl OutsideLoad {
    /// Tells if hardly anything took time from the run.
    pub fn is_quiet(&self) -> bool {
        let taken = (self.programs + self.host).saturating_sub(TICKS);
        self.throttled.is_zero() && taken.as_secs_f64() <= QUIET * self.passed.as_secs_f64()
    }

    /// Tells if others took so much that a single bot hardly had a core.
    pub fn leaves_no_core(&self) -> bool {
        let passed = self.passed.as_secs_f64();
        let taken = (self.programs + self.host)
            .saturating_sub(TICKS)
            .as_secs_f64();
        taken > (f64::from(self.cores) - LEFT).max(QUIET) * passed
            || self.throttled.as_secs_f64() > QUIET * passed
    }
}

impl Display for OutsideLoad {
    /// Says what took the most, as the subject and the predicate of a sentence.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let percent = |time: Duration| {
            100.0 * time.as_secs_f64() / self.passed.as_secs_f64().max(f64::MIN_POSITIVE)
        };
        let most = self.throttled.max(self.programs).max(self.host);
        if most == self.throttled && !most.is_zero() {
            return write!(
                f,
                "a CPU quota stops this run for {:.0} % of the time",
                percent(most).min(100.0)
            );
        }
        if most == self.host && !most.is_zero() {
            return write!(
                f,
                "the machine's host takes {:.0} % of a core",
                percent(most)
            );
        }
        write!(f, "programs outside this run")?;
        if !self.names.is_empty() {
            write!(f, " ({})", self.names.join(", "))?;
        }
        write!(f, " use {:.0} % of a core", percent(most))
    }
}

/// Returns the CPU time that the tightest CPU quota allows this process and its bots, all cores together, and the
/// period for which it does; `None` if there is no quota.
pub fn cpu_quota() -> Option<(Duration, Duration)> {
    #[cfg(target_os = "linux")]
    let quota = referee_jail::CpuQuota::find().map(|quota| quota.tightest());
    #[cfg(not(target_os = "linux"))]
    let quota = None;
    quota
}

/// Watches the cores of a run, where the system tells what happens on them.
pub struct LoadWatch {
    #[cfg(target_os = "linux")]
    cores: linux::WatchedCores,
}

impl LoadWatch {
    /// Begins to watch; `None` where the system tells nothing, or the environment of this process says that the run
    /// shares its cores.
    pub fn begin(cores: &Cores) -> Option<LoadWatch> {
        if Claim::is_off() {
            return None;
        }
        #[cfg(target_os = "linux")]
        let watch = Some(LoadWatch {
            cores: linux::WatchedCores::begin(cores),
        });
        #[cfg(not(target_os = "linux"))]
        let watch = None;
        watch
    }

    /// Returns what happened since the last look.
    pub fn look(&mut self) -> OutsideLoad {
        #[cfg(target_os = "linux")]
        let load = self.cores.look();
        #[cfg(not(target_os = "linux"))]
        let load = OutsideLoad::default();
        load
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::time::Instant;

    use rustix::thread::CpuSet;

    use super::{Cores, Duration, OutsideLoad};
    use crate::machine::cores::available;
    use crate::machine::counters::{self, Busy};
    use crate::machine::others::OthersReading;

    /// The counters of some cores at the last look.
    pub(super) struct WatchedCores {
        cores: CpuSet,
        then: OthersReading,
        at: Instant,
        busy: Busy,
        throttled: u64,
    }

    impl WatchedCores {
        pub(super) fn begin(cores: &Cores) -> WatchedCores {
            let mut set = CpuSet::new();
            let pinned = cores.sets.iter().flatten().copied();
            let unpinned = cores.sets.iter().any(Vec::is_empty);
            let all = available().concat();
            for core in pinned.chain(all.into_iter().filter(|_| unpinned)) {
                if core < CpuSet::MAX_CPU {
                    set.set(core);
                }
            }
            WatchedCores {
                cores: set,
                then: OthersReading::of(set),
                at: Instant::now(),
                busy: counters::busy_on(&set).unwrap_or_default(),
                throttled: counters::throttled(),
            }
        }

        pub(super) fn look(&mut self) -> OutsideLoad {
            let (now, at) = (self.then.again(), Instant::now());
            let busy = counters::busy_on(&self.cores).unwrap_or_default();
            let throttled = counters::throttled();
            let ran = now.since(&self.then);
            // The programs may have run on other cores.
            let here = busy.ran_ns.saturating_sub(self.busy.ran_ns);
            let load = OutsideLoad {
                passed: at - self.at,
                cores: self.cores.count(),
                programs: Duration::from_nanos(ran.programs.min(here)),
                names: ran.names,
                host: Duration::from_nanos(busy.steal_ns.saturating_sub(self.busy.steal_ns)),
                throttled: Duration::from_nanos(throttled.saturating_sub(self.throttled)),
            };
            (self.then, self.at, self.busy, self.throttled) = (now, at, busy, throttled);
            load
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_the_most_is_said() {
        let ms = Duration::from_millis;
        let mut load = OutsideLoad {
            passed: ms(1000),
            programs: ms(100),
            ..OutsideLoad::default()
        };
        assert!(load.is_quiet());
        load.programs = ms(640);
        load.names = vec!["cargo".to_owned(), "rustc".to_owned()];
        assert!(!load.is_quiet());
        assert_eq!(
            load.to_string(),
            "programs outside this run (cargo, rustc) use 64 % of a core"
        );
        load.throttled = ms(700);
        assert_eq!(
            load.to_string(),
            "a CPU quota stops this run for 70 % of the time"
        );
        load.programs = Duration::ZERO;
        assert!(!load.is_quiet());
    }

    #[test]
    fn a_bot_alone_needs_one_core() {
        let ms = Duration::from_millis;
        let load = |cores, programs, throttled| OutsideLoad {
            passed: ms(1000),
            cores,
            programs: ms(programs),
            throttled: ms(throttled),
            ..OutsideLoad::default()
        };
        for (seen, no_core) in [
            (load(1, 100, 0), false),
            (load(1, 500, 0), true),
            (load(2, 1000, 0), false),
            (load(2, 1500, 0), true),
            (load(8, 4000, 0), false),
            (load(8, 0, 300), true),
        ] {
            assert_eq!(seen.leaves_no_core(), no_core, "{seen:?}");
        }
    }
}
