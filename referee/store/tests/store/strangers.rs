//! Tests with other programs at the same file: a second referee that uses another name, and a program that
//! writes or reads.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use referee_store::{Announcement, Reserved, Run, WriteError, Writer};
use rusqlite::Connection;
use rustix::fs::{FlockOperation, fcntl_lock};
use rustix::io::Errno;

use crate::common::{database, folder, header, quiet, record, session};

const ENV: &str = "REFEREE_TEST_VISITED";

/// Makes a writer in a new folder, and returns it with the receiver of its announcements.
pub(crate) fn writing(name: &str) -> (Writer, PathBuf, Receiver<Announcement>) {
    let path = folder(name).join("cup.db");
    let (say, said) = mpsc::channel();
    let announce = move |announcement| drop(say.send(announcement));
    let writer = Writer::create(&path, &header(), announce).expect("a new file");
    (writer, path, said)
}

/// Waits for an announcement; without one the run would hang.
pub(crate) fn next(said: &Receiver<Announcement>) -> Announcement {
    let patience = Duration::from_mins(1);
    said.recv_timeout(patience).expect("an announcement")
}

pub(crate) fn second(path: &Path) -> WriteError {
    Writer::resume(path, &session(), quiet).expect_err("it is refused")
}

#[test]
fn a_link_is_no_way_around_the_lock() {
    let (writer, path, _said) = writing("links");
    let elsewhere = path.with_file_name("elsewhere");
    fs::create_dir(&elsewhere).expect("a folder");
    let link = elsewhere.join("link.db");
    symlink(&path, &link).expect("a link");
    let refused = second(&link);
    assert!(matches!(refused, WriteError::Busy { .. }), "{refused}");
    assert!(referee_store::is_written(&link));
    let hard = elsewhere.join("hard.db");
    fs::hard_link(&path, &hard).expect("a link");
    writer.close().expect("room");
    // A later writer that uses either name would not see the log of the other name.
    for name in [&path, &hard] {
        let said = second(name).to_string();
        assert!(said.contains("2 names (hard links)"), "{said}");
    }
    fs::remove_file(&hard).expect("it is there");
    Writer::resume(&link, &session(), quiet)
        .and_then(Writer::close)
        .expect("one name is left");
}

#[test]
fn a_pipe_in_the_place_of_a_lock_holds_nobody_up() {
    let path = folder("pipe").join("cup.db");
    let made = Command::new("mkfifo")
        .arg(path.with_file_name("cup.db.lock"))
        .status();
    assert!(made.expect("mkfifo is there").success());
    let (say, said) = mpsc::channel();
    std::thread::spawn(move || say.send(referee_store::is_written(&path)));
    let written = said
        .recv_timeout(Duration::from_mins(1))
        .expect("an answer");
    assert!(!written);
}

#[test]
fn what_a_stranger_changes_ends_the_run() {
    for (at, change) in [
        "INSERT INTO games SELECT 2, attempt, id, stage, round, block, deal, rotation, rotations, reason, \
         void, again, revision, worker, steps, print FROM games",
        "UPDATE run SET closed = 7",
        "UPDATE chain SET hash = zeroblob(32)",
        "UPDATE records SET packed = x'00'",
        "DELETE FROM sessions",
    ]
    .into_iter()
    .enumerate()
    {
        let (writer, path, said) = writing(&format!("changed_{at}"));
        writer.submit(record(1));
        assert!(matches!(next(&said), Announcement::Kept(_)));
        let stranger = Connection::open(&path).expect("a database");
        stranger.execute_batch(change).expect("nobody holds it now");
        drop(stranger);
        writer.submit(record(2));
        let Announcement::Failed(why) = next(&said) else {
            panic!("not refused: {change}");
        };
        assert!(
            why.contains("another program has changed the file meanwhile;"),
            "{why}"
        );
        assert!(!why.contains("Conversion"), "{why}");
        assert!(matches!(writer.close(), Err(WriteError::Failed { .. })));
    }
}

