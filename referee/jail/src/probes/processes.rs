//! Attacks on the limit on processes and threads.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

use super::{ProbeResult, Targets};
use crate::sys;

/// The sandbox's init also counts where the kernel counts the processes of a user namespace.
const HELPERS: u64 = 1;
/// Time for which the processes stay, long enough for a sampler to count them.
const STAY: Duration = Duration::from_secs(1);

/// Returns four times the allowed number of processes.
fn many(targets: &Targets) -> u64 {
    targets.bounds.processes.saturating_mul(4)
}

fn answer(targets: &Targets, got: u64, what: &str) -> ProbeResult {
    let too_many = got > targets.bounds.processes + HELPERS;
    ProbeResult::of([too_many.then(|| format!("{got} {what}"))])
}

pub fn children(targets: &Targets) -> ProbeResult {
    let children: Vec<Pid> = (0..many(targets)).map_while(|_| child()).collect();
    thread::sleep(STAY);
    for pid in &children {
        let _ = kill_process(*pid, Signal::KILL);
        let _ = waitpid(Some(*pid), WaitOptions::empty());
    }
    answer(targets, children.len() as u64, "children")
}

fn child() -> Option<Pid> {
    let child = sys::fork().ok()?;
    if child.is_none() {
        thread::sleep(STAY * 20);
        std::process::exit(0);
    }
    child
}

pub fn threads(targets: &Targets) -> ProbeResult {
    let (sender, ends) = mpsc::channel::<()>();
    let ends = std::sync::Arc::new(std::sync::Mutex::new(ends));
    let start = |_| {
        let ends = ends.clone();
        let wait = move || drop(ends.lock().map(|ends| ends.recv()));
        thread::Builder::new().stack_size(64 << 10).spawn(wait).ok()
    };
    let threads: Vec<_> = (0..many(targets)).map_while(start).collect();
    thread::sleep(STAY);
    drop(sender);
    answer(targets, threads.len() as u64, "threads")
}
