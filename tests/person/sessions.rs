//! Whole sessions, word for word, and what can't stand in a file.

use std::fs;

use expect_test::expect_file;

use super::{sessions, typed};
use crate::kit::top;

#[test]
fn sessions_are_as_written() {
    let sessions = sessions();
    assert!(!sessions.is_empty(), "there are sessions");
    for (file, text) in sessions {
        let (head, _) = text.split_once("\n\n").expect("an empty line");
        let mut lines = head.lines();
        let args = lines
            .next()
            .and_then(|line| line.strip_prefix("$ referee play "));
        let args = shell_words::split(args.expect("a command")).expect("words");
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let typed_line = |line| str::strip_prefix(line, '<').expect("typed").trim_start();
        let lines: Vec<&str> = lines.map(typed_line).collect();
        let seen = typed(&args, &lines).fine();
        expect_file![file].assert_eq(&format!("{head}\n\n{seen}"));
    }
}

/// The session in the document is one that takes place: what stands behind a prompt was typed.
#[test]
fn the_document_s_session_is_true() {
    let file = top().join("docs/playing.md");
    let text = fs::read_to_string(&file).expect("the document");
    let (_, session) = text.split_once("```text session\n").expect("a session");
    let (session, _) = session.split_once("```").expect("its end");
    let (command, seen) = session.split_once('\n').expect("lines");
    let args: Vec<&str> = command.split(' ').skip(3).collect();
    let prompts = seen.lines().filter(|line| line.starts_with("A, "));
    let lines: Vec<&str> = prompts
        .map(|line| line.split_once("): ").expect("a prompt").1)
        .collect();
    assert_eq!(typed(&args, &lines).fine(), seen);
}

/// A hint is a move that can be played, in every game.
#[test]
fn hints_are_moves() {
    for game in [
        "onitama",
        "cublino-pur",
        "cublino-contra",
        "ludo",
        "koolaamee",
    ] {
        let args = ["--game", game, "--tc", "st=0.2", "--seed", "5", "me", "me"];
        let seen = typed(&args, &["hint"]).fine();
        let hint = seen.lines().find_map(|line| line.strip_prefix("hint: "));
        let hint = hint.expect("a hint").to_owned();
        let seen = typed(&args, &[&hint]).fine();
        let asked = seen.matches("): ").count() + seen.matches("move: ").count();
        assert!(asked >= 2, "{game}: {hint}: {seen}");
        assert!(!seen.contains("legal:"), "{game}: {hint}: {seen}");
    }
}

/// A bot that fails loses, in a sentence.
#[test]
fn faults_of_bots_end_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    for (verdict, script) in [
        ("no-handshake", "wait hello; exit 3"),
        (
            "illegal-move",
            "wait hello; say ready; wait go; say move 9z9z9; rest",
        ),
        ("timeout", "wait hello; say ready; wait go; deaf"),
        ("crash", "wait hello; say ready; wait go; exit 7"),
        (
            "resigned",
            "wait hello; say ready; wait go; say resign; rest",
        ),
    ] {
        let bot = crate::evidence::bot(folder.path(), verdict, script);
        let bot = bot.to_str().expect("UTF-8");
        let seen = typed(&["--tc", "st=0.4", bot, "me:Ada"], &[]).fine();
        assert!(
            seen.contains(&format!("A ({verdict}) forfeits, {verdict}: ")),
            "{seen}"
        );
        assert!(
            seen.ends_with(&format!("B (Ada) wins ({verdict}).\n")),
            "{seen}"
        );
    }
}

#[test]
fn what_only_people_can_use_is_refused() {
    let bots = ["house:random", "house:random"];
    for (option, args) in [
        ("--clock", vec!["--clock", "5"]),
        ("--plain", vec!["--plain"]),
    ] {
        let why = typed(&[&args[..], &bots].concat(), &[]).refused();
        assert!(why.contains(&format!("{option} is for people")), "{why}");
    }
    let why = typed(&["--tc", "8+0.08", "me", "house:random"], &[]).refused();
    assert!(why.contains("have a time for each move"), "{why}");
    let why = typed(&["--clock", "soon", "me", "me"], &[]).refused();
    assert!(why.contains("expected TIME or"), "{why}");
}

/// A person who oversteps the time loses, also without typing anything.
#[test]
fn the_clock_runs_out() {
    use std::process::Stdio;
    let mut child = crate::kit::command(&["play", "--clock", "1.2", "me:Ada", "me:Ben"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    // Held open: the end of the input would end the game sooner.
    let stdin = child.stdin.take();
    let seen = child.wait_with_output().expect("it ends");
    drop(stdin);
    let seen = String::from_utf8(seen.stdout).expect("UTF-8");
    assert!(seen.contains("A, 0:01 left, card (1 2)"), "{seen}");
    assert!(seen.ends_with("B (Ben) wins (timeout).\n"), "{seen}");
}
