//! The documents do what they say: drawings are what the program draws, commands are the program's, and the
//! first-bot guide is followed word for word.

mod commands;
mod embedded;
mod pages;
mod reference;

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::kit::{cache, fed, referee, top};
use pages::blocks;

/// The words of a command line in which words with blanks stand in quotes.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    parts
        .flat_map(|(i, part)| {
            if i % 2 == 1 {
                vec![part]
            } else {
                part.split_whitespace().collect()
            }
        })
        .collect()
}

#[test]
fn drawings_are_the_program_s() {
    let mut drawn = 0;
    for block in blocks("docs/games.md") {
        let command = block.info.strip_prefix("text referee ").expect("a command");
        let shown = referee(&words(command)).fine();
        assert_eq!(block.text.trim_end(), shown.trim_end(), "{command}");
        drawn += 1;
    }
    assert!(drawn > 0, "there are drawings");
}

/// A line behind `> ` is what is asked; what follows is the answer to it.
#[test]
fn sessions_about_rules_go_as_they_are_told() {
    let mut held = 0;
    for block in blocks("docs/rules.md") {
        let Some(command) = block.info.strip_prefix("text referee rules ") else {
            continue;
        };
        let (asked, replies): (Vec<&str>, Vec<&str>) =
            block.text.lines().partition(|line| line.starts_with("> "));
        let input = asked.join("\n").replace("> ", "");
        let args = [&["rules"], &words(command)[..]].concat();
        assert_eq!(
            fed(&args, input.as_bytes()).fine(),
            replies.join("\n") + "\n"
        );
        held += 1;
    }
    assert!(held > 0, "there are sessions");
}

/// Tells whether the kit in Python can play here; if not, this test is skipped.
fn has_python(test: &str) -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok();
    if !found {
        crate::skip::skip(test, "no python3");
    }
    found
}

/// Has a shell run a block of commands in a folder; expects success, and gives what was printed.
fn in_shell(commands: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_referee"));
    let path = format!(
        "{}:{}",
        program.parent().expect("a folder").display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let _machine = crate::locks::beside();
    let output = Command::new("sh")
        .args(["-euc", commands])
        .current_dir(folder)
        .env("PATH", &path)
        .env("XDG_CACHE_HOME", cache())
        .env("REFEREE_CORES", "shared")
        .output()
        .expect("sh starts");
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{commands}\n{said}\n{errors}");
    said.into_owned()
}

#[test]
fn the_guide_leads_to_a_bot_that_wins() {
    if !has_python("the_guide_leads_to_a_bot_that_wins") {
        return;
    }
    let dir = tempfile::tempdir().expect("a temporary folder");
    let mut shown = String::new();
    // The same tournament, but shorter.
    let shorten = || {
        let file = dir.path().join("mybot-tournament.toml");
        let text = fs::read_to_string(&file).expect("the guide has made it");
        let short = text.replace("games_per_pair = 10\n", "games_per_pair = 6\n");
        assert_ne!(short, text, "a pair plays ten games");
        fs::write(file, format!("jail = \"off\"\n{short}")).expect("a file");
    };
    for block in blocks("docs/first-bot.md") {
        let Some(file) = block.info.strip_prefix("python ") else {
            assert_eq!(block.info, "sh");
            if block.text.starts_with("referee run") {
                shorten();
            }
            let said = in_shell(&block.text, dir.path());
            if block.text.starts_with("referee run") {
                shown = said;
            }
            continue;
        };
        assert!(
            dir.path().join(file).exists(),
            "{file} is changed, not made"
        );
        fs::write(dir.path().join(file), block.text).expect("a file");
    }
    let place = |name: &str| {
        let line_number = shown.lines().position(|line| line.contains(name));
        line_number.unwrap_or_else(|| panic!("{name} isn't in\n{shown}"))
    };
    assert!(place("mybot") < place("random"), "{shown}");
}

/// What stands in backquotes in a document, outside of blocks.
fn quoted(file: &str) -> Vec<String> {
    let document = fs::read_to_string(top().join(file)).expect(file);
    let parts = document.split('`').skip(1).step_by(2);
    parts.map(str::to_owned).collect()
}

#[test]
fn attacks_that_the_threat_model_names_are_there() {
    let (mut bots, mut tests) = (0, 0);
    for path in quoted("docs/threat-model.md") {
        if let Some((file, name)) = path.split_once("::") {
            let text = fs::read_to_string(top().join(file)).unwrap_or_default();
            let test = format!("#[test]\nfn {name}()");
            assert!(text.contains(&test), "{path}: there is no such test");
            tests += 1;
        } else if [".c", ".py", ".js", ".java"]
            .iter()
            .any(|end| path.ends_with(end))
        {
            let bot = top().join("tests/zoo").join(&path);
            assert!(bot.exists(), "{path}: the zoo has no such bot");
            bots += 1;
        }
    }
    assert!(bots > 30 && tests > 10, "{bots} {tests}");
}
