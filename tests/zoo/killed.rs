//! The referee is killed without a chance to do anything, in the middle of the zoo: nothing of it
//! is left.

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::ground::Ground;
use super::header::{self, Bot};
use super::left::{self, Before};
use super::mode::{Mode, Namespaces, Who};
use super::sweep::skipped;
use super::{alone, everybody};

const SETTINGS: &str = "time = { move_ms = 3000 }\n[limits]\nstart_ms = 20000\n";

/// Bots that cling to life, write, or are in the middle of something for long.
const CAST: [&str; 16] = [
    "daemon.c",
    "orphan.py",
    "theft_children.c",
    "deaf_to_signals.c",
    "leave_process.c",
    "fork_bomb.c",
    "stop_group.c",
    "leave_files.py",
    "deep.py",
    "disk.c",
    "children.js",
    "leave_ipc.c",
    "trickle.c",
    "inodes.c",
    "HonestThreads.java",
    "honest_pool.py",
];

/// Who is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Victims {
    /// The referee: what it started sweeps behind it.
    Referee,
    /// The referee with its watchdog and all helpers at once: the next run sweeps.
    All,
}

/// Kills in some rounds at moments that differ; what was left, if anything.
fn kill(mode: Mode, victims: Victims, rounds: Range<u64>) -> Vec<String> {
    let all = header::bots();
    let honest = all
        .iter()
        .find(|bot| bot.name == "honest.c")
        .expect("an honest bot");
    let mut wrong = Vec::new();
    for round in rounds {
        // The cast takes turns, and moments spread over some games.
        let first = usize::try_from(round).unwrap_or(0) * 5 % CAST.len();
        let names = CAST.iter().cycle().skip(first).take(6);
        let cast: Vec<&Bot> = names
            .filter_map(|name| all.iter().find(|bot| bot.name == *name))
            .filter(|bot| skipped(bot, mode).is_none())
            .collect();
        let moment = Duration::from_millis(50 + (round + 1) * 7919 % 1900);
        let ground = Ground::new(mode);
        let before = Before::now();
        let file = ground.tournament("onitama", SETTINGS, &cast, honest);
        let mut child = ground.run(&file).spawn().expect("the referee starts");
        if !begun(&ground, &mut child) {
            wrong.push(format!("{mode}, round {round}: no referee was seen"));
            continue;
        }
        sleep(moment);
        for pid in programs(&ground, victims) {
            let _ = Command::new("kill")
                .args(["-KILL", &pid.to_string()])
                .status();
        }
        let _ = child.wait();
        if victims == Victims::All {
            let file = ground.tournament("onitama", SETTINGS, &[honest], honest);
            let swept = ground
                .run(&file)
                .arg("--new")
                .output()
                .expect("the referee starts");
            if !swept.status.success() {
                wrong.push(format!(
                    "{mode}: the next run fails: {}",
                    String::from_utf8_lossy(&swept.stderr)
                ));
            }
        }
        let left = before.left(&ground, Duration::from_secs(5));
        wrong.extend(
            left.into_iter()
                .map(|what| format!("{mode}, {victims:?}, {moment:?}: {what}")),
        );
    }
    wrong
}

/// Waits until a bot plays.
fn begun(ground: &Ground, child: &mut Child) -> bool {
    let deadline = Instant::now() + Duration::from_secs(20);
    while Instant::now() < deadline && child.try_wait().is_ok_and(|status| status.is_none()) {
        let bots = left::processes(ground)
            .into_iter()
            .filter(|line| line.trim_end().ends_with(&ground.tag));
        if bots.count() > 0 {
            return true;
        }
        sleep(Duration::from_millis(5));
    }
    false
}

/// The processes of the referee's own program, the referee first.
fn programs(ground: &Ground, victims: Victims) -> Vec<u32> {
    let program = ground.program();
    let is_own = |pid: u32| {
        let folder = Path::new("/proc").join(pid.to_string());
        let line = fs::read(folder.join("cmdline")).unwrap_or_default();
        let words: Vec<&[u8]> = line.split(|byte| *byte == 0).collect();
        let called = words
            .first()
            .is_some_and(|argument| *argument == program.as_os_str().as_encoded_bytes());
        let plays = called && words.get(1) == Some(&&b"run"[..]);
        plays
            || victims == Victims::All
                && (called || fs::read_link(folder.join("exe")).is_ok_and(|exe| exe == program))
    };
    let entries = fs::read_dir("/proc").expect("Linux").flatten();
    let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(|pid| is_own(*pid)).collect()
}

fn leaves_nothing(modes: impl IntoIterator<Item = Mode>, rounds: u64) {
    let _turn = alone();
    let mut wrong = Vec::new();
    let mut round = 0;
    for mode in modes {
        for victims in [Victims::Referee, Victims::All] {
            // Rounds go on from mode to mode, so that few of them still see the whole cast.
            let failures = kill(mode, victims, round..round + rounds);
            round += rounds;
            println!(
                "{:<32} {victims:?} killed {rounds} times: {} left",
                mode.to_string(),
                failures.len()
            );
            wrong.extend(failures);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn nothing_is_left_of_a_killed_referee() {
    leaves_nothing(everybody().into_iter().map(|who| Mode::new(who, "auto")), 1);
}

#[test]
#[ignore = "long: many kills, in every way"]
fn nothing_is_left_of_many_killed_referees() {
    let ways = |who: Who| {
        [
            Mode::new(who, "auto"),
            Mode::without(who, Namespaces::Unused),
            Mode::without(who, Namespaces::Denied),
        ]
    };
    leaves_nothing(everybody().into_iter().flat_map(ways), 15);
}
