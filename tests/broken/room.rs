//! Disks that are really full, and limits on the size of files.

use std::path::Path;
use std::process::Command;

use super::{below_shell, check_message, completed, ended, played, stderr};
use crate::engine::Arena;
use crate::skip::skip;

fn arena() -> Arena {
    let settings = "game = \"onitama\"\nstart = \"deal\"\nseed = 3\nrounds = 300\n\
                    restart = \"never\"\nconcurrency = 2\noptions = { turns = 6 }";
    Arena::new(settings)
        .bot("first", "house:first")
        .bot("random", "house:random")
}

/// A command in a mount namespace of its own, with a small disk at a folder; none where that isn't
/// allowed, which is said.
pub fn on_disk(test: &str, folder: &Path, options: &str, shell: &str) -> Option<Command> {
    let root = rustix::process::getuid().is_root();
    let user: &[&str] = if root {
        &[]
    } else {
        &["--user", "--map-root-user"]
    };
    let namespace = || {
        let mut command = Command::new("unshare");
        command.args(user).args(["--mount", "sh", "-c"]);
        command
    };
    let mount = format!("mount -t tmpfs -o {options} tmpfs \"$0\"");
    let mut probe = namespace();
    let allowed = probe.arg(&mount).arg(folder).output();
    if !allowed.is_ok_and(|output| output.status.success()) {
        skip(test, "mounts of one's own aren't allowed here");
        return None;
    }
    let mut command = namespace();
    command.arg(format!("{mount} && {shell}")).arg(folder);
    Some(command)
}

#[test]
fn a_full_disk_ends_the_run_and_with_room_it_goes_on() {
    let (undisturbed, arena) = (arena(), arena());
    let disk = tempfile::tempdir().expect("a folder");
    let command = arena.command(&[]);
    // The first run fills the disk, the second one finds it full, the third one has room.
    let shell = "cp \"$2\" \"$0\" && cd \"$0\" && \
        { \"$1\" run cup.toml >&2; echo \"first $?\"; \
          \"$1\" run cup.toml >&2; echo \"second $?\"; \
          mount -o remount,size=64m \"$0\"; \
          \"$1\" run cup.toml >&2; echo \"third $?\"; ls; cp cup.db \"$3\"; }";
    let Some(mut inside) = on_disk(
        "a_full_disk_ends_the_run_and_with_room_it_goes_on",
        disk.path(),
        "size=600k",
        shell,
    ) else {
        return;
    };
    inside.arg(command.get_program());
    inside.args([arena.path().join("cup.toml"), arena.path().join("cup.db")]);
    let output = ended(inside);
    let (printed, said) = (String::from_utf8_lossy(&output.stdout), stderr(&output));
    let expected = "first 3\nsecond 3\nthird 0\ncup.db\ncup.toml\n";
    assert_eq!(printed, expected, "{said}");
    assert!(said.contains("make room on the disk"), "{said}");
    assert!(said.contains("going on behind "), "{said}");
    assert!(played(&arena) == completed(&undisturbed));
}

#[test]
fn a_limit_on_the_size_of_files_is_told() {
    let (undisturbed, arena) = (arena(), arena());
    for _ in 0..2 {
        // The signal that the system sends at the limit would end most programs without a word.
        let limited = below_shell("ulimit -f 500", &arena.command(&[]));
        check_message(&ended(limited), &["cup.db", "limit", "same command"]);
    }
    assert!(completed(&arena) == completed(&undisturbed));
    let run = arena.path().join("cup.db").to_string_lossy().into_owned();
    let file = arena.path().join("cup.jsonl");
    let shown = file.to_string_lossy();
    let export = crate::kit::command(&["export", &run, "--format", "jsonl", "-o", &shown]);
    check_message(&ended(below_shell("ulimit -f 10", &export)), &["cup."]);
    assert!(!file.exists());
    let pages = arena.path().join("man").to_string_lossy().into_owned();
    let pages = crate::kit::command(&["man", &pages]);
    check_message(&ended(below_shell("ulimit -f 1", &pages)), &["man"]);
}
