//! Writing: never over another file, and going on after a stop.

use std::fs;

use referee_store::{ReadError, Reader, WriteError, Writer};

use crate::common::{folder, header, record};

#[test]
fn what_is_written_is_read() {
    let path = folder("round_trip").join("cup.jsonl");
    let mut writer = Writer::create(&path, &header()).expect("a new file");
    for number in 1..=3 {
        writer.append(&record(number)).expect("room");
        // Readers beside a running tournament see whole lines.
        let (_, reader) = Reader::open(&path).expect("a header");
        assert_eq!(reader.count() as u64, number);
    }
    let (read, reader) = Reader::open(&path).expect("a header");
    assert_eq!(read, header());
    let records: Vec<_> = reader.map(|r| r.expect("sound")).collect();
    assert_eq!(records, [1, 2, 3].map(record));
}

#[test]
fn no_file_is_overwritten() {
    let path = folder("numbers").join("cup.v1.jsonl");
    for name in ["cup.v1.jsonl", "cup.v1-2.jsonl", "cup.v1-3.jsonl"] {
        let mut writer = Writer::create(&path, &header()).expect("a new file");
        assert_eq!(writer.path(), path.with_file_name(name));
        writer.append(&record(1)).expect("room");
    }
    let (_, reader) = Reader::open(&path).expect("a header");
    assert_eq!(reader.count(), 1);
}

#[test]
fn files_made_at_once_are_apart() {
    let path = folder("race").join("cup.jsonl");
    let make = || {
        Writer::create(&path, &header())
            .expect("a new file")
            .path()
            .to_owned()
    };
    let mut paths: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(make)).collect();
        threads
            .into_iter()
            .map(|t| t.join().expect("no panic"))
            .collect()
    });
    paths.sort();
    paths.dedup();
    assert_eq!(paths.len(), 8);
}

#[test]
fn a_torn_line_is_cut_off_and_the_run_goes_on() {
    let path = folder("resume").join("cup.jsonl");
    let mut writer = Writer::create(&path, &header()).expect("a new file");
    writer.append(&record(1)).expect("room");
    writer.append(&record(2)).expect("room");
    drop(writer);
    let whole = fs::read(&path).expect("there");
    fs::write(&path, &whole[..whole.len() - 10]).expect("room");

    let (_, mut reader) = Reader::open(&path).expect("a header");
    assert!(reader.next().is_some_and(|r| r.is_ok()));
    assert!(matches!(
        reader.next(),
        Some(Err(ReadError::Torn { line: 3, .. }))
    ));
    assert!(reader.next().is_none());
    let mut writer = Writer::resume(&path, reader.tail()).expect("the file");
    writer.append(&record(2)).expect("room");
    assert_eq!(fs::read(&path).expect("there"), whole);

    fs::write(&path, &whole[..100]).expect("room");
    drop(writer);
    let changed = Writer::resume(&path, reader.tail()).err();
    assert!(matches!(changed, Some(WriteError::Changed { .. })));
}

#[test]
fn two_referees_never_write_one_file() {
    let path = folder("busy").join("cup.jsonl");
    let writer = Writer::create(&path, &header()).expect("a new file");
    let (_, reader) = Reader::open(&path).expect("a header");
    let second = Writer::resume(&path, reader.tail()).err();
    assert!(matches!(second, Some(WriteError::Busy { .. })));
    drop(writer);
    assert!(Writer::resume(&path, reader.tail()).is_ok());
}

#[test]
fn errors_say_where() {
    let path = folder("nowhere").join("none/cup.jsonl");
    let created = Writer::create(&path, &header()).err();
    let said = created.map_or_else(String::new, |e| e.to_string());
    assert!(
        said.contains("none/cup.jsonl") && said.contains("can't be created"),
        "{said}"
    );
    let said = Reader::open(&path)
        .err()
        .map_or_else(String::new, |e| e.to_string());
    assert!(
        said.contains("none/cup.jsonl") && said.contains("can't be read"),
        "{said}"
    );
}

#[test]
fn a_refused_line_leaves_the_file_as_it_was() {
    let path = folder("refused").join("cup.jsonl");
    let mut writer = Writer::create(&path, &header()).expect("a new file");
    let mut endless = record(1);
    endless.played.end = "x".repeat(64 << 20);
    assert!(matches!(
        writer.append(&endless),
        Err(WriteError::Append { .. })
    ));
    writer.append(&record(1)).expect("room");
    let (_, reader) = Reader::open(&path).expect("a header");
    let records: Vec<_> = reader.map(|r| r.expect("sound")).collect();
    assert_eq!(records, [record(1)]);
}
