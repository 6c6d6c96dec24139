//! Whole sessions, word for word, and what can't stand in a file.

use std::fs;

use super::{sessions, typed};

#[test]
fn sessions_are_as_written() {
    let sessions = sessions();
    assert!(!sessions.is_empty(), "there are sessions");
    for (file, text) in sessions {
        let (head, expected) = text.split_once("\n\n").expect("an empty line");
        let mut head = head.lines();
        let args = head.next().and_then(|line| line.strip_prefix("$ referee play "));
        let args: Vec<&str> = args.expect("a command").split(' ').collect();
        let lines = |line| str::strip_prefix(line, '<').expect("typed").trim_start();
        let lines: Vec<&str> = head.map(lines).collect();
        let seen = typed(&args, &lines).fine();
        if std::env::var_os("BLESS").is_some() {
            let text = text.replace(&format!("\n\n{expected}"), &format!("\n\n{seen}"));
            fs::write(&file, text).expect("it is written");
        } else {
            assert_eq!(seen, expected, "{}", file.display());
        }
    }
}

/// A hint is a move that can be played, in every game.
#[test]
fn hints_are_moves() {
    for game in ["onitama", "cublino-pur", "cublino-contra", "ludo", "koolaamee"] {
        let args = ["--game", game, "--move-ms", "200", "--seed", "5", "me", "me"];
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
    let bot = |script: &str| {
        let program = crate::engine::scripted();
        let run = crate::engine::toml(&["python3", &program.to_string_lossy(), script]);
        let text = format!("name = \"poor\"\nrun = {run}\n");
        fs::write(folder.path().join("bot.toml"), text).expect("it is written");
        folder.path().to_string_lossy().into_owned()
    };
    for (word, script) in [
        ("no-handshake", "wait hello; exit 3"),
        ("illegal-move", "wait hello; say ready; wait go; say move 9z9z9; rest"),
        ("timeout", "wait hello; say ready; wait go; deaf"),
        ("crash", "wait hello; say ready; wait go; exit 7"),
        ("resigned", "wait hello; say ready; wait go; say resign; rest"),
    ] {
        let seen = typed(&["--move-ms", "400", &bot(script), "me:Ada"], &[]).fine();
        assert!(seen.contains(&format!("A (poor) forfeits, {word}: ")), "{seen}");
        assert!(seen.ends_with(&format!("B (Ada) wins ({word}).\n")), "{seen}");
    }
}

#[test]
fn what_only_people_can_use_is_refused() {
    let bots = ["house:random", "house:random"];
    for (option, args) in [("--clock", vec!["--clock", "5"]), ("--plain", vec!["--plain"])] {
        let why = typed(&[&args[..], &bots].concat(), &[]).refused();
        assert!(why.contains(&format!("{option} is for people")), "{why}");
    }
    let why = typed(&["--clock", "soon", "me", "me"], &[]).refused();
    assert!(why.contains("MINUTES"), "{why}");
}

/// A person who oversteps the time loses, also without typing anything.
#[test]
fn the_clock_runs_out() {
    use std::process::Stdio;
    let mut child = crate::cli::command(&["play", "--clock", "0.02", "me:Ada", "me:Ben"])
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
