//! Results of builds are kept: by whom, when they count, and when they don't.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::{STAMP, Yard};
use crate::kit::start;

#[test]
fn an_unchanged_bot_is_not_built_again() {
    for layers in [&[][..], &["--jail-without", "namespaces"]] {
        let yard = Yard::new();
        yard.built("bot", STAMP);
        let first = yard.play("bot", layers);
        assert!(first.starts_with("made: "), "{first}");
        assert_eq!(yard.play("bot", layers), first);
        yard.write(
            "bot/notes.log",
            "what is no source changes the files, but not these",
        );
        fs::remove_file(yard.at("bot/notes.log")).expect("removed");
        assert_eq!(yard.play("bot", layers), first);
        assert_eq!(yard.kept().len(), 1);
    }
}

#[test]
fn a_changed_one_is() {
    let yard = Yard::new();
    yard.built("bot", STAMP);
    let mut seen = BTreeSet::from([yard.play("bot", &[])]);
    let changes: [&dyn Fn(); 4] = [
        &|| yard.write("bot/more.py", ""),
        &|| yard.write("bot/.hidden/flags", "-O2"),
        &|| yard.write("bot/more.py", "x = 1"),
        &|| yard.built("bot", &format!("true; {STAMP}")),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        change();
        assert!(seen.insert(yard.play("bot", &[])), "change {number}");
    }
    assert_eq!(yard.kept().len(), 5);
}

#[test]
fn a_result_that_was_tampered_with_is_built_again() {
    let yard = Yard::new();
    yard.built("bot", STAMP);
    let first = yard.play("bot", &[]);
    let made = yard.kept()[0].join("files/made");
    fs::set_permissions(&made, fs::Permissions::from_mode(0o644)).expect("a mode");
    fs::write(&made, "forged").expect("written");
    let second = yard.play("bot", &[]);
    assert!(second != first && !second.contains("forged"), "{second}");
}

#[test]
fn the_log_is_kept_and_the_folder_is_private() {
    let yard = Yard::new();
    yard.built("bot", &format!("echo hello from the build; {STAMP}"));
    yard.play("bot", &[]);
    let kept = &yard.kept()[0];
    let log = fs::read_to_string(kept.join("log")).expect("a log");
    assert_eq!(log, "hello from the build\n");
    let builds = fs::metadata(yard.at("cache/referee/builds")).expect("it is there");
    assert_eq!(builds.permissions().mode() & 0o777, 0o700);
}

#[test]
fn a_build_that_fails_is_not_kept() {
    let yard = Yard::new();
    yard.built("bot", "echo > made; exit 1");
    yard.referee(&["play", "bot", "house:first"]).refused();
    assert_eq!(yard.kept().len(), 0);
}

#[test]
fn build_anew_builds_anew() {
    let yard = Yard::new();
    yard.built("bot", &format!("{STAMP}; cat made"));
    yard.write(
        "cup.toml",
        "game = 'onitama'\nbots = [{ bot = 'bot' }, { bot = 'house:first' }]\n",
    );
    let log = || fs::read_to_string(yard.kept()[0].join("log")).expect("a log");
    yard.referee(&["run", "cup.toml", "--dry-run"]).fine();
    let first = log();
    yard.referee(&["run", "cup.toml", "--dry-run"]).fine();
    assert_eq!(log(), first);
    yard.referee(&["run", "cup.toml", "--dry-run", "--build-anew"])
        .fine();
    assert_ne!(log(), first);
}

#[test]
fn two_referees_at_once_build_one_bot_once() {
    let yard = Yard::new();
    yard.built("bot", &format!("sleep 1; {STAMP}"));
    let args = ["play", "bot", "house:first", "--option", "turns=1"];
    let referees: Vec<_> = (0..3).map(|_| start(yard.command(&args))).collect();
    let mut said = BTreeSet::new();
    for referee in referees {
        let output = referee.wait_with_output().expect("it ends");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{stderr}");
        let shown = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = shown.lines().find(|line| line.contains("made: "));
        said.insert(line.expect("it said it").to_owned());
    }
    assert_eq!(said.len(), 1, "{said:?}");
    assert_eq!(yard.kept().len(), 1);
}

#[test]
fn without_a_place_to_keep_them_bots_are_built_each_time() {
    let yard = Yard::new();
    yard.built("bot", STAMP);
    fs::create_dir_all(yard.at("cache/referee/builds")).expect("a folder");
    let open = fs::Permissions::from_mode(0o777);
    fs::set_permissions(yard.at("cache/referee/builds"), open).expect("a mode");
    let run = yard.referee(&["play", "bot", "house:first", "--option", "turns=1"]);
    let warning = "results of builds aren't kept: ";
    assert!(run.stderr.contains(warning), "{}", run.stderr);
    run.fine();
    assert_ne!(yard.play("bot", &[]), yard.play("bot", &[]));
}
