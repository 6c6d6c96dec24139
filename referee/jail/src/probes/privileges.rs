//! Attacks on the guarantee that a bot has no privileges and cannot gain any.

use std::io;
use std::os::unix::net::UnixStream;

use rustix::process::{WaitOptions, chroot, getuid, waitpid};
use rustix::thread::{CapabilitySet, capabilities, no_new_privs};

use super::{ProbeResult, Targets, calls, reached};
use crate::sys;

/// Kinds of namespaces, each with its flag.
const NAMESPACES: [(&str, i32); 7] = [
    ("user", libc::CLONE_NEWUSER),
    ("mount", libc::CLONE_NEWNS),
    ("process", libc::CLONE_NEWPID),
    ("network", libc::CLONE_NEWNET),
    ("ipc", libc::CLONE_NEWIPC),
    ("uts", libc::CLONE_NEWUTS),
    ("cgroup", libc::CLONE_NEWCGROUP),
];

pub fn identity(_: &Targets) -> ProbeResult {
    let sets = capabilities(None).ok();
    let able = sets.is_some_and(|sets| {
        let none = CapabilitySet::empty();
        sets.effective != none || sets.permitted != none
    });
    let root = !getuid().is_root() && in_child(|| calls::become_user(0));
    let gains = !no_new_privs().unwrap_or(false);
    ProbeResult::of([
        able.then(|| "capabilities".to_owned()),
        root.then(|| "user 0".to_owned()),
        gains.then(|| "set-uid programs".to_owned()),
    ])
}

pub fn namespaces(_: &Targets) -> ProbeResult {
    let enter = |(name, flag): (&str, i32)| {
        in_child(|| calls::unshare(flag)).then(|| format!("{name} namespace"))
    };
    ProbeResult::of(NAMESPACES.map(enter))
}

pub fn mounts(_: &Targets) -> ProbeResult {
    let rooted = in_child(|| Ok(chroot("/")?));
    ProbeResult::of([
        calls::may_mount().then(|| "mounts".to_owned()),
        rooted.then(|| "another root".to_owned()),
    ])
}

pub fn kernel(targets: &Targets) -> ProbeResult {
    let key = calls::leave_key(&targets.name).and_then(|()| calls::find_key(&targets.name));
    let filter = UnixStream::pair().and_then(|(socket, _)| calls::filter(&socket));
    ProbeResult::of([
        reached("io_uring", calls::io_uring()),
        reached("perf", calls::perf()),
        reached("userfaultfd", calls::userfaultfd()),
        reached("keys", key),
        reached("filters", filter),
    ])
}

/// Returns true if an attempt succeeds; it runs in a child, which it may change for good.
pub fn in_child(attempt: impl FnOnce() -> io::Result<()>) -> bool {
    match sys::fork() {
        Ok(None) => std::process::exit(if attempt().is_ok() { 42 } else { 0 }),
        Ok(child) => {
            let ended = waitpid(child, WaitOptions::empty());
            let status = ended
                .ok()
                .flatten()
                .and_then(|(_, status)| status.exit_status());
            status == Some(42)
        }
        Err(_) => false,
    }
}
