//! Tests of a database that is renamed, removed or linked while it is written: it has one writer, whatever its
//! names, and no announced result is lost.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::Receiver;

use referee_store::{Announcement, Reserved, Run, WriteError, Writer};

use crate::common::{header, quiet, record, session};
use crate::strangers::{next, second, writing};

const ENV: &str = "REFEREE_TEST_MOVED";

/// Returns the path of a file beside a database.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Makes a writer that has announced one record.
fn begun(name: &str) -> (Writer, PathBuf, Receiver<Announcement>) {
    let (writer, path, said) = writing(name);
    writer.submit(record(1));
    assert!(matches!(next(&said), Announcement::Kept(_)));
    (writer, path, said)
}

/// Checks that this process and another one are refused as writers.
fn refused(path: &Path) {
    let here = second(path);
    assert!(matches!(here, WriteError::Busy { .. }), "{here}");
    let visit = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "moved::helper_that_is_refused", "--ignored"])
        .env(ENV, path)
        .output()
        .expect("this program starts");
    let said = String::from_utf8_lossy(&visit.stdout);
    assert!(
        visit.status.success() && said.contains("1 passed"),
        "{said}"
    );
}

#[test]
#[ignore = "helper: run by another test"]
fn helper_that_is_refused() {
    let Some(path) = std::env::var_os(ENV).map(PathBuf::from) else {
        return;
    };
    assert!(referee_store::is_written(&path));
    let refused = second(&path);
    assert!(matches!(refused, WriteError::Busy { .. }), "{refused}");
    let run = Run::open(&path).expect("it can be read");
    assert_eq!(run.check_chain().expect("readable"), None);
}

/// Checks that a run is sound and has this number of records.
fn holds(path: &Path, records: usize) {
    let run = Run::open(path).expect("a run");
    assert_eq!(run.records().expect("readable").count(), records);
    assert_eq!(run.check_chain().expect("readable"), None);
    assert_eq!(run.check_tallies().expect("readable"), None);
}

/// Submits a record that is refused, and returns the reason.
fn stopped(writer: Writer, said: &Receiver<Announcement>) -> String {
    writer.submit(record(2));
    let Announcement::Failed(why) = next(said) else {
        panic!("it went on");
    };
    let closed = writer.close().expect_err("it has failed");
    assert_eq!(closed.to_string(), why);
    why
}

#[test]
fn a_second_writer_is_refused_under_every_name() {
    let (writer, path, _said) = begun("every_name");
    let (hard, moved) = (
        path.with_file_name("hard.db"),
        path.with_file_name("moved.db"),
    );
    fs::hard_link(&path, &hard).expect("a link");
    refused(&hard);
    fs::remove_file(&hard).expect("it is there");
    for end in [".lock", "-wal", "-shm"] {
        fs::remove_file(beside(&path, end)).expect(end);
    }
    refused(&path);
    fs::rename(&path, &moved).expect("it is there");
    refused(&moved);
    writer.close().expect_err("it was moved");
    holds(&moved, 1);
    Writer::resume(&moved, &session(), quiet)
        .and_then(Writer::close)
        .expect("nobody has it now");
}

#[test]
fn a_run_whose_file_is_moved_stops_with_all_that_it_announced() {
    let (writer, path, said) = begun("moved");
    let moved = path.with_file_name("elsewhere.db");
    fs::rename(&path, &moved).expect("it is there");
    let why = stopped(writer, &said);
    assert!(why.contains("cup.db: it was moved"), "{why}");
    assert!(why.contains("elsewhere.db"), "{why}");
    holds(&moved, 1);
    assert!(!path.exists() && !beside(&path, "-wal").exists());
    fs::rename(&moved, &path).expect("it is there");
    crate::common::add(&path, [record(2)]);
    holds(&path, 2);
}

#[test]
fn a_run_whose_file_is_removed_stops_with_all_that_it_announced() {
    let (writer, path, said) = begun("removed");
    fs::remove_file(&path).expect("it is there");
    let why = stopped(writer, &said);
    let saved = path.with_file_name("cup-2.db");
    assert!(why.contains("cup.db: it was removed"), "{why}");
    assert!(
        why.contains("is saved as") && why.contains("cup-2.db"),
        "{why}"
    );
    holds(&saved, 1);
    fs::rename(&saved, &path).expect("it is there");
    crate::common::add(&path, [record(2)]);
    holds(&path, 2);
}

#[test]
fn a_run_whose_log_is_removed_stops_with_all_that_it_announced() {
    for end in ["-wal", "-shm"] {
        let (writer, path, said) = begun(&format!("removed{end}"));
        fs::remove_file(beside(&path, end)).expect("it is there");
        let why = stopped(writer, &said);
        assert!(
            why.contains(&format!("cup.db{end} beside it was removed")),
            "{why}"
        );
        holds(&path, 1);
        crate::common::add(&path, [record(2)]);
        holds(&path, 2);
    }
}

#[test]
fn a_file_that_is_removed_after_the_last_result_is_missed_at_the_end() {
    let (writer, path, _said) = begun("removed_last");
    fs::remove_file(&path).expect("it is there");
    let why = writer.close().expect_err("it was removed").to_string();
    assert!(why.contains("cup.db: it was removed"), "{why}");
    holds(&path.with_file_name("cup-2.db"), 1);
}

#[test]
fn results_that_came_to_a_reserved_name_meanwhile_stay() {
    let path = crate::common::folder("came_meanwhile").join("cup.db");
    let reserved = Reserved::exactly(&path).expect("it is free");
    fs::write(&path, "of somebody else").expect("room");
    let refused = Writer::create_at(reserved, &header(), quiet).expect_err("it is taken");
    assert!(matches!(refused, WriteError::Create { .. }), "{refused}");
    assert_eq!(fs::read(&path).expect("it is there"), b"of somebody else");
}
