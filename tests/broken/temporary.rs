//! Temporary folders that can't be used, are full, or vanish.

use std::fs;
use std::os::unix::fs::{MetadataExt, symlink};

use super::room::on_disk;
use super::{
    busy, busy_in, check_message, completed, ended, ends, files, nobody_is_blamed, played, stderr,
    until,
};
use crate::engine::records;

#[test]
fn a_temporary_folder_that_can_t_be_used_is_named() {
    for folder in ["/nonexistent/folder", "/proc"] {
        let arena = busy(1);
        let mut command = arena.command(&[]);
        command.env("TMPDIR", folder);
        check_message(&ended(command), &[folder, "TMPDIR"]);
        assert_eq!(files(arena.path()), ["cup.toml"]);
        completed(&arena);
    }
}

/// Games that can't be begun are void, and no bot loses by it.
#[test]
fn a_full_temporary_folder_blames_nobody() {
    // In the jail, scratch folders aren't in it.
    let arena = busy_in("off", 1);
    let disk = tempfile::tempdir().expect("a folder");
    let shell = "export TMPDIR=\"$0\" && exec \"$@\"";
    // Its own folder, the run's, and a scratch folder or two.
    let Some(mut inside) = on_disk(
        "a_full_temporary_folder_blames_nobody",
        disk.path(),
        "size=64k,nr_inodes=4",
        shell,
    ) else {
        return;
    };
    let command = arena.command(&[]);
    inside.arg(command.get_program()).args(command.get_args());
    inside.env("REFEREE_CORES", "shared");
    let output = ended(inside);
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(4), "{said}");
    assert!(said.contains("void: the machine could not start"), "{said}");
    assert!(said.contains("No space left on device"), "{said}");
    nobody_is_blamed(&records(&arena.path().join("cup.db")));
}

#[test]
fn a_temporary_folder_that_vanishes_is_made_again() {
    let (undisturbed, arena) = (busy(4), busy(4));
    let temporary = tempfile::tempdir().expect("a folder");
    let mut command = arena.command(&[]);
    let child = command
        .env("TMPDIR", temporary.path())
        .spawn()
        .expect("it starts");
    until(|| arena.path().join("cup.db").exists());
    for name in files(temporary.path()) {
        // Somebody may just be making or removing a folder in it.
        let folder = temporary.path().join(name);
        until(|| fs::remove_dir_all(&folder).is_ok());
    }
    let output = ends(child);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    nobody_is_blamed(&records(&arena.path().join("cup.db")));
    assert!(played(&arena) == completed(&undisturbed));
    assert_eq!(files(temporary.path()), [""; 0]);
}

/// Whoever may write into the temporary folder can't have anything removed that isn't the referee's.
#[test]
fn leftovers_are_removed_and_nothing_else() {
    let temp = tempfile::tempdir().expect("a folder");
    let at = |name: &str| temp.path().join(name);
    // A mark: PID namespace, process id, start time and number of a run.
    let namespace = fs::metadata("/proc/self/ns/pid").expect("Linux").ino();
    let (dead, link) = (
        format!("referee-{namespace}-1-1-1"),
        format!("referee-{namespace}-1-1-3"),
    );
    for name in ["victim", &*format!("{dead}/deep/er"), "referee-x"] {
        fs::create_dir_all(at(name)).expect("a folder");
        fs::write(at(name).join("file"), "x").expect("a file");
    }
    symlink(at("victim"), at(&link)).expect("a link");
    let args = ["play", "house:first", "house:random", "--option", "turns=1"];
    let output = crate::kit::command(&args)
        .env("TMPDIR", temp.path())
        .output();
    assert!(output.expect("the referee starts").status.success());
    assert!(at("victim/file").exists() && at("referee-x/file").exists());
    assert!(!at(&dead).exists());
}
