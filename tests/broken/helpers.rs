//! Helpers and bots that somebody kills: the run goes on.

use referee_record::FaultKind;
use std::fs;
use std::process::Command;

use rustix::process::{Pid, Signal, kill_process};

use super::{busy, completed, ends, nobody_is_blamed, played, stderr, until};
use crate::engine::{Arena, of, records};

/// The processes that a process has started, with their command lines.
fn children(parent: u32) -> Vec<(u32, String)> {
    let processes = fs::read_dir("/proc").expect("Linux").flatten();
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    pids.filter_map(|pid| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let (_, fields) = stat.rsplit_once(')')?;
        let line = fs::read(format!("/proc/{pid}/cmdline")).ok()?;
        let is_child = fields.split_ascii_whitespace().nth(1)?.parse() == Ok(parent);
        is_child.then(|| (pid, String::from_utf8_lossy(&line).replace('\0', " ")))
    })
    .collect()
}

fn kill(pid: u32) {
    let killed = Command::new("kill").args(["-9", &pid.to_string()]).status();
    assert!(killed.expect("a command").success());
}

/// Kills a process that may have ended by itself.
fn end(pid: u32) {
    let pid = Pid::from_raw(pid.cast_signed()).expect("a process");
    let _ = kill_process(pid, Signal::KILL);
}

#[test]
fn a_run_goes_on_without_its_watchdog() {
    let (undisturbed, arena) = (busy(4), busy(4));
    let temporary = tempfile::tempdir().expect("a folder");
    let mut command = arena.command(&[]);
    let child = command
        .env("TMPDIR", temporary.path())
        .spawn()
        .expect("it starts");
    let referee = child.id();
    let mut watchdog = None;
    until(|| {
        let children = children(referee);
        let playing = children
            .iter()
            .any(|(_, line)| line.contains(" house ") || line.contains("jail-helper"));
        watchdog = children
            .into_iter()
            .find(|(_, line)| line.contains(" watchdog "));
        watchdog.is_some() && playing
    });
    kill(watchdog.expect("there is one").0);
    let output = ends(child);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(played(&arena) == completed(&undisturbed));
    nobody_is_blamed(&records(&arena.path().join("cup.db")));
    assert_eq!(super::files(temporary.path()), [""; 0]);
}

/// Neither the process that forks the jail's helpers, nor a helper that waits for its bot, nor one that has a bot is the bot's
/// own: whoever kills one makes the game void, which is played again.
#[test]
fn a_run_goes_on_without_the_helpers_of_its_jail() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let (undisturbed, arena) = (busy(8), busy(8));
    let child = arena.command(&[]).spawn().expect("it starts");
    let results = arena.path().join("cup.db");
    let referee = child.id();
    let helpers = || {
        let children = children(referee).into_iter();
        let helpers = children.filter(|(_, line)| line.contains(" jail-helper"));
        helpers.map(|(pid, _)| pid).collect::<Vec<_>>()
    };
    let has_bot = |pid: &u32| !children(*pid).is_empty();
    let mut killed = 0;
    for with_bots in [false, true, false] {
        until(|| {
            let chosen: Vec<u32> = helpers()
                .into_iter()
                .filter(|pid| has_bot(pid) == with_bots)
                .collect();
            for pid in &chosen {
                end(*pid);
            }
            killed += chosen.len();
            !chosen.is_empty()
        });
        // The next games are played all the same.
        until(|| results.exists() && helpers().iter().any(has_bot));
    }
    let output = ends(child);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(killed >= 3);
    assert!(played(&arena) == completed(&undisturbed));
    nobody_is_blamed(&records(&results));
}

/// Nobody can tell who ended a process: it is a crash, its evidence says by which signal, and the
/// games of others go on.
#[test]
fn a_bot_that_is_killed_from_outside_crashed() {
    let arena = Arena::new("game = \"onitama\"\ntime = { move_ms = 60000 }\nrounds = 1")
        .scripted("victim", "wait hello; say ready; wait go; deaf")
        .bot("other", "house:first");
    let child = arena
        .command(&["--concurrency", "1"])
        .spawn()
        .expect("it starts");
    for _ in 0..2 {
        let mut victim = None;
        until(|| {
            let is_victim = |(_, line): &(u32, String)| line.contains("scripted.py");
            victim = descendants(child.id()).into_iter().find(is_victim);
            victim.is_some() && arena.path().join("cup.db").exists()
        });
        let pid = victim.expect("there is one").0;
        kill(pid);
        until(|| {
            !descendants(child.id())
                .iter()
                .any(|(other, _)| *other == pid)
        });
    }
    let output = ends(child);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let records = records(&arena.path().join("cup.db"));
    assert_eq!(records.len(), 2);
    for record in records {
        let fault = of(&record, "victim").fault.map(FaultKind::text);
        assert!(matches!(fault, Some("crash" | "no-handshake")), "{fault:?}");
        assert_eq!(of(&record, "other").fault, None);
        assert!(
            record.measured.evidence[0].sentence.contains("signal 9"),
            "{record:?}"
        );
    }
}

fn descendants(process: u32) -> Vec<(u32, String)> {
    let mut processes = children(process);
    let mut next = 0;
    while next < processes.len() {
        processes.extend(children(processes[next].0));
        next += 1;
    }
    processes
}
