//! Results: how runs are told and kept, and whether what was kept can be believed.

mod at_once;
mod changes;
mod covered;
mod damage;
mod dry;
mod exam_logs;
mod exports;
mod extended;
mod forged;
mod names;
mod play;
mod raised;
mod replay;
mod resumed;
mod run;
mod sound;
mod submissions;
mod tables;
mod traffic;

use std::fs;
use std::path::Path;

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::cli::{Run, referee};
use crate::engine::Arena;

/// The two keys that a line can have.
const KINDS: [&str; 2] = ["header", "record"];

/// Plays a tournament to its end, and exports it as JSON lines, which can be changed like any text.
pub fn played(arena: &Arena) {
    let output = arena.run(&[]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    export(arena);
}

/// Writes the results of an arena into `cup.jsonl`.
fn export(arena: &Arena) {
    let file = |name: &str| arena.path().join(name).to_string_lossy().into_owned();
    let (run, lines) = (file("cup.db"), file("cup.jsonl"));
    referee(&["export", &run, "--format", "jsonl", "-o", &lines]).fine();
}

fn verify(file: &Path) -> Run {
    referee(&["verify", &file.to_string_lossy()])
}

/// What the lines of a file say, the header first.
pub fn contents(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).expect("results");
    let content = |line: &str| {
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        let kind = KINDS.iter().find(|kind| line.get(kind).is_some());
        line[kind.expect("a kind")].take()
    };
    text.lines().map(content).collect()
}

/// Writes lines with a chain of hashes that holds: what anybody can do who wants to deceive.
pub fn write_chained(file: &Path, contents: &[Value]) {
    let (mut text, mut hash) = (String::new(), String::new());
    let kinds = [KINDS[0]].into_iter().chain([KINDS[1]].into_iter().cycle());
    for (kind, content) in kinds.zip(contents) {
        let content = content.to_string();
        let digest = Sha256::digest(format!("{hash}{content}"));
        let digit = |byte: &u8| format!("{byte:02x}");
        hash = digest.iter().map(digit).collect();
        text += &format!("{{\"{kind}\":{content},\"hash\":\"{hash}\"}}\n");
    }
    fs::write(file, text).expect("written");
}

/// No output may move the cursor or change colours, and no line be wider than a terminal.
pub fn fit_for_a_terminal(output: &str) {
    for line in output.lines() {
        assert!(!line.contains(char::is_control), "{line:?}");
        assert!(line.chars().count() <= 80, "{line}");
    }
}
