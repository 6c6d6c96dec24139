//! Tests the bot in Python, if `python3` is installed.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use referee_games::Position;
use referee_protocol::Message;

use crate::driver::{Guest, play, rules};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("python")
}

/// Returns the bot's command; `None` if `python3` is not installed.
fn bot() -> Option<Command> {
    Command::new("python3").arg("--version").output().ok()?;
    let mut command = Command::new("python3");
    // With -B, Python writes no cache into the folder.
    command.args(["-B", "onitama_bot.py"]).current_dir(folder());
    Some(command)
}

#[test]
fn the_example_is_answered() {
    let Some(mut command) = bot() else {
        return;
    };
    let example = File::open(folder().join("example.in")).expect("the example");
    let output = command.stdin(example).output().expect("python3 runs");
    let said = String::from_utf8_lossy(&output.stdout);
    let answer = |line: &&str| !line.starts_with("info ");
    let lines: Vec<&str> = said.lines().filter(answer).collect();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
    assert_eq!(lines[..2], ["ready python-onitama", "move 2b3a3s"]);
    assert!(
        ["move p", "move q"].contains(&lines[2]) && lines.len() == 3,
        "{said}"
    );
}

#[test]
fn the_example_keeps_the_rules() {
    let text = fs::read_to_string(folder().join("example.in")).expect("the example");
    let messages: Vec<Message> = text.lines().filter_map(Message::parse).collect();
    let mut game = String::new();
    let mut position: Option<Box<dyn Position>> = None;
    for message in messages {
        match message.keyword.as_str() {
            "game" => game.clone_from(&message.words[0]),
            "state" => position = Some(rules(&game, &[]).read(&message.rest).expect("a state")),
            "legal" => assert_eq!(message.words, position.as_ref().expect("a state").legal()),
            _ => {}
        }
    }
    assert_eq!(game, "ludo");
}

#[test]
fn it_plays_every_game_to_the_end() {
    for game in referee_games::games() {
        let Some(mut command) = bot() else {
            return;
        };
        let python = Guest::program(&mut command).expect("python3 runs");
        let mut guests = [python, Guest::house("first")];
        let rules = game.rules(&[].into()).expect("the defaults");
        for seed in [0, 2] {
            let played = play(&*rules, &mut guests, &crate::no_limit(), seed);
            assert!(!played.plies.is_empty());
        }
        let [python, _] = guests;
        assert!(python.dismiss(true), "{}", game.name());
    }
}
