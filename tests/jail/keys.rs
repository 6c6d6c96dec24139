//! Keys of tournament files and of `bot.toml` that are about limits and the jail.

use std::fs;

use crate::engine::Arena;
use crate::kit::referee;

fn arena(settings: &str) -> Arena {
    Arena::new(&format!("game = \"onitama\"\n{settings}")).bot("ann", "house:first")
}

/// What a dry run refuses it with.
fn refused(arena: &Arena) -> String {
    let output = arena.run(&["--dry-run"]);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    stderr
}

#[test]
fn values_that_cannot_be_are_refused() {
    for (settings, expected) in [
        ("jail = \"strikt\"", "strict"),
        ("pondering = \"sometimes\"", "ignore"),
        (
            "pondering = \"on\"",
            "a core for each seat of a game: found cores = 1, expected 2",
        ),
        (
            "limits = { memory_mib = 1 }",
            "memory_mib = 1: expected 16 to 1048576",
        ),
        ("limits = { memory = 1 }", "memory"),
    ] {
        let said = refused(&arena(settings).bot("bob", "house:first"));
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn limits_of_a_bot_are_checked() {
    for (limits, expected) in [
        (
            "{ processes = 0 }",
            "bot bob: limits: processes = 0: expected 1 to 32768",
        ),
        ("{ tries = 5 }", "tries"),
    ] {
        let bob = format!("[[bots]]\nname = \"bob\"\nbot = \"house:first\"\nlimits = {limits}\n");
        let said = refused(&arena("").text(&bob));
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn a_bot_does_not_raise_its_own_limits() {
    let arena = arena("").bot("bob", "bob");
    let folder = arena.path().join("bob");
    fs::create_dir(&folder).expect("a folder");
    let file = "run = \"sh bot.sh\"\nlimits = { memory_mib = 4096 }\n";
    fs::write(folder.join("bot.toml"), file).expect("a file");
    let said = refused(&arena);
    assert!(said.contains("a bot doesn't set its own"), "{said}");
    assert!(said.contains("[limits]"), "{said}");
}

#[test]
fn limits_of_submissions_are_checked() {
    let arena =
        arena("submissions = \"subs/*\"").text("[submission_defaults]\nlimits = { files = 1 }\n");
    fs::create_dir_all(arena.path().join("subs/cay")).expect("a folder");
    let said = refused(&arena);
    assert!(
        said.contains("submission_defaults: limits: files = 1"),
        "{said}"
    );
}

#[test]
fn a_run_goes_on_under_the_same_limits_only() {
    let bots = |more: &str| format!("[[bots]]\nname = \"bob\"\nbot = \"house:first\"\n{more}\n");
    let first = arena("seed = 1\noptions = { turns = 2 }").text(&bots(""));
    assert_eq!(first.run(&["--jail", "off"]).status.code(), Some(0));
    let file = first.path().join("cup.toml");
    let text = fs::read_to_string(&file).expect("the file");
    for (other, expected) in [
        (
            text.replace("seed = 1", "seed = 1\nlimits = { memory_mib = 256 }"),
            "limits.memory_mib: 512, now 256",
        ),
        (
            text.replace("seed = 1", "seed = 1\npondering = \"ignore\""),
            "pondering: not given, now ignore",
        ),
        (
            text + "limits = { files = 100 }\n",
            "limits of bob: files not given, now 100",
        ),
    ] {
        fs::write(&file, other).expect("the file");
        let said = referee(&["run", &file.to_string_lossy()]).refused();
        assert!(said.contains(expected), "{said}");
    }
}
