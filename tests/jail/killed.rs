//! Where the referee is killed and its helpers do nothing any more, the watchdog finds them by their
//! mark.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::engine::{Arena, processes_with};

/// The processes whose environment holds an entry that begins so.
pub(super) fn processes(begin: &str) -> Vec<i32> {
    let all = fs::read_dir("/proc").expect("Linux").flatten();
    let pids = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let holds = |pid: &i32| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        let mut entries = environment.split(|byte| *byte == 0);
        entries.any(|entry| entry.starts_with(begin.as_bytes()))
    };
    pids.filter(holds).collect()
}

/// Waits until it is so, but not for ever.
pub(super) fn until(so: impl Fn() -> bool) -> bool {
    let end = Instant::now() + Duration::from_secs(30);
    while !so() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(10));
    }
    so()
}

#[test]
fn stopped_helpers_do_not_outlive_a_killed_referee() {
    for layers in [&[][..], &["--jail-without", "namespaces"]] {
        let tag = format!("JAIL_TEST=killed-{}-{}", std::process::id(), layers.len());
        let (name, value) = tag.split_once('=').expect("both");
        let bot = |bot: &str| {
            format!(
                "[[bots]]\nname = \"{bot}\"\nrun = ['sh', '-c', 'echo ready; sleep 600']\n\
                 env = {{ {name} = \"{value}\" }}\n"
            )
        };
        let arena = Arena::new("game = \"onitama\"\ntime = { move_ms = 600000 }")
            .text(&bot("ann"))
            .text(&bot("bob"));
        let mut referee = arena.command(layers).spawn().expect("it starts");
        let namespace = fs::metadata("/proc/self/ns/pid").expect("Linux").ino();
        let mark = format!("REFEREE_RUN={namespace}-{}-", referee.id());
        // Both have been greeted and play; helpers carry the mark, whatever bots do.
        assert!(until(|| arena.path().join("cup.db").exists()));
        assert!(until(
            || processes(&tag).len() >= 2 && processes(&mark).len() >= 2
        ));
        if !layers.is_empty() {
            // A process that was just forked shows its environment a moment later.
            assert!(until(|| {
                let bots = processes(&tag);
                let marked = processes(&mark);
                bots.iter().all(|pid| marked.contains(pid))
            }));
        }
        for pid in processes(&mark) {
            let command = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            if command.ends_with(b"jail-helper\0") {
                let pid = Pid::from_raw(pid).expect("a process");
                // It may have ended just now.
                let _ = kill_process(pid, Signal::STOP);
            }
        }
        referee.kill().expect("it is ours");
        referee.wait().expect("it ends");
        assert!(
            until(|| processes(&tag).is_empty()),
            "{:?}",
            processes_with(&tag)
        );
        assert!(
            until(|| processes(&mark).is_empty()),
            "{:?}",
            processes(&mark)
        );
    }
}
