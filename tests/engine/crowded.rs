//! Honest bots on a machine that has hardly any time for them: nobody loses what was taken from it.

use std::process::{Command, Stdio};

use referee_record::{Evidence, FaultKind, Record};

use super::{Arena, of, records};
use crate::check::on_a_busy_machine;
use crate::kit::referee;
use crate::locks::alone;
use crate::skip::skip;

const SETTINGS: &str = "
game = \"onitama\"
rounds = 1
concurrency = 2
options = { turns = 4 }
start = \"deal\"
time = { move_ms = 30 }
tries = 2
";

/// Runs it behind everybody else: a sixtieth of a core is left for it.
fn run_last(arena: &Arena, arguments: &[&str]) {
    let usual = arena.command(arguments);
    let mut last = Command::new("nice");
    last.args(["-n", "15"]).arg(usual.get_program());
    last.args(usual.get_args()).stdin(Stdio::null());
    for (name, value) in usual.get_envs() {
        match value {
            Some(value) => last.env(name, value),
            None => last.env_remove(name),
        };
    }
    let output = last.output().expect("nice starts");
    assert_ne!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn nobody_loses_by_what_others_took() {
    blames_nobody(
        "nobody_loses_by_what_others_took",
        &["--jail-without", "cgroups"],
    );
}

#[test]
#[ignore = "long: the same without a jail"]
fn nobody_loses_without_a_jail_by_what_others_took() {
    blames_nobody(
        "nobody_loses_without_a_jail_by_what_others_took",
        &["--jail", "off"],
    );
}

fn blames_nobody(test: &str, mode: &[&str]) {
    let arena = Arena::new(SETTINGS)
        .bot("one", "house:first")
        .bot("two", "house:random");
    alone(|| on_a_busy_machine(|| run_last(&arena, mode)));
    for record in records(&arena.path().join("cup.db")) {
        let evidence = record.measured.evidence.iter();
        // Who was late in every attempt loses by that.
        let lost = |candidate: &&Evidence| {
            candidate.reason == FaultKind::Timeout && candidate.earlier.is_empty()
        };
        for lost_turn in evidence.filter(lost) {
            let late = lost_turn.late_ns.expect("the referee says by how much");
            let taken = lost_turn.shares.unwrap_or_default().excuse_ns();
            assert!(late > taken, "{mode:?}: {lost_turn:?}");
            let why = format!("{mode:?}: of {} ms nothing is known", late / 1_000_000);
            skip(test, &why);
        }
    }
}

/// Leaves processes that take its core from it, each in a session of its own and without a parent, and is late.
const BURNER: &str = "
import os, sys, time
def burn():
    end = time.monotonic() + 1.5
    while time.monotonic() < end:
        pass
for line in sys.stdin:
    keyword, *words = line.split()
    if keyword == 'hello':
        print('ready', flush=True)
    elif keyword == 'legal':
        legal = words
    elif keyword == 'go':
        for _ in range(40):
            child = os.fork()
            if child == 0:
                os.setsid()
                if os.fork() == 0:
                    for descriptor in range(3):
                        os.close(descriptor)
                    burn()
                os._exit(0)
            os.waitpid(child, 0)
        burn()
        print('move', legal[0], flush=True)
    elif keyword == 'quit':
        break
";

#[test]
fn what_a_bot_leaves_running_is_no_excuse() {
    let settings = SETTINGS.replace("move_ms = 30", "move_ms = 5000");
    let arena = Arena::new(&settings)
        .python("burner", BURNER, "")
        .text("time_factor = 0.04\n")
        .bot("quick", "house:first");
    let output = alone(|| arena.run(&["--jail", "off", "--concurrency", "1"]));
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let records = records(&arena.path().join("cup.db"));
    for record in &records {
        let number = record.played.job.number;
        let again =
            |other: &Record| other.played.job.number == number && other.attempt > record.attempt;
        // Another program may have spoilt an attempt, but not the last.
        if !records.iter().any(again) {
            let verdict = &record.played.verdict;
            assert_eq!(
                of(record, "burner").fault.map(FaultKind::text),
                Some("timeout"),
                "{verdict:?}"
            );
        }
    }
    assert!(!records.is_empty());
}

/// Needs the processor for the greater part of its time for a move.
const THINKER: &str = "
import sys, time
for line in sys.stdin:
    keyword, *words = line.split()
    if keyword == 'hello':
        print('ready', flush=True)
    elif keyword == 'legal':
        legal = words
    elif keyword == 'go':
        end = time.thread_time() + 0.6
        while time.thread_time() < end:
            pass
        print('move', legal[0], flush=True)
    elif keyword == 'quit':
        break
";

#[test]
fn who_is_late_in_every_attempt_loses_the_last() {
    let settings = SETTINGS
        .replace("move_ms = 30", "move_ms = 1000")
        .replace("turns = 4", "turns = 2");
    let arena = Arena::new(&settings)
        .python("thinker", THINKER, "")
        .bot("quick", "house:first");
    let output = alone(|| on_a_busy_machine(|| arena.run(&["--jail", "off"])));
    let (path, mut lost) = (arena.path().join("cup.db"), 0);
    let records = records(&path);
    for record in &records {
        let mut evidence = record.measured.evidence.iter();
        let Some(always_late) = evidence.find(|candidate| !candidate.earlier.is_empty()) else {
            continue;
        };
        lost += 1;
        let before = |attempt| {
            let number = record.played.job.number;
            let mut all = records.iter();
            let same = |it: &&Record| (it.played.job.number, it.attempt) == (number, attempt);
            all.find(same).and_then(|before| before.measured.late)
        };
        assert_eq!(
            (record.attempt, always_late.earlier.len()),
            (2, 1),
            "{always_late:?}"
        );
        assert_eq!(before(1), always_late.earlier.first().copied());
        assert!(always_late.is_excused(), "{always_late:?}");
        assert!(
            always_late.sentence.contains("in each of the 2 attempts"),
            "{always_late:?}"
        );
        assert_eq!(
            of(record, "thinker").fault.map(FaultKind::text),
            Some("timeout")
        );
    }
    if lost == 0 {
        let why = format!("others than the thinker were late, or nobody: {output:?}");
        skip("who_is_late_in_every_attempt_loses_the_last", &why);
    }
    let verified = referee(&["verify", &path.to_string_lossy()]);
    assert_eq!(verified.code, Some(0), "{}", verified.stdout);
}
