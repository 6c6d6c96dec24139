//! Bots that need the processor, on a machine that has little of it left: no fault of theirs.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde_json::Value;

use super::Bot;
use crate::locks::alone;
use crate::skip::skip;

/// The bot of the tests that takes its time.
fn slow_reader() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/bots/slow_reader.py")
}

/// Moves of a process that cost their time: as many in each game show what a longer game would.
const SLOW_MOVES: &str = "4";

/// One that needs so many microseconds of CPU time for a line and for a move.
fn needs(line: u32, a_move: u32) -> Bot {
    let (line, a_move) = (line.to_string(), a_move.to_string());
    Bot::with_arguments(&slow_reader(), &[&line, &a_move, SLOW_MOVES])
}

/// Does something while twice as many programs run as there are cores.
pub fn on_a_busy_machine<T>(task: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..2 * cores {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let result = catch_unwind(AssertUnwindSafe(task));
        done.store(true, Ordering::Relaxed);
        result.unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// A check with its exit code.
fn checked(bot: &Bot) -> (Option<i32>, Value) {
    let run = bot.check("onitama", &["--json"]);
    let sheet = serde_json::from_str(&run.stdout);
    (run.code, sheet.unwrap_or_else(|_| panic!("{}", run.stderr)))
}

fn find<'v>(sheet: &'v Value, name: &str) -> Option<&'v Value> {
    let mut cases = sheet["cases"].as_array().expect("cases").iter();
    cases.find(|case| case["name"] == name)
}

#[test]
fn a_bot_that_is_kept_from_its_core_has_no_fault() {
    // Half a core would be too little for reading 3000 lines in time, and for a move.
    let bot = needs(400, 240_000);
    let (code, sheet) = alone(|| on_a_busy_machine(|| checked(&bot)));
    assert_eq!(sheet["faults"], 0, "{sheet:#}");
    let undecided = sheet["undecided"].as_u64().expect("a number");
    // Where the rest of the machine was kind, all was played.
    assert_eq!(code, Some(if undecided > 0 { 4 } else { 0 }), "{sheet:#}");
    // What the machine spoils isn't passed over, but undecided.
    for case in sheet["cases"].as_array().expect("cases") {
        let because = case["because"].as_str().unwrap_or_default();
        let spoilt = case["finding"] == "skipped" && because.contains("machine");
        assert!(!spoilt, "{case:#}");
    }
    // Where no first question was answered, the list ends there.
    let memory = find(&sheet, "memory").and_then(|case| case["because"].as_str());
    let jailed = crate::kit::referee(&["jail"]).code == Some(0);
    if let Some(because) = memory.filter(|_| jailed) {
        assert!(because.contains("none was played"), "{because}");
    }
}

#[test]
fn who_keeps_the_machine_busy_is_said() {
    let args = ["check", "house:first", "--game", "onitama"];
    let mut command = crate::kit::command(&args);
    command.env_remove("REFEREE_CORES");
    let output = alone(|| on_a_busy_machine(|| command.output().expect("it starts")));
    let said = String::from_utf8_lossy(&output.stderr).replace("\n  ", " ");
    let begin = "the machine is busy: programs outside this run";
    assert_eq!(said.matches(begin).count(), 1, "{said}");
}

/// Whether the machine had no time to tell the two apart, which is said.
fn is_undecided(case: &Value) -> bool {
    let undecided = case["finding"] == "undecided";
    if undecided {
        let test = "who_reads_slowly_is_told_apart_from_who_stops_reading";
        skip(test, "the machine is too busy to judge");
    }
    undecided
}

#[test]
fn who_reads_slowly_is_told_apart_from_who_stops_reading() {
    let (_, sheet) = checked(&needs(8_000, 0));
    let many = find(&sheet, "many-lines").expect("the case");
    if is_undecided(many) {
        return;
    }
    assert_eq!(many["mistake"], "slow-reading", "{many:#}");
    assert_eq!(many["verdict"], "timeout", "{many:#}");
    let what = many["what"].as_str().expect("a sentence");
    assert!(
        what.contains("still") && !what.contains(", and 0.0 s of CPU"),
        "{what}"
    );
    let (_, sheet) = checked(&Bot::with("few-lines"));
    let many = find(&sheet, "many-lines").expect("the case");
    if is_undecided(many) {
        return;
    }
    assert_eq!(many["mistake"], "unread", "{many:#}");
    let what = many["what"].as_str().expect("a sentence");
    assert!(
        what.contains("stopped reading") && what.contains("s of CPU time"),
        "{what}"
    );
}
