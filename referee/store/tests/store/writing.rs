//! Tests of writing: no file is overwritten, no game is written twice, and results are announced only after
//! they are committed.

use std::fs;
use std::sync::mpsc;

use referee_record::Outcome;
use referee_store::{Announcement, Filter, Run, WriteError, Writer};

use crate::common::{add, again, database, folder, header, keys, quiet, record, session, void};

#[test]
fn what_is_written_is_read() {
    let path = database("round_trip", [2, 1, 3].map(record));
    let run = Run::open(&path).expect("a run");
    assert_eq!(run.header(), &header());
    let records = run.records().expect("readable");
    let records: Vec<_> = records.map(|r| r.expect("sound")).collect();
    assert_eq!(records, [1, 2, 3].map(record));
    let outcomes = run.outcomes(&Filter::default()).expect("readable");
    let outcomes: Vec<_> = outcomes.map(|o| o.expect("sound")).collect();
    assert_eq!(outcomes, [1, 2, 3].map(|n| Outcome::of(&record(n))));
    assert_eq!(run.record(2, None).expect("readable"), Some(record(2)));
    assert_eq!(run.record(2, Some(2)).expect("readable"), None);
    assert_eq!(run.record(4, None).expect("readable"), None);
    assert_eq!(run.check_tallies().expect("readable"), None);
    assert_eq!(run.check_chain().expect("readable"), None);
    drop(run);
    let left: Vec<_> = fs::read_dir(path.parent().expect("a folder"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(left, ["cup.db"], "a closed run is one file");
}

#[test]
fn no_file_is_overwritten() {
    let path = folder("numbers").join("cup.v1.db");
    for name in ["cup.v1.db", "cup.v1-2.db", "cup.v1-3.db"] {
        let writer = Writer::create(&path, &header(), quiet).expect("a new file");
        assert_eq!(writer.path(), path.with_file_name(name));
        writer.submit(record(1));
        writer.close().expect("room");
    }
    let run = Run::open(&path).expect("a run");
    assert_eq!(run.records().expect("readable").count(), 1);
}

#[test]
fn files_made_at_once_are_apart() {
    let path = folder("race").join("cup.db");
    let make = || Writer::create(&path, &header(), quiet).expect("a new file");
    let writers: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(make)).collect();
        let join = |t: std::thread::ScopedJoinHandle<'_, _>| t.join().expect("no panic");
        threads.into_iter().map(join).collect()
    });
    let mut paths: Vec<_> = writers
        .iter()
        .map(|w: &Writer| w.path().to_owned())
        .collect();
    paths.sort();
    paths.dedup();
    assert_eq!(paths.len(), 8);
}

#[test]
fn what_is_announced_can_be_read() {
    let path = folder("announced").join("cup.db");
    let (say, said) = mpsc::channel();
    let read = path.clone();
    let announce = move |announcement| {
        let Announcement::Kept(kept) = announcement else {
            panic!("{announcement:?}");
        };
        let run = Run::open(&read).expect("a run beside its writer");
        for kept in &kept {
            let result = run.record(kept.outcome.number, Some(kept.outcome.attempt));
            assert_eq!(result.expect("readable").as_ref(), Some(&kept.record));
        }
        let games = run.tallies().expect("readable").main().games().counted;
        let settled = run.past().expect("readable").expect("a database").settled;
        say.send((keys(&kept), games, settled))
            .expect("somebody listens");
    };
    let writer = Writer::create(&path, &header(), announce).expect("a new file");
    (1..=600).for_each(|number| writer.submit(record(number)));
    writer.close().expect("room");
    let mut all = Vec::new();
    for (kept, games, settled) in said {
        assert!(kept.len() <= 256);
        all.extend(kept);
        assert_eq!((games, settled), (all.len() as u64, all.len() as u64));
    }
    let expected: Vec<_> = (1..=600).map(|number| (number, 1)).collect();
    assert_eq!(all, expected);
}

#[test]
fn tallies_are_at_hand_while_it_is_written() {
    let path = folder("at_hand").join("cup.db");
    let (say, said) = mpsc::channel();
    let announce = move |announcement| say.send(announcement).expect("somebody listens");
    let writer = Writer::create(&path, &header(), announce).expect("a new file");
    assert_eq!(writer.tallies(|t| t.main().names().len()), 2);
    writer.submit(record(1));
    said.recv().expect("an announcement");
    assert_eq!(writer.tallies(|t| t.main().games().counted), 1);
    writer.close().expect("room");
}

