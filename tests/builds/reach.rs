//! What a bot may open by `read`, `path` and its program, and what belongs to others.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use super::{BOT, Yard};

const CUP: &str = "game = 'onitama'\noptions = { turns = 1 }\n";
const SUBMISSIONS: &str = "submissions = 'bots/*'\n";

/// A tournament's folder with a bot that has a secret.
fn yard() -> Yard {
    let yard = Yard::new();
    bot(&yard, "ann", "");
    yard.write("cup.toml", &format!("{CUP}{SUBMISSIONS}"));
    yard.write("shared/book", "e4");
    yard
}

/// A submission that says more than how it is run.
fn bot(yard: &Yard, name: &str, more: &str) {
    let folder = format!("bots/{name}");
    yard.write(&format!("{folder}/bot.py"), BOT);
    yard.write(&format!("{folder}/made"), "x");
    let toml = format!("run = '/usr/bin/python3 bot.py'\n{more}\n");
    yard.write(&format!("{folder}/bot.toml"), &toml);
}

#[test]
fn a_submission_opens_nothing_of_others() {
    let yard = yard();
    for name in ["cup.db", "cup-2.db-wal", "cache/referee/builds/x"] {
        yard.write(name, "");
    }
    bot(&yard, "spy", "");
    symlink("../ann/bot.py", yard.at("bots/spy/link")).expect("a link");
    let temp = yard.at("temp").display().to_string();
    for (path, what) in [
        ("../..", "the tournament file"),
        ("../../cup.toml", "the tournament file"),
        ("../../cup.db", "results"),
        ("../../cup-2.db-wal", "results"),
        ("..", "another bot's files"),
        ("../ann", "another bot's files"),
        ("../ann/bot.py", "another bot's files"),
        ("link", "another bot's files"),
        ("../../cache/referee/builds", "what other builds made"),
        (&temp, "the referee's temporary files"),
    ] {
        bot(&yard, "spy", &format!("read = ['{path}']"));
        let error = yard.referee(&["run", "cup.toml", "--dry-run"]).refused();
        assert!(error.contains("bot spy: read: "), "{path}: {error}");
        assert!(
            error.contains(&format!("would open {what}")),
            "{path}: {error}"
        );
    }
    bot(&yard, "spy", "path = ['../ann']");
    let error = yard.referee(&["run", "cup.toml", "--dry-run"]).refused();
    assert!(error.contains("bot spy: path: "), "{error}");
}

/// Ann's bot as a program of its own.
fn program(yard: &Yard) {
    yard.write("bots/ann/run", "#!/bin/sh\nexec /usr/bin/python3 bot.py\n");
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(yard.at("bots/ann/run"), mode).expect("a mode");
}

#[test]
fn another_bots_program_is_not_ones_own() {
    let yard = yard();
    program(&yard);
    yard.write("bots/spy/bot.toml", "run = '../ann/run'\n");
    let error = yard.referee(&["play", "bots/ann", "bots/spy"]).refused();
    assert!(error.contains("bot B:spy: run: "), "{error}");
    assert!(error.contains("would open another bot's files"), "{error}");
}

#[test]
fn who_opens_others_files_is_left_out_where_that_is_asked_for() {
    let yard = yard();
    yard.write("cup.toml", &format!("broken = 'skip'\n{CUP}{SUBMISSIONS}"));
    bot(&yard, "bob", "");
    bot(&yard, "cay", "rnu = 'x'");
    bot(&yard, "spy", "read = ['../cay']");
    let run = yard.referee(&["run", "cup.toml"]);
    assert!(
        run.stderr.contains("spy is left out: read: "),
        "{}",
        run.stderr
    );
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

#[test]
fn a_bot_opens_its_own_files_and_shared_ones() {
    let yard = yard();
    let cup = |read: &str| {
        let ann = format!("[[bots]]\nbot = 'bots/ann'\nread = ['{read}']\n");
        let text = format!("{CUP}{ann}[[bots]]\nbot = 'bots/bob'\n");
        yard.write("cup.toml", &text);
        yard.referee(&["run", "cup.toml", "--dry-run"])
    };
    bot(&yard, "bob", "read = ['made', '.']");
    let shown = cup("shared");
    assert!(!shown.stderr.contains("submissions"), "{}", shown.stderr);
    shown.fine();
    let error = cup("bots").refused();
    assert!(error.contains("bot ann: read: "), "{error}");
    let error = cup(".").refused();
    assert!(error.contains("would open the tournament file"), "{error}");
}

#[test]
fn what_submissions_open_is_told() {
    let yard = yard();
    bot(&yard, "bob", "read = ['../../shared', '/usr/lib', 'made']");
    let run = yard.referee(&["run", "cup.toml", "--dry-run"]);
    let shared = yard.at("shared").canonicalize().expect("it is there");
    let line = format!(
        "\nsubmissions that see more than their own files: bob ({})\n",
        shared.display()
    );
    assert!(run.stderr.contains(&line), "{}", run.stderr);
    run.fine();
}

#[test]
fn a_program_that_is_a_link_leads_nowhere_else() {
    let yard = yard();
    program(&yard);
    let ann = yard.at("bots/ann/run").canonicalize().expect("it is there");
    let told = format!(
        "run is a link to {}, which isn't in its view",
        ann.display()
    );
    for layers in [&[][..], &["--jail-without", "namespaces"]] {
        yard.write("bots/spy/bot.toml", "run = './run'\n");
        let link = yard.at("bots/spy/run");
        symlink("../ann/run", &link).expect("a link");
        let args = [&["play", "bots/spy", "house:first"], layers].concat();
        let error = yard.referee(&args).refused();
        assert!(error.contains(&told), "{error}");
        fs::remove_file(link).expect("it is there");
        // So it is with one that a build makes.
        let build = format!("['ln', '-s', {ann:?}, 'run']");
        yard.write(
            "bots/spy/bot.toml",
            &format!("run = './run'\nbuild = {build}\n"),
        );
        let error = yard.referee(&args).refused();
        assert!(error.contains(&told), "{error}");
    }
}

#[test]
fn a_link_that_a_build_makes_is_named() {
    let yard = yard();
    let target = yard.at("shared/book").canonicalize().expect("it is there");
    let link = format!(
        "ln -s {} book; ln -s $PWD/bot.py own; echo x > made",
        target.display()
    );
    yard.built("built", &link);
    // Also where its result is kept.
    for _ in 0..2 {
        let run = yard.referee(&["play", "built", "house:first"]);
        let told = format!("bot A:built: book is a link to {}", target.display());
        assert!(run.stderr.contains(&told), "{}", run.stderr);
        assert!(!run.stderr.contains("own is a link"), "{}", run.stderr);
    }
}
