//! Tests of kill −9 during writing: announced results are there, and the run can be resumed.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use referee_store::{Announcement, Run, Writer};

use crate::common::{database, folder, header, keys, quiet, record, session};

const ENV: &str = "REFEREE_TEST_KILLED";
const GAMES: u64 = 400;

#[test]
fn a_referee_that_is_killed_loses_nothing_that_it_announced() {
    let path = folder("killed").join("cup.db");
    Writer::create(&path, &header(), quiet)
        .and_then(Writer::close)
        .expect("a new file");
    let this = std::env::current_exe().expect("this program");
    let mut highest = 0;
    for stop in [1, 30, 2, 77, 150] {
        let mut child = Command::new(&this)
            .args([
                "--exact",
                "killing::helper_that_is_killed",
                "--ignored",
                "--nocapture",
            ])
            .env(ENV, &path)
            .stdout(Stdio::piped())
            .spawn()
            .expect("this program starts");
        let said = BufReader::new(child.stdout.take().expect("a pipe"));
        let announced = said
            .lines()
            .filter_map(|line| line.ok()?.strip_prefix("kept ")?.parse::<u64>().ok());
        highest = announced.take(stop).last().unwrap_or(highest);
        child.kill().expect("it is a child");
        child.wait().expect("it is a child");
        let run = Run::open(&path).expect("a run");
        let past = run.past().expect("readable").expect("a database");
        assert!(past.settled >= highest, "{highest} was announced");
        assert_eq!(run.check_chain().expect("readable"), None);
        assert_eq!(run.check_tallies().expect("readable"), None);
    }
    let writer = Writer::resume(&path, &session(), quiet).expect("the lock is free");
    (1..=GAMES).for_each(|number| writer.submit(record(number)));
    writer.close().expect("room");
    let run = Run::open(&path).expect("a run");
    assert_eq!(run.records().expect("readable").count() as u64, GAMES);
    let at_once = database("not_killed", (1..=GAMES).map(record));
    let at_once = Run::open(&at_once).expect("a run");
    let records = |run: &Run| {
        let records = run.records().expect("readable");
        records.collect::<Result<Vec<_>, _>>().expect("sound")
    };
    assert!(records(&run) == records(&at_once));
    assert_eq!(run.check_chain().expect("readable"), None);
}

/// Resumes a run and reports the committed results, until it is killed.
#[test]
#[ignore = "helper: run by another test, which kills it"]
fn helper_that_is_killed() {
    let Some(path) = std::env::var_os(ENV).map(PathBuf::from) else {
        return;
    };
    let announce = |announcement| {
        let Announcement::Kept(kept) = announcement else {
            return;
        };
        let mut out = std::io::stdout().lock();
        for (number, _) in keys(&kept) {
            let _ = writeln!(out, "\nkept {number}");
        }
        let _ = out.flush();
    };
    let run = Run::open(&path).expect("a run");
    let settled = run.past().expect("readable").expect("a database").settled;
    let writer = Writer::resume(&path, &session(), announce).expect("it is there");
    for number in settled + 1..=GAMES {
        writer.submit(record(number));
        // Slow enough that it is killed between many small batches.
        std::thread::sleep(Duration::from_millis(1));
    }
    writer.close().expect("room");
}
