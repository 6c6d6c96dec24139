//! Attacks on the guarantee that a bot is stopped while it isn't its turn.

use std::hint::black_box;
use std::io::Read;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::setsid;

use super::{Targets, calls};
use crate::sys;

/// Work ends by itself after this time, even if the referee is gone.
const WORKS: Duration = Duration::from_secs(20);

/// Keeps working in a child that has left the process group and session; returns once the child has left.
pub fn work(_: &Targets) {
    let Ok((mut left, leaving)) = std::io::pipe() else {
        return;
    };
    if matches!(sys::fork(), Ok(None)) {
        let _ = setsid();
        drop(leaving);
        spin();
        std::process::exit(0);
    }
    drop(leaving);
    let _ = left.read(&mut [0]);
}

/// Makes the kernel continue this process again and again. A handler for `SIGCONT` is installed: without one,
/// a signal before the stop would be the last.
pub fn timers(_: &Targets) {
    // If no timer can be made, the thread below still works.
    let _ = calls::continue_by_timer();
    thread::spawn(spin);
}

fn spin() {
    let end = Instant::now() + WORKS;
    let mut sum = 0u64;
    while Instant::now() < end {
        sum = black_box(sum.wrapping_add(1));
    }
}
