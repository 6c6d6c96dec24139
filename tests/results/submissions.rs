//! Submissions that can't be played: the others play without them.

use std::fs;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::engine::{Arena, scripted};

pub const READY: &str = "wait hello; say ready; wait go; say resign; rest";

/// A tournament of a house bot and these submissions: a name, and what stands in the `bot.toml`.
pub fn handed_in(text: &str, submissions: &[(&str, String)]) -> Arena {
    let head = format!("game = \"onitama\"\nseed = 3\nsubmissions = \"handed-in/*\"\n{text}");
    let arena = Arena::new(&head).bot("good", "house:first");
    for (name, toml) in submissions {
        let folder = arena.path().join("handed-in").join(name);
        fs::create_dir_all(&folder).expect("a folder");
        fs::copy(scripted(), folder.join("bot.py")).expect("copied");
        fs::write(folder.join("bot.toml"), toml).expect("written");
    }
    arena
}

pub fn run_by(script: &str) -> String {
    format!("run = [\"python3\", \"bot.py\", {script:?}]\n")
}

fn submissions() -> Vec<(&'static str, String)> {
    vec![
        ("ann", run_by(READY)),
        (
            "broken",
            format!("{}build = \"sh -c 'echo no; exit 3'\"", run_by(READY)),
        ),
        ("dead", "run = \"sh -c 'echo why >&2; exit 1'\"".to_owned()),
        ("typo", "rnu = 'x'".to_owned()),
        ("other", run_by("wait hello; say ready games=ludo; rest")),
    ]
}

#[test]
fn the_others_play_without_them() {
    let arena = handed_in("broken = \"skip\"\n", &submissions());
    let output = arena.run(&["--json"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        json["crosstable"]["names"],
        serde_json::json!(["good", "ann"])
    );
    assert_eq!(json["games"], 2);
    for (name, why) in [
        ("broken", "build `sh -c 'echo no; exit 3'`: exit status: 3"),
        ("dead", "it isn't ready: the bot ended with status 1"),
        ("typo", "did you mean `run`?"),
        ("other", "other doesn't play onitama"),
    ] {
        let begin = format!("{name} is left out: ");
        let lines: Vec<&str> = stderr
            .lines()
            .filter(|line| line.starts_with(&begin))
            .collect();
        assert!(
            lines.len() == 1 && lines[0].contains(why),
            "{name}: {stderr}"
        );
    }
}

#[test]
fn a_dry_run_says_at_its_end_who_would_not_play() {
    let mut all = submissions();
    all.push(("java", "run = \"python3 missing.py\"".to_owned()));
    let arena = handed_in("broken = \"skip\"\n", &all);
    let dry = arena.run(&["--dry-run"]);
    let shown = String::from_utf8_lossy(&dry.stdout);
    assert_eq!(dry.status.code(), Some(0), "the run goes on: {shown}");
    let (_, end) = shown
        .split_once("\nwould not play  5\n")
        .expect("a list at the end");
    let names = end.lines().filter(|line| !line.starts_with("   "));
    let names: Vec<&str> = names.map(str::trim).collect();
    assert_eq!(names, ["broken", "dead", "java", "other", "typo"], "{end}");
    let flat: Vec<&str> = end.split_whitespace().collect();
    let flat = flat.join(" ");
    for why in [
        "broken build `sh -c 'echo no; exit 3'`: exit status: 3 | no dead",
        "dead it isn't ready: the bot ended with status 1",
        "java it isn't ready: ",
        "python3: can't open file",
        "other other doesn't play onitama",
        "did you mean `run`?",
    ] {
        assert!(flat.contains(why), "{why}: {end}");
    }
    assert!(!arena.path().join("cup.db").exists());
    // The same are left out by the run.
    let run = arena.run(&[]);
    let stderr = String::from_utf8_lossy(&run.stderr);
    assert_eq!(stderr.matches(" is left out: ").count(), 5, "{stderr}");
}

#[test]
fn a_dry_run_says_that_all_would_play_or_whose_fault_it_is() {
    let arena = handed_in("broken = \"skip\"\n", &submissions()[..1]);
    let output = arena.run(&["--dry-run"]);
    let shown = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}");
    assert!(
        shown.ends_with("\nwould not play  nobody: all bots are built and ready\n"),
        "{shown}"
    );
    let entry = "[[bots]]\nname = \"own\"\nbot = \"own\"\n";
    let arena = arena.text(entry);
    let folder = arena.path().join("own");
    fs::create_dir(&folder).expect("a folder");
    fs::write(folder.join("bot.toml"), "run = 'sh -c \"exit 1\"'").expect("written");
    let output = arena.run(&["--dry-run"]);
    let shown = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{shown}");
    assert!(
        shown.contains("\nwould lose, not ready  1\n  own\n"),
        "{shown}"
    );
    let run = arena.run(&[]);
    let stderr = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(0), "{stderr}");
    assert!(
        stderr.contains("referee: warning: bot own: it isn't ready: "),
        "{stderr}"
    );
}

