//! Results: how runs are told and kept, and whether what was kept can be believed.

mod at_once;
mod damage;
mod doubts;
mod dry;
mod exam_logs;
mod exports;
mod extended;
mod forged;
mod names;
mod parked;
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

use crate::engine::Arena;
use crate::kit::{Run, referee};

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

/// What an export says: all that isn't a game as one header, then each record.
pub fn contents(file: &Path) -> Vec<Value> {
    let text = fs::read_to_string(file).expect("results");
    let mut contents = vec![Value::Null];
    let (mut revisions, mut sessions) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        for (kind, content) in line.as_object_mut().expect("an object") {
            match &**kind {
                "header" => contents[0] = content.take(),
                "revision" => revisions.push(content.take()),
                "session" => sessions.push(content.take()),
                "record" => contents.push(content.take()),
                _ => {}
            }
        }
    }
    contents[0]["revision"] = revisions.pop().expect("a revision");
    contents[0]["earlier"] = revisions.into();
    contents[0]["sessions"] = sessions.into();
    contents
}

/// Writes lines with a chain of hashes that holds: what anybody can do who wants to deceive.
pub fn write_chained(file: &Path, contents: &[Value]) {
    let (mut text, mut hash) = (String::new(), Vec::<u8>::new());
    let mut add = |kind: &str, content: &Value| {
        let content = content.to_string();
        let mut sum = Sha256::new_with_prefix(&hash);
        sum.update(format!("{kind}\0"));
        sum.update(Sha256::digest(&content));
        hash = sum.finalize().to_vec();
        let digit = |byte: &u8| format!("{byte:02x}");
        let digits: String = hash.iter().map(digit).collect();
        text += &format!("{{\"{kind}\":{content},\"hash\":\"{digits}\"}}\n");
    };
    let mut header = contents[0].clone();
    let [revision, earlier, sessions] = ["revision", "earlier", "sessions"]
        .map(|key| header.as_object_mut().and_then(|header| header.remove(key)));
    let all = |values: &Option<Value>| values.as_ref().and_then(Value::as_array).cloned();
    add("header", &header);
    let revisions = all(&earlier).into_iter().flatten().chain(revision);
    revisions.for_each(|revision| add("revision", &revision));
    let sessions = all(&sessions).into_iter().flatten();
    sessions.for_each(|session| add("session", &session));
    contents[1..]
        .iter()
        .for_each(|record| add("record", record));
    fs::write(file, text).expect("written");
}

/// No output may move the cursor or change colours, and no line be wider than a terminal.
pub fn fit_for_a_terminal(output: &str) {
    for line in output.lines() {
        assert!(!line.contains(char::is_control), "{line:?}");
        assert!(line.chars().count() <= 80, "{line}");
    }
}
