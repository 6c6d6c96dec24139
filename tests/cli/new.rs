//! `referee new`: kits that are copied, and what isn't overwritten.

use std::fs;
use std::path::Path;
use std::process::Command;

use referee_bots::kits::KITS;

use crate::kit::{Run, command, referee, top};

/// Calls `new` in a folder.
fn new(folder: &Path, words: &[&str]) -> Run {
    let mut command = command(&["new"]);
    let output = command.args(words).current_dir(folder).output();
    let output = output.expect("the referee starts");
    Run {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

#[test]
fn every_kit_is_listed_and_copied() {
    let list = referee(&["new", "--list"]).fine();
    let dir = tempfile::tempdir().expect("a temporary folder");
    for kit in KITS {
        assert!(list.contains(kit.title), "{}", kit.name);
        let said = new(dir.path(), &[kit.name, &format!("my-{}", kit.name)]).fine();
        let folder = dir.path().join(format!("my-{}", kit.name));
        for command in ["check", "play --game onitama", "run"] {
            assert!(
                said.contains(&format!("  referee {command} my-{}", kit.name)),
                "{said}"
            );
        }
        for (file, text) in kit.files {
            let copied = fs::read_to_string(folder.join(file)).expect(file);
            if *file == "bot.toml" {
                assert!(
                    copied.contains(&format!("name = \"my-{}\"", kit.name)),
                    "{copied}"
                );
            } else {
                assert_eq!(copied, *text, "{file}");
            }
        }
        let protocol = fs::read_to_string(folder.join("protocol.md")).expect("the protocol");
        assert!(protocol.starts_with("# The bot protocol"), "{}", kit.name);
        let file = dir.path().join(format!("my-{}-tournament.toml", kit.name));
        assert!(
            fs::read_to_string(file)
                .expect("a tournament")
                .contains("game = \"onitama\"")
        );
    }
}

/// What is written needs nothing of the repository.
#[test]
fn examples_are_whole() {
    for (name, play, ready) in [
        (
            "quickstart",
            "run quickstart/quickstart.toml",
            "nobody: all bots are built and ready",
        ),
        (
            "ladder",
            "ladder ladder",
            "nobody: all bots are built and ready",
        ),
        ("exam", "run exam/exam.toml", "s105"),
    ] {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let said = new(dir.path(), &[name]).fine();
        let file = format!("{name}/{name}.toml");
        assert!(said.contains(&format!("\n  referee {play}\n")), "{said}");
        let text = fs::read_to_string(dir.path().join(&file)).expect("a file");
        assert!(
            !text.contains("\"../") && !text.contains(" ../") && !text.contains("tournaments/"),
            "{text}"
        );
        let mut dry = command(&["run", "--dry-run", &file]);
        let dry = dry
            .current_dir(dir.path())
            .output()
            .expect("the referee starts");
        let printed = String::from_utf8_lossy(&dry.stdout);
        assert_eq!(dry.status.code(), Some(0), "{dry:?}");
        assert!(printed.contains(ready), "{printed}\n{dry:?}");
        let refused = new(dir.path(), &[name]);
        assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    }
    let refused = new(Path::new("."), &["exam", "--game", "ludo"]).refused();
    assert!(refused.contains("exam has its own game"), "{refused}");
}

/// What is in a kit's folder is copied, all of it.
#[test]
fn kits_are_whole() {
    for kit in KITS {
        let folder = format!("sample-bots/{}", kit.name);
        let listed = Command::new("git")
            .args(["ls-files", "--", &folder])
            .current_dir(top())
            .output();
        let Some(listed) = listed.ok().filter(|listed| listed.status.success()) else {
            crate::skip::skip("kits_are_whole", "this isn't a clone");
            return;
        };
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let mut there: Vec<&str> = listed
            .lines()
            .filter_map(|path| path.strip_prefix(&folder)?.strip_prefix('/'))
            .collect();
        let mut copied: Vec<&str> = kit.files.iter().map(|(file, _)| *file).collect();
        there.sort_unstable();
        copied.sort_unstable();
        assert_eq!(copied, there, "{}", kit.name);
        assert!(kit.text("README.md").is_some() && kit.text("bot.toml").is_some());
    }
}

#[test]
fn a_kit_with_a_bot_for_the_game_plays_it() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let refused = new(dir.path(), &["pyton"]).refused();
    assert!(refused.contains("did you mean python? "), "{refused}");
    new(dir.path(), &["py", "mybot", "--game", "onitama"]).fine();
    let bot_toml = fs::read_to_string(dir.path().join("mybot/bot.toml")).expect("a description");
    assert!(
        bot_toml.contains("onitama_bot.py") && bot_toml.contains("name = \"mybot\""),
        "{bot_toml}"
    );
}

#[test]
fn the_tournament_beside_it_repeats_no_game() {
    for game in referee_games::games() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        new(dir.path(), &["python", "mybot", "--game", game.name()]).fine();
        let file = dir.path().join("mybot-tournament.toml");
        // Of random starts, a few in thousands are alike.
        let text = fs::read_to_string(&file).expect("a file");
        fs::write(&file, format!("seed = 1\n{text}")).expect("a file");
        let checked = referee(&["run", "--dry-run", &file.to_string_lossy()]);
        assert_eq!(checked.code, Some(0), "{}", checked.stderr);
        let said = checked.stdout + &checked.stderr;
        assert!(
            !said.contains("start of an earlier one"),
            "{}: {said}",
            game.name()
        );
    }
}

#[test]
fn nothing_is_overwritten() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    fs::create_dir(dir.path().join("mine")).expect("a folder");
    fs::write(dir.path().join("mine/README.md"), "mine").expect("a file");
    let refused = new(dir.path(), &["python", "mine"]);
    assert_eq!(refused.code, Some(2));
    assert!(
        refused.stderr.contains("README.md is there already"),
        "{}",
        refused.stderr
    );
    let left = fs::read_dir(dir.path().join("mine"))
        .expect("a folder")
        .count();
    assert_eq!(left, 1);
    let refused = new(dir.path(), &["cobol"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("--list"), "{}", refused.stderr);
    let refused = new(dir.path(), &["python", "x", "--game", "go"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("koolaamee"), "{}", refused.stderr);
}