#[test]
fn unless_that_is_asked_for_nothing_is_played() {
    for (i, why) in [
        (1, "exit status: 3\nno"),
        (3, "did you mean `run`?"),
        (4, "doesn't play"),
    ] {
        let [ann, .., one] = [submissions()[0].clone(), submissions()[i].clone()];
        let arena = handed_in("", &[ann, one]);
        let output = arena.run(&[]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(stderr.contains(why), "{stderr}");
    }
}

#[test]
fn bots_of_the_file_itself_have_to_be_right() {
    let arena = handed_in("broken = \"skip\"\n", &submissions()[..1]);
    let arena = arena.text("[[bots]]\nname = \"own\"\nbot = \"own\"\n");
    let folder = arena.path().join("own");
    fs::create_dir(&folder).expect("a folder");
    fs::write(folder.join("bot.toml"), "run = './x'\nbuild = 'false'").expect("written");
    let output = arena.run(&[]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("bot own: build `false`"), "{stderr}");
}

#[test]
fn when_too_few_are_left_it_says_who_was_left_out() {
    let arena =
        Arena::new("game = \"onitama\"\nsubmissions = \"handed-in/*\"\nbroken = \"skip\"\n")
            .bot("good", "house:first");
    let folder = arena.path().join("handed-in/bob");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("bot.toml"), "run = 'sh'\nbuild = 'false'").expect("written");
    let output = arena.run(&[]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(
        stderr.contains("bob is left out: build `false`"),
        "{stderr}"
    );
    assert!(
        stderr.contains("found 1 bot, expected at least 2: a seat each"),
        "{stderr}"
    );
}

#[test]
fn an_interrupt_ends_the_greetings() {
    // Nothing of a bot is seen outside but its command line.
    let seconds = (1_000_000 + std::process::id()).to_string();
    let slow = || format!("run = \"sleep {seconds}\"");
    let names: Vec<String> = (0..40).map(|n| format!("silent-{n}")).collect();
    let all: Vec<(&str, String)> = names.iter().map(|name| (name.as_str(), slow())).collect();
    let arena = handed_in("broken = \"skip\"\n", &all);
    let started = || commands().filter(|line| line.ends_with(&*seconds)).count();
    let run = arena.command(&[]).spawn().expect("the referee starts");
    let mut most = 0;
    while most == 0 {
        most = started();
        sleep(Duration::from_millis(10));
    }
    let pid = run.id().to_string();
    let status = Command::new("kill").args(["-INT", &pid]).status();
    assert!(status.expect("kill is there").success());
    let output = run.wait_with_output().expect("it ends");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(most < names.len(), "those that waited aren't greeted");
    assert_eq!(started(), 0);
}

/// The command lines of all processes.
pub fn commands() -> impl Iterator<Item = String> {
    let processes = fs::read_dir("/proc").expect("Linux").flatten();
    processes.map(|process| {
        let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        line.trim_end().to_owned()
    })
}
