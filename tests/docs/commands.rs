//! Commands that pages and help texts show are ones that the program takes, and shell blocks can be run.

use std::fs;

use clap::error::ErrorKind;
use tempfile::TempDir;

use super::pages::{blocks, pages, paragraphs};
use super::{has_python, in_shell};
use crate::kit::top;

/// Its own test follows this page.
const GUIDE: &str = "docs/first-bot.md";

/// How far a command is written out.
#[derive(Clone, Copy, PartialEq)]
enum Shown {
    /// As it is typed.
    Whole,
    /// As far as a sentence needs it.
    Part,
}

/// The calls of the referee in a line of shell: their words, that of the program first.
fn calls(line: &str) -> Vec<Vec<String>> {
    let line = line.trim();
    let line = line.strip_prefix("$ ").unwrap_or(line);
    // What stands behind is for people.
    let line = [" #", "  ("]
        .iter()
        .fold(line, |line, mark| line.split(mark).next().unwrap_or(line));
    let as_it_is = |_| line.split_whitespace().map(str::to_owned).collect();
    let words: Vec<String> = shell_words::split(line).unwrap_or_else(as_it_is);
    let commands = words.split(|word| ["|", "&&", ";"].contains(&word.as_str()));
    let mut calls = Vec::new();
    for command in commands {
        let end = command.iter().position(|word| word.starts_with(['>', '<']));
        let command = &command[..end.unwrap_or(command.len())];
        let [program, words @ ..] = command else {
            continue;
        };
        if program.rsplit('/').next() == Some("referee") && !words.is_empty() {
            calls.push(command.to_vec());
        } else if program == "cargo" && !words.iter().any(|word| word == "-p") {
            // `cargo run -- …` runs the referee.
            let behind = words.iter().position(|word| word == "--");
            let behind = behind.filter(|_| words.first().is_some_and(|word| word == "run"));
            calls.extend(behind.map(|at| [&["referee".to_owned()], &words[at + 1..]].concat()));
        }
    }
    calls
}

/// Why the program doesn't take a command; `None` if it does.
fn refusal(words: &[String], shown: Shown) -> Option<String> {
    let is_cut = words.iter().any(|word| word.contains('…'));
    let shown = if is_cut { Shown::Part } else { shown };
    let said = words.iter().filter(|word| *word != "…");
    let error = referee::command().try_get_matches_from(said).err()?;
    let fine = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => true,
        ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand => false,
        _ => shown == Shown::Part,
    };
    (!fine).then(|| format!("{}\n{error}", words.join(" ")))
}

/// The commands of a page: those in its blocks, indented lines included, and those in sentences.
fn commands(page: &str) -> Vec<(Vec<String>, Shown)> {
    let mut found = Vec::new();
    let blocks = blocks(page);
    let paragraphs = paragraphs(page);
    for block in &blocks {
        // A line may go on in the next one.
        let text = block.text.replace("\\\n", " ");
        let calls = text.lines().flat_map(calls);
        found.extend(calls.map(|call| (call, Shown::Whole)));
    }
    for paragraph in &paragraphs {
        let indented = paragraph.lines().filter(|line| line.starts_with("    "));
        found.extend(indented.flat_map(calls).map(|call| (call, Shown::Whole)));
        let quoted = paragraph.split('`').skip(1).step_by(2).flat_map(calls);
        let quoted = quoted.filter(|call| call[1] != "COMMAND");
        found.extend(quoted.map(|call| (call, Shown::Part)));
    }
    found
}

/// The examples of a command's help and of all below it.
fn examples(command: &clap::Command) -> Vec<Vec<String>> {
    let help = command.get_after_help().map(ToString::to_string);
    let mut found: Vec<Vec<String>> = help.unwrap_or_default().lines().flat_map(calls).collect();
    found.extend(command.get_subcommands().flat_map(examples));
    found
}

#[test]
fn shown_commands_are_the_program_s() {
    let mut refused = Vec::new();
    let mut count = 0;
    for page in pages() {
        for (words, shown) in commands(&page) {
            refused.extend(refusal(&words, shown).map(|why| format!("{page}: {why}")));
            count += 1;
        }
    }
    for words in examples(&referee::command()) {
        refused.extend(refusal(&words, Shown::Whole).map(|why| format!("--help: {why}")));
        count += 1;
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    assert!(count > 200, "{count}");
}

#[test]
fn a_command_that_the_program_lacks_is_found() {
    for line in [
        "referee stroll cup.toml",
        "$ referee run cup.toml --no-such-option",
        "printf 'quit\\n' | target/release/referee play --gaem onitama me",
        "cargo run --release -- benhc   # slow",
    ] {
        let calls = calls(line);
        assert_eq!(calls.len(), 1, "{line}");
        assert!(refusal(&calls[0], Shown::Part).is_some(), "{line}");
    }
    let line = "referee annul cup.db 17";
    assert!(refusal(&calls(line)[0], Shown::Whole).is_some());
    assert!(refusal(&calls(line)[0], Shown::Part).is_none());
    assert!(calls("referee: warning: this is no command").is_empty());
}

/// A folder as the pages suppose it: tournament files, and a run `cup.db`.
fn prepare() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = "game = \"onitama\"\nstart = \"deal\"\ngames_per_pair = 20\nseed = 1\njail = \"off\"\n\
                bots = [{ bot = \"house:random\" }, { bot = \"house:greedy\" }]\n";
    fs::write(folder.path().join("cup.toml"), text).expect("a file");
    let tournaments = top().join("tournaments");
    let setup = format!(
        "cp -r '{}' . && referee run cup.toml",
        tournaments.display()
    );
    in_shell(&setup, folder.path());
    folder
}

/// A block `sh` is run, with the page's blocks `toml NAME` and `python NAME` as files beside it; a block `sh not-run` isn't.
#[test]
fn shell_blocks_can_be_run() {
    if !has_python("shell_blocks_can_be_run") {
        return;
    }
    let mut run = 0;
    for page in pages().iter().filter(|page| *page != GUIDE) {
        let blocks = blocks(page);
        let sessions = blocks
            .iter()
            .filter(|block| block.info.starts_with("console"));
        for session in sessions {
            assert_eq!(
                session.info, "console not-run",
                "{page}: expected `sh` or `not-run`"
            );
        }
        if blocks.iter().all(|block| block.info != "sh") {
            continue;
        }
        let folder = prepare();
        for block in &blocks {
            let file = ["toml ", "python "]
                .iter()
                .find_map(|kind| block.info.strip_prefix(kind));
            if let Some(name) = file {
                fs::write(folder.path().join(name), &block.text).expect("a file");
            } else if block.info == "sh" {
                in_shell(&block.text, folder.path());
                run += 1;
            }
        }
    }
    assert!(run > 5, "{run}");
}
