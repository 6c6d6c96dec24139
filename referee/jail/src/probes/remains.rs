//! Attacks on the guarantee that a bot leaves nothing behind.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use rustix::process::setsid;

use super::{PROBE, STAND, Targets};
use crate::sys;

/// Folders in which a file may stay.
const PLACES: [&str; 7] = [
    "/tmp",
    "/var/tmp",
    "/dev/shm",
    "/run",
    "/var/lock",
    "/opt",
    "/",
];

/// Forks twice, and leaves the session, the descriptors and the environment behind.
pub fn daemon(targets: &Targets) {
    if !matches!(sys::fork(), Ok(None)) {
        return;
    }
    // Fails if this process already leads a session, which is just as good.
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

/// Returns the path of this program; without its own `/proc` the bot cannot look it up.
fn this_program() -> PathBuf {
    std::env::current_exe().unwrap_or_else(|_| PathBuf::from("/proc/self/exe"))
}

pub fn files(targets: &Targets) {
    for place in places(targets) {
        // An error is ignored: the file will not be found.
        let _ = fs::write(place, "left");
    }
}

/// Returns the paths where a probe leaves files, and where they are looked for.
pub fn places(targets: &Targets) -> Vec<PathBuf> {
    let beside = targets.secret_file.parent().map(PathBuf::from);
    let places = PLACES.iter().map(PathBuf::from).chain(beside);
    places.map(|place| place.join(targets.left())).collect()
}
