//! Attacks on the guarantee that a bot runs only on the cores of its game.

use rustix::process::setpriority_process;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use super::{ProbeResult, Targets, calls, reached};

pub fn affinity(targets: &Targets) -> ProbeResult {
    if targets.cores < 2 {
        return ProbeResult::Untried("this machine has a single core".to_owned());
    }
    let mut all = CpuSet::new();
    for core in 0..CpuSet::MAX_CPU {
        all.set(core);
    }
    let _ = sched_setaffinity(None, &all);
    let got = sched_getaffinity(None).map_or(0, |set| set.count());
    ProbeResult::of([(got > 1).then(|| format!("{got} cores"))])
}

pub fn priority(_: &Targets) -> ProbeResult {
    ProbeResult::of([
        reached("a better priority", setpriority_process(None, -1)),
        reached("real time", calls::real_time()),
    ])
}
