//! Attacks on the limit on memory.

use std::fs::{self, File};
use std::hint::black_box;
use std::io::{self, Write};
use std::thread;
use std::time::Duration;

use rustix::fs::{FlockOperation, MemfdFlags, fcntl_lock, memfd_create};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};

use super::privileges::in_child;
use super::{ProbeResult, Targets, calls, scratch};
use crate::sys;

/// Time for which too much memory is held, long enough for a sampler to see it.
const HELD: Duration = Duration::from_secs(3);
const CHILDREN: u64 = 4;

/// Returns twice the allowed memory, in bytes.
fn much(targets: &Targets) -> u64 {
    targets.bounds.memory.saturating_mul(2)
}

fn kept(bytes: u64) -> ProbeResult {
    thread::sleep(HELD);
    ProbeResult::GotThrough(format!("held {} MiB for {} s", bytes >> 20, HELD.as_secs()))
}

pub fn block(targets: &Targets) -> ProbeResult {
    let Some(block) = take(much(targets)) else {
        return ProbeResult::Held;
    };
    let answer = kept(much(targets));
    black_box(block);
    answer
}

/// Allocates a block of memory, and writes to every page of it.
fn take(bytes: u64) -> Option<Vec<u8>> {
    let bytes = usize::try_from(bytes).ok()?;
    let mut block = Vec::new();
    block.try_reserve_exact(bytes).ok()?;
    block.resize(bytes, 1);
    Some(black_box(block))
}

pub fn children(targets: &Targets) -> ProbeResult {
    let part = much(targets) / CHILDREN;
    let children: Vec<Pid> = (0..CHILDREN).map_while(|_| child(part)).collect();
    thread::sleep(HELD);
    let live = children.iter().filter(|pid| lives(**pid)).count() as u64;
    for pid in &children {
        let _ = kill_process(*pid, Signal::KILL);
        let _ = waitpid(Some(*pid), WaitOptions::empty());
    }
    let held = live * part;
    ProbeResult::of([(held > targets.bounds.memory).then(|| format!("held {} MiB", held >> 20))])
}

/// Starts a child that holds this much memory until it is killed, at most for four times [`HELD`].
fn child(bytes: u64) -> Option<Pid> {
    let child = sys::fork().ok()?;
    if child.is_none() {
        let block = take(bytes);
        if block.is_some() {
            thread::sleep(HELD * 4);
        }
        std::process::exit(0);
    }
    child
}

fn lives(pid: Pid) -> bool {
    matches!(waitpid(Some(pid), WaitOptions::NOHANG), Ok(None))
}

pub fn hidden(targets: &Targets) -> ProbeResult {
    let Ok(file) = memfd_create("probe", MemfdFlags::CLOEXEC) else {
        return ProbeResult::Held;
    };
    let mut file = std::fs::File::from(file);
    let part = vec![1; 1 << 20];
    for _ in 0..much(targets) >> 20 {
        if file.write_all(&part).is_err() {
            return ProbeResult::Held;
        }
    }
    kept(much(targets))
}

/// Tries to have the kernel keep records in memory that it counts for nobody.
pub fn records(_: &Targets) -> ProbeResult {
    ProbeResult::of([
        keeps_lock().then(|| "locks".to_owned()),
        calls::keeps_policy().then(|| "policies of memory".to_owned()),
    ])
}

/// Locks a file; returns true if another process finds it locked.
fn keeps_lock() -> bool {
    let path = scratch::folder().join("probe-lock");
    let Ok(file) = File::create(&path) else {
        return false;
    };
    let exclusive = FlockOperation::NonBlockingLockExclusive;
    let is_kept = fcntl_lock(&file, exclusive).is_ok()
        && in_child(|| match fcntl_lock(&file, exclusive) {
            Err(error) if error == Errno::AGAIN || error == Errno::ACCESS => Ok(()),
            _ => Err(io::ErrorKind::Other.into()),
        });
    let _ = fs::remove_file(path);
    is_kept
}
