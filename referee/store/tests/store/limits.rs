//! Tests with a full disk and a read-only folder: this program runs one of its own tests again under these
//! conditions.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc;

use referee_store::{Announcement, ReadError, Run, WriteError, Writer};

use crate::common::{add, database, folder, header, keys, quiet, record, session};

const ENV: &str = "REFEREE_TEST_LIMITED";

fn helper(command: &mut Command, name: &str, path: &Path) {
    let command = command.arg(std::env::current_exe().expect("this program"));
    let ran = command.args(["--exact", name, "--ignored"]).env(ENV, path);
    let ran = ran.output().expect("a shell");
    let said = String::from_utf8_lossy(&ran.stdout);
    let wrong = String::from_utf8_lossy(&ran.stderr);
    assert!(
        ran.status.success() && said.contains("1 passed"),
        "{said}{wrong}"
    );
}

fn given() -> Option<PathBuf> {
    std::env::var_os(ENV).map(PathBuf::from)
}

#[test]
fn a_folder_that_can_t_be_written_is_read() {
    let path = database("read_only", (1..=3).map(record));
    let folder = path.parent().expect("a folder");
    half_copied(folder);
    fs::set_permissions(folder, Permissions::from_mode(0o555)).expect("it is ours");
    let reader = "limits::helper_that_can_t_write";
    if fs::write(folder.join("other"), "").is_err() {
        helper(&mut Command::new("env"), reader, &path);
    } else {
        // Permissions don't restrict root; only a read-only mount does.
        let _ = fs::remove_file(folder.join("other"));
        let shell =
            "mount --bind \"$1\" \"$1\" && mount -o remount,ro,bind \"$1\" && shift && exec \"$@\"";
        let read_only = || {
            let mut command = Command::new("unshare");
            command.args(["--mount", "sh", "-c", shell, "sh"]);
            command.arg(folder);
            command
        };
        let allowed = read_only().arg("true").output();
        if allowed.is_ok_and(|output| output.status.success()) {
            helper(&mut read_only(), reader, &path);
        } else {
            println!(
                "skipped: a_folder_that_can_t_be_written_is_read: mounts of one's own aren't allowed here"
            );
        }
    }
    fs::set_permissions(folder, Permissions::from_mode(0o755)).expect("it is ours");
}

/// Copies a database into the folder as `late.db`, with a log that still holds one of its results.
fn half_copied(folder: &Path) {
    let path = crate::common::folder("half_copied").join("cup.db");
    let (say, said) = mpsc::channel();
    let announce = move |announcement| say.send(announcement).expect("somebody listens");
    let writer = Writer::create(&path, &header(), announce).expect("a new file");
    writer.submit(record(1));
    said.recv().expect("an announcement");
    for suffix in ["", "-wal"] {
        let from = path.with_file_name(format!("cup.db{suffix}"));
        fs::copy(from, folder.join(format!("late.db{suffix}"))).expect("room");
    }
    writer.close().expect("room");
}

#[test]
#[ignore = "helper: run by another test in a folder that can't be written"]
fn helper_that_can_t_write() {
    let Some(path) = given() else {
        return;
    };
    assert!(fs::write(path.with_file_name("other"), "").is_err());
    let run = Run::open(&path).expect("it can be read");
    assert_eq!(run.tallies().expect("readable").main().games().counted, 3);
    assert_eq!(run.records().expect("readable").count(), 3);
    let refused = Writer::resume(&path, &session(), quiet).expect_err("it can't be written");
    assert!(matches!(refused, WriteError::Open { .. }), "{refused}");
    let late = Run::open(&path.with_file_name("late.db")).err();
    assert!(matches!(late, Some(ReadError::Stranded { .. })), "{late:?}");
    let refused = Writer::create(&path, &header(), quiet).expect_err("it can't be written");
    assert!(matches!(refused, WriteError::Create { .. }), "{refused}");
}

#[test]
fn a_full_disk_ends_the_run_and_leaves_what_was_announced() {
    let path = folder("full").join("cup.db");
    // Limits files to 1 MiB, without a signal for larger ones.
    let shell = "trap '' XFSZ; ulimit -f 2048; exec \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", shell, "sh"]);
    helper(&mut command, "limits::helper_that_fills_the_disk", &path);
    let run = Run::open(&path).expect("a run");
    let kept = run.records().expect("readable").count() as u64;
    assert_eq!(run.check_chain().expect("readable"), None);
    drop(run);
    // With more room the run can be resumed.
    add(&path, (kept + 1..=kept + 300).map(record));
    let run = Run::open(&path).expect("a run");
    assert_eq!(run.records().expect("readable").count() as u64, kept + 300);
    assert_eq!(run.check_tallies().expect("readable"), None);
}

#[test]
#[ignore = "helper: run by another test with little room"]
fn helper_that_fills_the_disk() {
    let Some(path) = given() else {
        return;
    };
    let (say, said) = mpsc::channel();
    let announce = move |announcement| say.send(announcement).expect("somebody listens");
    let writer = Writer::create(&path, &header(), announce).expect("a new file");
    let mut kept = 0;
    for number in 1.. {
        writer.submit(record(number));
        match said.recv().expect("an announcement") {
            Announcement::Kept(new) => kept += keys(&new).len(),
            Announcement::Known(known) => panic!("{known:?}"),
            Announcement::Failed(why) => {
                assert!(why.contains("results can't be written"), "{why}");
                assert!(why.contains("make room"), "{why}");
                break;
            }
        }
    }
    assert!(kept > 10, "{kept}");
    assert!(matches!(writer.close(), Err(WriteError::Failed { .. })));
    let run = Run::open(&path).expect("a run");
    assert_eq!(run.records().expect("readable").count(), kept);
}
