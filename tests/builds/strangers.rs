//! What strangers hand in that no start survives unless it looks first: pipes, devices, endless files.

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::{BOT, Yard};
use crate::kit::Run;

const PYTHON: &str = "run = '/usr/bin/python3 bot.py'\n";

/// A submission that plays, but for what somebody has done to its folder.
fn submit(yard: &Yard, name: &str) {
    let bot = BOT.replace("open(\"made\").read()", "\"nothing\"");
    yard.write(&format!("bots/{name}/bot.py"), &bot);
    yard.write(&format!("bots/{name}/bot.toml"), PYTHON);
}

fn pipe(path: &Path) {
    let _ = fs::remove_file(path);
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.expect("mkfifo is there").success());
}

fn link(path: &Path, target: &str) {
    let _ = fs::remove_file(path);
    symlink(target, path).expect("a link");
}

/// A file of so many bytes, none of which is on the disk.
fn sparse(path: &Path, bytes: u64) {
    let file = File::create(path).expect("a file");
    file.set_len(bytes).expect("a sparse file");
}

/// Runs the referee, but not for ever.
fn bounded(yard: &Yard, args: &[&str]) -> Run {
    let referee = yard.command(args);
    let mut command = Command::new("timeout");
    command.arg("120").arg(referee.get_program()).args(args);
    command.current_dir(yard.at("")).stdin(Stdio::null());
    for (name, value) in referee.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let output = command.output().expect("timeout is there");
    Run {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// What each is called, what is done to its folder, and what the referee says.
type Stranger = (&'static str, fn(&Path), &'static str);

const STRANGERS: [Stranger; 10] = [
    (
        "pipe",
        |bot| pipe(&bot.join("bot.toml")),
        "bots/pipe/bot.toml: this is no file, folder or link; take it out; expected the description of a bot",
    ),
    (
        "zero",
        |bot| link(&bot.join("bot.toml"), "/dev/zero"),
        "bots/zero/bot.toml: this is a link, or lies behind one; put the file itself there; expected",
    ),
    (
        "secret",
        |bot| link(&bot.join("bot.toml"), "/etc/passwd"),
        "bots/secret/bot.toml: this is a link",
    ),
    (
        "dangling",
        |bot| link(&bot.join("bot.toml"), "nowhere"),
        "bots/dangling/bot.toml: this is a link",
    ),
    (
        "long",
        |bot| sparse(&bot.join("bot.toml"), 1 << 40),
        "bots/long/bot.toml: it holds more than 65536 bytes",
    ),
    (
        "large",
        |bot| sparse(&bot.join("net"), 10 << 40),
        "bots/large: it holds more than 64 MiB; take out what the bot doesn't need, or allow more by \
         snapshot_limits",
    ),
    (
        "many",
        |bot| (0..100).for_each(|n| fs::write(bot.join(format!("f{n}")), "").expect("a file")),
        "bots/many: it holds more than 50 files, folders and links",
    ),
    (
        "queue",
        |bot| pipe(&bot.join("queue")),
        "bots/queue/queue: this is no file, folder or link",
    ),
    (
        "other",
        |bot| {
            fs::remove_dir_all(bot).expect("a folder");
            link(bot, "ann");
        },
        "bots/other: this is a link; put the files themselves there",
    ),
    (
        "beside.toml",
        |bot| {
            fs::remove_dir_all(bot).expect("a folder");
            let run = "run = ['/usr/bin/python3', '-c', 'exec(open(\"ann/bot.py\").read())']";
            fs::write(bot, run).expect("a file");
        },
        "bots/beside.toml: the files of others lie beside this file",
    ),
];

fn cup(yard: &Yard, more: &str) {
    let text = format!(
        "game = 'onitama'\noptions = {{ turns = 1 }}\nseed = 7\nsubmissions = 'bots/*'\n\
         snapshot_limits = {{ mib = 64, files = 50 }}\n{more}"
    );
    yard.write("cup.toml", &text);
}

#[test]
fn the_others_play_whatever_one_hands_in() {
    let yard = Yard::new();
    submit(&yard, "ann");
    submit(&yard, "bob");
    for (name, spoil, _) in STRANGERS {
        submit(&yard, name);
        spoil(&yard.at("bots").join(name));
    }
    cup(&yard, "broken = 'skip'\n");
    let run = bounded(&yard, &["run", "cup.toml"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("2 games"), "{}", run.stdout);
    for (name, _, why) in STRANGERS {
        let line = |line: &&str| line.contains(&format!("{name} is left out: "));
        let note = run.stderr.lines().find(line);
        let note = note.unwrap_or_else(|| panic!("{name}: {}", run.stderr));
        assert!(note.contains(why), "{note}");
    }
}

#[test]
fn one_that_is_named_is_refused() {
    for (name, spoil, why) in STRANGERS {
        let yard = Yard::new();
        submit(&yard, name);
        submit(&yard, "ann");
        spoil(&yard.at("bots").join(name));
        cup(&yard, "broken = 'refuse'\n");
        let error = bounded(&yard, &["run", "cup.toml"]).refused();
        assert!(error.contains(why) && error.contains(name), "{error}");
        assert!(!error.contains("root:"), "{error}");
    }
}

#[test]
fn links_that_go_round_and_round_fit_no_pattern() {
    let yard = Yard::new();
    for name in ["ann", "bob"] {
        submit(&yard, name);
        fs::remove_file(yard.at("bots").join(name).join("bot.toml")).expect("it is there");
        for round in ["a", "b", "c"] {
            link(&yard.at("bots").join(name).join(round), ".");
        }
    }
    let table = "submission_defaults = [{ when = '**/Main.java', run = 'java Main' }, \
        { when = '*.py', run = '/usr/bin/python3 bot.py' }]\n";
    cup(&yard, table);
    let run = bounded(&yard, &["run", "cup.toml"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
}

#[test]
fn what_plays_can_not_be_exchanged_unseen() {
    for hidden in [".engine", "venv/engine", "engine.pyc"] {
        let yard = Yard::new();
        submit(&yard, "ann");
        submit(&yard, "bob");
        let engine = format!("bots/ann/{hidden}");
        yard.write("bots/ann/venv/CACHEDIR.TAG", "x");
        yard.write(&engine, "weak");
        cup(&yard, "");
        yard.referee(&["run", "cup.toml"]).fine();
        yard.referee(&["run", "cup.toml"]).fine();
        yard.write(&engine, "strong");
        let error = yard.referee(&["run", "cup.toml"]).refused();
        assert!(
            error.contains("ann") && error.contains("--changed-bots"),
            "{error}"
        );
    }
}

#[test]
fn a_folder_without_files_can_not_be_exchanged_unseen() {
    let yard = Yard::new();
    submit(&yard, "ann");
    submit(&yard, "bob");
    fs::create_dir_all(yard.at("bots/ann/names/weak")).expect("a folder");
    cup(&yard, "");
    yard.referee(&["run", "cup.toml"]).fine();
    yard.referee(&["run", "cup.toml"]).fine();
    fs::rename(
        yard.at("bots/ann/names/weak"),
        yard.at("bots/ann/names/strong"),
    )
    .expect("another name");
    let error = yard.referee(&["run", "cup.toml"]).refused();
    assert!(
        error.contains("ann") && error.contains("--changed-bots"),
        "{error}"
    );
}

#[test]
fn a_folder_that_root_copies_brings_in_no_file_of_roots() {
    if !rustix::process::geteuid().is_root() {
        eprintln!("skipped: a_folder_that_root_copies_brings_in_no_file_of_roots: needs root");
        return;
    }
    let yard = Yard::new();
    submit(&yard, "eve");
    yard.write("secret", "the word of root");
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    fs::set_permissions(yard.at("secret"), permissions).expect("a mode");
    for path in ["bots/eve", "bots/eve/bot.py", "bots/eve/bot.toml"] {
        std::os::unix::fs::chown(yard.at(path), Some(12345), Some(12345)).expect("given away");
    }
    fs::hard_link(yard.at("secret"), yard.at("bots/eve/.book")).expect("a hard link");
    let error = yard.referee(&["play", "bots/eve", "house:first"]).refused();
    assert!(
        error.contains(".book: this is a hard link to a file of somebody else"),
        "{error}"
    );
    fs::remove_file(yard.at("bots/eve/.book")).expect("it is there");
    // Somebody who exchanges a folder for a link to another one as often as he can.
    let bot = "import sys\nsys.stderr.write('found ' + open('.d/book').read() + '\\n')\n"
        .to_owned()
        + &BOT.replace("open(\"made\").read()", "\"nothing\"");
    yard.write("bots/eve/bot.py", &bot);
    yard.write("bots/eve/.d/book", "mine");
    yard.write("roots/book", "the word of root");
    link(&yard.at("bots/link"), &yard.at("roots").to_string_lossy());
    // Meanwhile the referee is busy with what comes before it.
    for n in 0..50 {
        yard.write(&format!("bots/eve/.a{n:03}"), &"x".repeat(1 << 20));
    }
    let (one, other) = (yard.at("bots/eve/.d"), yard.at("bots/link"));
    let done = AtomicBool::new(false);
    let said = std::thread::scope(|scope| {
        scope.spawn(|| {
            // It ends even if a run fails the test.
            for _ in 0..12_000 {
                if done.load(Ordering::Relaxed) {
                    return;
                }
                let _ = renameat_with(CWD, &one, CWD, &other, RenameFlags::EXCHANGE);
                std::thread::sleep(Duration::from_millis(10));
            }
        });
        let play = ["play", "bots/eve", "house:first", "--option", "turns=1"];
        let runs = (0..8).map(|_| yard.referee(&play));
        let said: String = runs.map(|run| run.stdout + &run.stderr).collect();
        done.store(true, Ordering::Relaxed);
        said
    });
    assert!(!said.contains("the word of root"), "{said}");
}
