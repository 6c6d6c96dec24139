//! Games outside of any run: what ends them, and what is said about their bots.

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::kit::{command, fed, referee};

/// A bot that is this shell script.
fn bot(script: &str) -> (TempDir, String) {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let file: PathBuf = dir.path().join("slow");
    fs::write(&file, format!("#!/bin/sh\n{script}\n")).expect("a file");
    fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).expect("a file of ours");
    let name = file.to_string_lossy().into_owned();
    (dir, name)
}

/// Starts a game, with SIGHUP as no `nohup` set it, and waits until this was printed; its input stays open.
fn begun(args: &[&str], shown: &str) -> Child {
    let plain = command(args);
    let mut command = Command::new("env");
    command.arg("--default-signal=HUP");
    command.arg(plain.get_program()).args(plain.get_args());
    command.current_dir(plain.get_current_dir().expect("it is set"));
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("env starts");
    let out = child.stdout.as_mut().expect("it was piped");
    let mut text = Vec::new();
    while !String::from_utf8_lossy(&text).contains(shown) {
        let mut byte = [0];
        assert_eq!(out.read(&mut byte).expect("a pipe"), 1, "it ends too early");
        text.extend(byte);
    }
    child
}

/// Ends a game by a signal.
fn ended(mut child: Child, signal: Signal) -> Output {
    let stdin = child.stdin.take();
    kill_process(Pid::from_child(&child), signal).expect("it runs");
    let output = child.wait_with_output().expect("it ends");
    drop(stdin);
    output
}

#[test]
fn a_signal_ends_a_game() {
    let (_dir, slow) = bot("read hello; echo ready; sleep 600");
    let bots = ["play", "--tc", "st=600", &slow, "house:first"];
    let person = ["play", "me", "house:first"];
    for (args, shown) in [(&bots[..], "A is slow"), (&person, "A, card (1 2):")] {
        for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
            let output = ended(begun(args, shown), signal);
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(130), "{signal:?}: {said}");
            let line = "referee: interrupted; the game isn't finished\n";
            assert!(said.ends_with(line), "{signal:?}: {said}");
            let shown = String::from_utf8_lossy(&output.stdout);
            assert!(!shown.contains("forfeits"), "{signal:?}: {shown}");
        }
    }
}

#[test]
fn a_bot_that_is_slow_to_start_is_named() {
    let (_dir, slow) = bot("read hello; sleep 3; echo ready");
    for args in [["play", &slow, "house:first"], ["play", &slow, "me"]] {
        let said = referee(&args).stderr;
        let line = "waiting for A (slow) to say `ready`\n";
        assert_eq!(said.matches(line).count(), 1, "{said}");
        assert!(!said.contains("house:first"), "{said}");
    }
}

/// A bot that prints `debug one` before `ready`, and more before each move.
const LOUD: &str = "echo debug one; read hello; echo ready; while read word rest; do
    if [ $word = legal ]; then move=${rest%% *}; fi
    if [ $word = go ]; then echo 'debug two'; echo move $move; fi
    done";

#[test]
fn lines_that_are_no_messages_are_told() {
    let (_dir, loud) = bot(LOUD);
    for other in ["house:first", "me"] {
        let args = ["play", "--option", "turns=1", &loud, other];
        let shown = fed(&args, b"resign\n").stdout;
        let told = "lines that are no messages, the first \"debug one\"\n";
        assert!(shown.contains("\nA (slow) printed "), "{shown}");
        assert!(shown.contains(told), "{shown}");
        assert!(!shown.contains("B (first) printed"), "{shown}");
    }
}

#[test]
fn runs_tell_lines_that_are_no_messages() {
    let (dir, _) = bot(LOUD);
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    let text = "game = 'onitama'\noptions = { turns = 1 }\nrounds = 1\n\
        bots = [{ name = 'loud', bot = 'slow' }, { bot = 'house:first' }]\n";
    fs::write(at("cup.toml"), text).expect("a file");
    referee(&["run", &at("cup.toml")]).fine();
    let results = at("cup.db");
    let words = |args: &[&str]| -> String {
        let shown = referee(args).fine();
        shown.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let told = "loud: 3 lines that are no messages, the first in game 1: \"debug one\"";
    let standings = words(&["standings", &results]);
    assert!(standings.contains(told), "{standings}");
    assert!(!standings.contains("first: "), "{standings}");
    let json: serde_json::Value =
        serde_json::from_str(&referee(&["standings", "--json", &results]).fine()).expect("JSON");
    assert_eq!(json["chatter"][0]["lines"], 3, "{json:#}");
    let game = words(&["games", &results, "1"]);
    let told = "loud: 2 lines that are no messages, the first \"debug one\"";
    assert!(game.contains(told), "{game}");
    let page = at("cup.html");
    referee(&["report", &results, "-o", &page]).fine();
    let page = fs::read_to_string(page).expect("a page");
    assert!(page.contains("3 lines that are no messages"));
    assert!(words(&["verify", &results]).contains("sound"), "{results}");
}
