//! Stopped while it isn't its turn.

use std::hint::black_box;
use std::io::Read;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::setsid;

use super::{Targets, calls};
use crate::sys;

/// Work ends by itself, whatever becomes of whoever stops it.
const WORKS: Duration = Duration::from_secs(20);

/// Works on in a child that has left group and session, and answers when it has.
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

/// Has the kernel continue it, again and again: with a handler, for else the signal that comes before the stop
/// would be the last.
pub fn timers(_: &Targets) {
    // Where there is no timer, it only works.
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