#[test]
fn a_checkpoint_by_a_stranger_is_no_change() {
    let (writer, path, said) = writing("checkpoint");
    let stranger = Connection::open(&path).expect("a database");
    for (number, mode) in (1..).zip(["PASSIVE", "FULL", "RESTART", "TRUNCATE"]) {
        writer.submit(record(number));
        assert!(matches!(next(&said), Announcement::Kept(_)), "{mode}");
        let checkpoint = format!("PRAGMA wal_checkpoint({mode})");
        let busy = stranger.query_row(&checkpoint, [], |row| row.get::<_, bool>(0));
        assert!(!busy.expect(mode), "{mode}");
    }
    writer.submit(record(5));
    assert!(matches!(next(&said), Announcement::Kept(_)));
    writer.close().expect("room");
    let run = Run::open(&path).expect("a run");
    assert_eq!(run.records().expect("readable").count(), 5);
    assert_eq!(run.check_chain().expect("readable"), None);
}

/// Checks that a writer keeps its lock: POSIX locks of a file are released when the process closes any of its
/// descriptors (<https://www.sqlite.org/howtocorrupt.html>, 2.2), and an older `SQLite` would then remove the
/// log that the writer uses.
#[test]
fn a_writer_keeps_its_lock_on_the_database_whoever_reads_beside_it() {
    let (writer, path, _said) = writing("visited");
    drop(Run::open(&path).expect("a run"));
    assert!(referee_store::is_results(&path));
    assert!(referee_store::is_results(
        &path.with_file_name("cup.db-wal")
    ));
    let visit = Command::new(std::env::current_exe().expect("this program"))
        .args(["--exact", "strangers::helper_that_wants_all", "--ignored"])
        .env(ENV, &path)
        .output()
        .expect("this program starts");
    let said = String::from_utf8_lossy(&visit.stdout);
    assert!(
        visit.status.success() && said.contains("1 passed"),
        "{said}"
    );
    writer.close().expect("room");
}

/// Helper that checks that another process cannot lock the database for itself.
#[test]
#[ignore = "helper: run by another test"]
fn helper_that_wants_all() {
    let Some(path) = std::env::var_os(ENV).map(PathBuf::from) else {
        return;
    };
    let file = fs::File::options().read(true).write(true).open(path);
    let file = file.expect("it is there");
    let locked = fcntl_lock(&file, FlockOperation::NonBlockingLockExclusive);
    assert_eq!(locked, Err(Errno::AGAIN));
}

#[test]
fn a_closed_database_is_told_from_one_that_is_written() {
    let path = database("told_apart", [record(1)]);
    assert!(referee_store::is_results(&path) && !referee_store::is_written(&path));
}

#[test]
fn a_name_is_reserved_before_there_are_results() {
    let path = folder("reserved").join("cup.db");
    let reserved = Reserved::exactly(&path).expect("it is free");
    let refused = Reserved::exactly(&path)
        .expect_err("it is taken")
        .to_string();
    let holder = format!("process {} on ", std::process::id());
    assert!(refused.contains(&holder), "{refused}");
    let lock = path.with_file_name("cup.db.lock");
    assert!(referee_store::is_written(&path) && referee_store::is_results(&lock));
    let next = Reserved::next(&path).expect("another is free");
    assert_eq!(next.path(), path.with_file_name("cup-2.db"));
    drop(next);
    let writer = Writer::create_at(reserved, &header(), quiet).expect("a new file");
    assert_eq!(writer.path(), path);
    writer.close().expect("room");
    let there = Reserved::exactly(&path)
        .expect_err("it is there")
        .to_string();
    assert!(there.contains("give the same command again"), "{there}");
    drop(Reserved::next(&path).expect("another is free"));
    let left = fs::read_dir(path.parent().expect("a folder")).expect("a folder");
    assert_eq!(left.count(), 1, "nothing but the results is left");
}

#[test]
fn a_link_to_nothing_stays_a_link() {
    let path = folder("dangling").join("cup.db");
    let (target, between) = (
        path.with_file_name("target.db"),
        path.with_file_name("between.db"),
    );
    symlink("between.db", &path).expect("a link");
    symlink(&target, &between).expect("a link");
    let writer = Writer::create(&path, &header(), quiet).expect("a new file");
    writer.close().expect("room");
    assert!(path.is_symlink() && between.is_symlink() && !target.is_symlink());
    Run::open(&path).expect("a run");
    // A link to itself leads nowhere.
    let round = path.with_file_name("round.db");
    symlink("round.db", &round).expect("a link");
    Writer::create(&round, &header(), quiet).expect_err("there is no such place");
}
