//! The referee's own memory, whatever bots write.

use std::fs;

use super::{ends, stderr};
use crate::engine::{Arena, records};

/// Eight games at once may take so much, beside what the store keeps for itself.
const FLAT: u64 = 76 << 20;
/// The store's cache and its log's index, at most.
const CACHE: u64 = 4 << 20;

/// Writes as much of everything as is kept or forgiven in each turn.
const FLOODING: &str = r#"
import os, sys
what = sys.argv[1]
infos = {
    "short": "info x\n" * 2000,
    "long": ("info " + "y" * 60000 + "\n") * 4,
    "odd": ("info " + "\x01" * 30000 + "\n") * 3,
}[what].encode()
chatter = b"chatter\n" * 900
noise = b"e" * 60000
legal = b""
for line in sys.stdin:
    words = line.split()
    if words[0] == "hello":
        os.write(1, b"ready\n")
    elif words[0] == "legal":
        legal = words[1].encode()
    elif words[0] == "go":
        os.write(2, noise)
        answer = infos + chatter + b"move " + legal + b"\n"
        while answer:
            answer = answer[os.write(1, answer):]
    elif words[0] == "quit":
        break
"#;

/// The most that a process has ever held, as long as it lives.
fn peak(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(kib << 10)
}

fn stays_flat(what: &str, rounds: u32) {
    let settings = format!(
        "game = \"ludo\"\noptions = {{ rolls = 120 }}\nrounds = {rounds}\ntime = {{ move_ms = 20000 }}\n\
         limits = {{ start_ms = 60000 }}"
    );
    let mut arena = Arena::new(&settings);
    for name in ["a", "b", "c", "d"] {
        arena = arena.python(name, FLOODING, what);
    }
    let mut child = arena
        .command(&["--concurrency", "8", "--oversubscribe"])
        .spawn()
        .expect("it starts");
    let mut most = 0;
    while child.try_wait().expect("it is ours").is_none() {
        most = most.max(peak(child.id()).unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let output = ends(child);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    eprintln!("{what}: {} KiB", most >> 10);
    let records = records(&arena.path().join("cup.db"));
    assert!(records.len() >= 8, "{}", records.len());
    super::nobody_is_blamed(&records);
    assert!(
        most > 0 && most < FLAT + CACHE,
        "{what}: {} MiB",
        most >> 20
    );
}

#[test]
fn short_remarks() {
    stays_flat("short", 1);
}

#[test]
fn long_remarks() {
    stays_flat("long", 1);
}

#[test]
fn remarks_that_grow_in_records() {
    // In longer runs what each thread keeps of its records adds up.
    stays_flat("odd", 3);
}