#[test]
fn a_game_that_is_delivered_twice_counts_once() {
    let (say, said) = mpsc::channel();
    let path = folder("twice").join("cup.db");
    let announce = move |announcement| say.send(announcement).expect("somebody listens");
    let writer = Writer::create(&path, &header(), announce).expect("a new file");
    let delivered = [
        void(1, 1),
        void(1, 1),
        again(1, 2),
        again(1, 2),
        again(1, 3),
        void(1, 1),
        record(3),
        record(3),
    ];
    for record in delivered {
        writer.submit(record);
    }
    writer.close().expect("room");
    add(&path, [again(1, 2), record(3), void(1, 1)]);
    let (mut announced, mut known) = (Vec::new(), Vec::new());
    for announcement in said {
        match announcement {
            Announcement::Kept(kept) => announced.extend(keys(&kept)),
            Announcement::Known(again) => known.extend(again),
            Announcement::Failed(why) => panic!("{why}"),
        }
    }
    assert_eq!(announced, [(1, 1), (1, 2), (3, 1)]);
    assert_eq!(known, [(1, 1), (1, 2), (1, 3), (1, 1), (3, 1)]);
    let run = Run::open(&path).expect("a run");
    assert_eq!(run.records().expect("readable").count(), 3);
    let games = run.tallies().expect("readable").main().games();
    assert_eq!((games.counted, games.tried_again), (2, 1));
    assert_eq!(run.check_chain().expect("readable"), None);
}

#[test]
fn two_referees_never_write_one_file() {
    let path = folder("busy").join("cup.db");
    let writer = Writer::create(&path, &header(), quiet).expect("a new file");
    let second = Writer::resume(&path, &session(), quiet).err();
    let Some(busy @ WriteError::Busy { .. }) = second else {
        panic!("not refused: {second:?}");
    };
    let said = busy.to_string();
    let first = format!("process {} on ", std::process::id());
    assert!(said.contains(&first) && said.contains(" UTC"), "{said}");
    writer.close().expect("room");
    // The lock file of a killed referee is no obstacle.
    fs::write(
        path.with_file_name("cup.db.lock"),
        "process 1 on elsewhere since ever\n",
    )
    .expect("room");
    add(&path, [record(1)]);
}

#[test]
fn a_record_that_can_t_be_kept_ends_the_run_and_leaves_the_rest() {
    let (say, said) = mpsc::channel();
    let path = folder("refused").join("cup.db");
    let announce = move |announcement| say.send(announcement).expect("somebody listens");
    let writer = Writer::create(&path, &header(), announce).expect("a new file");
    writer.submit(record(1));
    assert!(matches!(said.recv(), Ok(Announcement::Kept(_))));
    let mut endless = record(2);
    endless.played.end = "x".repeat(64 << 20);
    writer.submit(endless);
    let Ok(Announcement::Failed(why)) = said.recv() else {
        panic!("not refused");
    };
    assert!(why.contains("game 2") && why.contains("64 MiB"), "{why}");
    assert_eq!(writer.tallies(|t| t.main().games().counted), 1);
    writer.submit(record(3));
    let closed = writer.close().err();
    assert!(matches!(closed, Some(WriteError::Failed { .. })));
    assert!(said.recv().is_err(), "it fails once");
    let run = Run::open(&path).expect("a run");
    assert_eq!(run.records().expect("readable").count(), 1);
}

#[test]
fn errors_say_where() {
    let path = folder("nowhere").join("none/cup.db");
    let created = Writer::create(&path, &header(), quiet).err();
    let said = created.map_or_else(String::new, |e| e.to_string());
    assert!(
        said.contains("none/cup.db") && said.contains("can't be created"),
        "{said}"
    );
    let said = Run::open(&path)
        .err()
        .map_or_else(String::new, |e| e.to_string());
    assert!(
        said.contains("none/cup.db") && said.contains("can't be read"),
        "{said}"
    );
}

/// The receiver of announcements may panic: committed results stay, and the failure becomes an error.
#[test]
fn a_thread_that_panics_ends_the_run_with_an_error() {
    let path = folder("panics").join("cup.db");
    let announce = |_| panic!("nobody thought of that");
    let writer = Writer::create(&path, &header(), announce).expect("a new file");
    writer.submit(record(1));
    let error = writer.close().expect_err("it has failed").to_string();
    assert!(
        error.contains("the thread that writes them has failed"),
        "{error}"
    );
    add(&path, [record(2)]);
    let run = Run::open(&path).expect("a run");
    assert_eq!(run.records().expect("readable").count(), 2);
    assert_eq!(run.check_tallies().expect("readable"), None);
}
