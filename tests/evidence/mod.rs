//! Evidence: what a bot was told, why it lost, and the same told again.

mod folder;
mod repro;
mod script;
mod why;

use std::fs;
use std::path::{Path, PathBuf};

use crate::engine::{Arena, scripted, toml};

/// Short limits, so that slow faults are quick.
const SHORT: &str = "
game = \"onitama\"
time = { move_ms = 400 }
options = { turns = 4 }
[limits]
start_ms = 1500
grace_ms = 200
";

/// Limits that decide no game of a bot that answers, however busy the machine is.
const PATIENT: &str = "
game = \"onitama\"
time = { move_ms = 10000 }
options = { turns = 4 }
[limits]
start_ms = 30000
";

/// A bot for each kind of fault; the second half of them has played before.
const FAULTY: [(&str, &str); 11] = [
    ("no-handshake", "wait hello; exit 3"),
    ("no-handshake", "wait hello; deaf"),
    (
        "illegal-move",
        "wait hello; say ready; wait go; say move 9z9z9; rest",
    ),
    (
        "resigned",
        "wait hello; say ready; wait go; legal; wait go; say resign; rest",
    ),
    ("timeout", "wait hello; say ready; wait go; deaf"),
    (
        "timeout",
        "wait hello; say ready; wait go; legal; wait go; raw move 1a; deaf",
    ),
    (
        "crash",
        "wait hello; say ready; wait go; complain oops; signal 11",
    ),
    (
        "crash",
        "wait hello; say ready; wait go; legal; wait go; exit 7",
    ),
    ("exit", "wait hello; say ready; wait go; exit 0"),
    ("exit", "wait hello; say ready; wait go; close stdout; deaf"),
    (
        "flood",
        "wait hello; say ready; wait go; legal; wait go; flood 70000; rest",
    ),
];

/// A folder with a bot that follows a script.
pub fn bot(folder: &Path, name: &str, script: &str) -> PathBuf {
    let run = toml(&["python3", "scripted.py", script]);
    let folder = folder.join(name);
    fs::create_dir(&folder).expect("a folder");
    fs::copy(scripted(), folder.join("scripted.py")).expect("it is there");
    let text = format!("run = {run}\n");
    fs::write(folder.join("bot.toml"), text).expect("a file");
    folder
}

/// A tournament between such a bot and one without a fault.
fn lost(script: &str) -> Arena {
    let waits = script.contains("deaf");
    Arena::new(if waits { SHORT } else { PATIENT })
        .scripted("bad", script)
        .bot("good", "house:first")
}
