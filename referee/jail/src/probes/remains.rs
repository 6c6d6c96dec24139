//! Nothing left.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use rustix::process::setsid;

use super::{PROBE, STAND, Targets};
use crate::sys;

/// Where something may stay.
const PLACES: [&str; 7] = [
    "/tmp",
    "/var/tmp",
    "/dev/shm",
    "/run",
    "/var/lock",
    "/opt",
    "/",
];

/// Forks twice, and leaves session, descriptors and environment behind.
pub fn daemon(targets: &Targets) {
    if !matches!(sys::fork(), Ok(None)) {
        return;
    }
    // Who leads a session already leads one.
    let _ = setsid();
    let _ = Command::new(this_program())
        .args([PROBE, STAND, &targets.left()])
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    std::process::exit(0);
}

/// Without a world of its own it can't look up where its program lies.
fn this_program() -> PathBuf {
    std::env::current_exe().unwrap_or_else(|_| PathBuf::from("/proc/self/exe"))
}

pub fn files(targets: &Targets) {
    for place in places(targets) {
        // Where it can't be left it won't be found.
        let _ = fs::write(place, "left");
    }
}

/// Where a probe leaves files, and where they are looked for.
pub fn places(targets: &Targets) -> Vec<PathBuf> {
    let beside = targets.secret_file.parent().map(PathBuf::from);
    let places = PLACES.iter().map(PathBuf::from).chain(beside);
    places.map(|place| place.join(targets.left())).collect()
}
