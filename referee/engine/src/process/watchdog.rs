//! Runs the watchdog: a separate process that outlives the referee, however that ends, and removes all that
//! is left of the run.
//!
//! Every process of a run carries a mark in its environment: the referee's PID namespace, process id and start
//! time, which identify it for as long as the machine runs. The watchdog waits for the end of a pipe that only
//! the referee holds. What a killed watchdog leaves is removed when the next run starts in that namespace.

use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

#[cfg(target_os = "linux")]
use referee_jail::{MARK, sweep_cgroups};
use rustix::process::setsid;

use crate::files::tree;

/// First argument by which the referee's program is called as a watchdog, followed by mark and folder.
pub const WATCHDOG: &str = "watchdog";

/// Waits for the end of the referee, then removes what the run left.
pub fn run_watchdog(mark: &str, folder: &Path) {
    // Out of reach of the terminal's signals; an error means that it leads a session already.
    let _ = setsid();
    let mut lifeline = io::stdin().lock();
    let mut byte = [0];
    while !matches!(lifeline.read(&mut byte), Ok(0)) {}
    sweep(|m| m == mark);
    #[cfg(target_os = "linux")]
    sweep_cgroups(|m| m != mark);
    tree::remove(folder);
}

/// Kills the processes that ended runs have left, and removes their folders.
pub(crate) fn sweep_leftovers() {
    sweep(|mark| !is_alive(mark));
    #[cfg(target_os = "linux")]
    sweep_cgroups(is_alive);
    let Ok(entries) = fs::read_dir(std::env::temp_dir()) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let mark = name.to_str().and_then(|name| name.strip_prefix("referee-"));
        if mark.is_some_and(|mark| is_mark(mark) && !is_alive(mark)) {
            tree::remove(&entry.path());
        }
    }
}

fn is_mark(mark: &str) -> bool {
    let numbers = mark.split('-');
    numbers.clone().count() == 4 && numbers.clone().all(|n| n.parse::<u64>().is_ok())
}

/// Tells if the referee of a mark still runs. True for a text that is no mark of a run, and for a mark of another
/// PID namespace, as of a container: its process ids mean nothing here. So nothing is removed for either.
fn is_alive(mark: &str) -> bool {
    let numbers: Vec<&str> = mark.split('-').collect();
    let (true, [namespace, pid, since, _]) = (is_mark(mark), &numbers[..]) else {
        return true;
    };
    *namespace != pid_namespace()
        || start_time(pid).is_none_or(|time| time == *since)
            && Path::new("/proc").join(pid).exists()
}

/// Returns the PID namespace, process id and start time of this process.
pub(crate) fn own_mark() -> String {
    let since = start_time("self").unwrap_or_else(|| "0".to_owned());
    format!("{}-{}-{since}", pid_namespace(), std::process::id())
}

/// Returns the number of this process's PID namespace, or 0 where there is none.
fn pid_namespace() -> String {
    let namespace = fs::metadata("/proc/self/ns/pid");
    namespace.map_or(0, |data| data.ino()).to_string()
}

/// Returns when a process started, in the kernel's ticks since boot.
fn start_time(pid: &str) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The second field is the program's name in parentheses and may hold anything.
    let (_, fields) = stat.rsplit_once(')')?;
    fields.split_ascii_whitespace().nth(19).map(str::to_owned)
}

/// Kills all processes whose mark is `meant`, again and again until none is left: one may have started
/// another just before it was killed.
#[cfg(target_os = "linux")]
fn sweep(meant: impl Fn(&str) -> bool) {
    use std::os::fd::AsFd;
    use std::time::{Duration, Instant};

    use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};

    use crate::machine::poll::PollSet;

    const PASSES: u32 = 100;
    let own_pid = std::process::id();
    for _ in 0..PASSES {
        let marked =
            processes().filter(|pid| *pid != own_pid && mark_of(*pid).is_some_and(|m| meant(&m)));
        let mut dying = Vec::new();
        for pid in marked {
            let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
            let Some(Ok(handle)) = pid.map(|pid| pidfd_open(pid, PidfdFlags::empty())) else {
                continue;
            };
            if pidfd_send_signal(&handle, Signal::KILL).is_ok() {
                dying.push(handle);
            }
        }
        if dying.is_empty() {
            return;
        }
        let deadline = Instant::now() + Duration::from_secs(1);
        for handle in dying {
            let mut wanted = PollSet::default();
            wanted.read(handle.as_fd());
            wanted.wait(deadline);
        }
    }
}

/// Does nothing: on other systems a process's environment can't be read by others, and bots end with their
/// input.
#[cfg(not(target_os = "linux"))]
fn sweep(_: impl Fn(&str) -> bool) {}

#[cfg(target_os = "linux")]
fn processes() -> impl Iterator<Item = u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
}

#[cfg(target_os = "linux")]
fn mark_of(pid: u32) -> Option<String> {
    let environment = fs::read(format!("/proc/{pid}/environ")).ok()?;
    let mark = environment
        .split(|b| *b == 0)
        .find_map(|entry| entry.strip_prefix(MARK.as_bytes())?.strip_prefix(b"="))?;
    String::from_utf8(mark.to_vec()).ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn only_a_run_that_is_gone_is_dead() {
        let run_mark = own_mark();
        assert!(is_alive(&format!("{run_mark}-0")));
        let (process, since) = run_mark.rsplit_once('-').expect("three numbers");
        let later = since.parse::<u64>().expect("a number") + 1;
        assert!(!is_alive(&format!("{process}-{later}-0")));
        // Process ids don't get that large.
        let here = pid_namespace();
        assert!(!is_alive(&format!("{here}-4194305-1-0")));
        for nobodys in ["", "test", "4194305", "4194305-1", "4194305-1-0-x", "a-b-c"] {
            assert!(is_alive(nobodys), "{nobodys:?}");
            assert!(is_alive(&format!("{here}-{nobodys}")), "{nobodys:?}");
        }
    }

    #[test]
    fn a_run_of_another_namespace_is_not_judged() {
        let elsewhere = pid_namespace().parse::<u64>().expect("a number") + 1;
        assert!(is_alive(&format!("{elsewhere}-4194305-1-0")));
    }
}
