use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::geteuid;

use super::*;

/// Starts a shell; its script usually runs until standard input ends.
pub(crate) fn shell(script: &str) -> Child {
    Command::new("/bin/sh")
        .args(["-c", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits for the line that a script prints when it is ready.
pub(crate) fn ready(child: &mut Child) {
    let mut line = [0; 1];
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut line)
        .unwrap();
}

/// Kills a script and its descendants.
pub(crate) fn end(mut child: Child) {
    for process in below(child.id()) {
        let pid = Pid::from_raw(process.pid.cast_signed()).unwrap();
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

#[test]
fn a_tree_holds_all_that_descends() {
    // The colon keeps the inner shell from replacing itself with its last command.
    let script = "(sleep 1000 & echo; sleep 1000; :) & read line";
    let mut child = shell(script);
    ready(&mut child);
    let deadline = Instant::now() + Duration::from_mins(1);
    while below(child.id()).len() < 3 {
        assert!(Instant::now() < deadline, "{:?}", below(child.id()));
        std::thread::yield_now();
    }
    let all = below(child.id());
    assert!(all.iter().all(|it| it.threads == 1));
    let nested = all.iter().find(|it| it.parent != child.id()).unwrap();
    let pid = |it: u32| Pid::from_raw(it.cast_signed()).unwrap();
    assert!(descends(pid(nested.pid), pid(child.id())));
    assert!(!descends(pid(child.id()), pid(nested.pid)));
    end(child);
}

#[test]
fn a_count_goes_on_until_it_is_sure() {
    let mut child = shell("for i in 1 2 3 4 5 6; do sleep 1000 & done; echo; read line");
    ready(&mut child);
    for most in [6, 7, 1000] {
        assert_eq!(count_below(child.id(), most), 6);
    }
    for most in 0..6 {
        assert!((most + 1..=6).contains(&count_below(child.id(), most)));
    }
    end(child);
    let barrier = std::sync::Barrier::new(9);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| barrier.wait());
        }
        let parent = stat(std::process::id()).unwrap().parent;
        let counted = count_below(parent, 8);
        barrier.wait();
        assert!(counted > 8, "{counted}");
    });
}

#[test]
fn the_youngest_is_another_after_each_start() {
    let Some(before) = youngest().filter(|id| *id > 0) else {
        eprintln!("skipped: the kernel doesn't tell the youngest process id");
        return;
    };
    let child = shell("read line");
    assert_ne!(youngest(), Some(before));
    end(child);
}

#[test]
fn a_process_that_is_gone_has_nothing() {
    let mut child = shell("exit");
    let pid = child.id();
    child.wait().unwrap();
    assert_eq!(below(pid), []);
}

#[test]
fn own_threads_are_counted() {
    let barrier = std::sync::Barrier::new(9);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| barrier.wait());
        }
        assert!(running(geteuid().as_raw()) >= 9);
        barrier.wait();
    });
}

#[test]
fn a_user_who_runs_nothing_has_nothing() {
    assert_eq!(running(u32::MAX - 77), 0);
}

#[test]
fn another_users_processes_are_counted() {
    if !geteuid().is_root() {
        eprintln!("skipped: only root can start processes of other users");
        return;
    }
    let user = 61_000 + std::process::id() % 1000;
    let script = "sleep 1000 & sleep 1000 & echo; read line";
    let mut child = Command::new("setpriv")
        .args([
            "--reuid",
            &user.to_string(),
            "--clear-groups",
            "sh",
            "-c",
            script,
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    ready(&mut child);
    assert_eq!(running(user), 3);
    end(child);
}

fn process(pid: u32, parent: u32, resident: u64, is_waiting: bool) -> ProcessInfo {
    ProcessInfo {
        pid,
        parent,
        threads: 1,
        alive: pid,
        resident,
        size: 9999,
        children_ns: 0,
        is_running: false,
        is_waiting,
    }
}

#[test]
fn memory_lent_by_vfork_counts_once() {
    let mut all = [process(2, 1, 700, true), process(3, 2, 705, false)];
    count_once(&mut all);
    assert_eq!(all.map(|it| it.resident), [700, 0]);
}

#[test]
fn one_waiting_process_hides_one_child_at_most() {
    let child = |pid| process(pid, 2, 700, false);
    let mut all = [process(2, 1, 700, true), child(3), child(4)];
    count_once(&mut all);
    assert_eq!(all.iter().map(|it| it.resident).sum::<u64>(), 1400);
    let mut all = [process(2, 1, 700, false), child(3)];
    count_once(&mut all);
    assert_eq!(all.map(|it| it.resident), [700, 700]);
}

#[test]
fn a_name_of_any_bytes_hides_nobody() {
    let status = b"Name:\t\xff\xfe\nUid:\t7\t7\t7\t7\nThreads:\t3\n";
    assert_eq!(threads_of(7, status), Some(3));
    assert_eq!(threads_of(8, status), None);
    assert_eq!(after_name(b"7 (a) R \xff) S 1 2\n"), Some("S 1 2\n"));
}

#[test]
fn a_list_of_any_length_is_read_to_its_end() {
    for count in [0, 1, 200, 1000] {
        let pids: Vec<u32> = (1..=count).collect();
        let words: Vec<String> = pids.iter().map(|pid| format!("{pid} ")).collect();
        assert_eq!(list(words.concat().as_bytes()), pids);
    }
    let full = "12345678 ".repeat(1024 / 9) + "123456 ";
    assert_eq!(full.len(), ENOUGH);
    assert_eq!(list(full.as_bytes()).len(), 1024 / 9 + 1);
}

#[test]
fn a_child_of_any_thread_is_found() {
    let find = || {
        let child = shell("read line");
        let found = below(std::process::id());
        assert!(found.iter().any(|it| it.pid == child.id()));
        end(child);
    };
    std::thread::scope(|scope| scope.spawn(find).join()).unwrap();
}
