//! Attacks on the guarantee that a bot cannot see or signal processes outside its sandbox.

use std::fs;

use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, getpriority_process, pidfd_open, pidfd_send_signal,
    prlimit, setpriority_process, test_kill_process, test_kill_process_group,
};
use rustix::thread::{sched_getaffinity, sched_setaffinity};

use super::{ProbeResult, Targets, calls, reached};

pub fn view(targets: &Targets) -> ProbeResult {
    let tells = |what| {
        let path = format!("/proc/{}/{what}", targets.pid);
        let text = fs::read(&path).ok()?;
        let text = String::from_utf8_lossy(&text).into_owned();
        (text.contains(&targets.name) || text.contains(&targets.secret)).then_some(path)
    };
    ProbeResult::of([tells("cmdline"), tells("environ")])
}

pub fn signals(targets: &Targets) -> ProbeResult {
    let Some(pid) = Pid::from_raw(targets.pid) else {
        return ProbeResult::Untried("the process outside has no number".to_owned());
    };
    // `SIGURG` does nothing unless the process handles it.
    let by_file =
        pidfd_open(pid, PidfdFlags::empty()).and_then(|file| pidfd_send_signal(file, Signal::URG));
    ProbeResult::of([
        reached("a process outside", test_kill_process(pid)),
        reached("its group", test_kill_process_group(pid)),
        reached("it by a descriptor", by_file),
    ])
}

pub fn trace(targets: &Targets) -> ProbeResult {
    let reads = calls::reads_memory(targets.pid);
    let memory = fs::File::open(format!("/proc/{}/mem", targets.pid));
    ProbeResult::of([
        reached("traced a process outside", calls::seize(targets.pid)),
        reached("opened its memory", memory),
        reads.then(|| "read its memory".to_owned()),
    ])
}

pub fn slow_down(targets: &Targets) -> ProbeResult {
    let pid = Pid::from_raw(targets.pid);
    let core = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    let priority =
        getpriority_process(pid).and_then(|now| setpriority_process(pid, now.saturating_add(1)));
    let cores = sched_getaffinity(pid).and_then(|set| sched_setaffinity(pid, &set));
    ProbeResult::of([
        reached("its limits", prlimit(pid, Resource::Core, core)),
        reached("its priority", priority),
        reached("its cores", cores),
    ])
}
