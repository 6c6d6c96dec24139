//! Tests of the export: another file format gives the same answers.

use std::fs;
use std::path::Path;

use referee_record::{JobId, Seed};
use referee_store::{
    Filter, ReadError, Ruling, Run, SkippedGame, WriteError, Writer, annul, export_jsonl,
};

use crate::common::{again, database, folder, forge, header, quiet, record, session, void};

#[test]
fn an_export_answers_as_the_run_does() {
    let path = database(
        "exported",
        [void(2, 1), record(1), again(2, 2), record(3), record(5)],
    );
    let writer = Writer::resume(&path, &session(), quiet).expect("it is there");
    writer.skip(SkippedGame {
        number: 4,
        id: JobId(Seed([3; 16])),
        gone: vec!["lazy".to_owned()],
    });
    writer.close().expect("room");
    let ruling = Ruling {
        number: 3,
        attempt: 1,
        because: "the judge was asleep".to_owned(),
        replay: true,
        at_ms: 1,
    };
    annul(&path, std::slice::from_ref(&ruling)).expect("there is such a game");
    let run = Run::open(&path).expect("a run");
    let lines = path.with_extension("jsonl");
    let file = fs::File::create_new(&lines).expect("a new file");
    export_jsonl(&run, file).expect("room");

    let export = Run::open(&lines).expect("an export");
    assert!(run.is_database() && !export.is_database());
    assert_eq!(export.header(), run.header());
    assert_eq!(export.rulings().expect("readable"), [ruling]);
    assert_eq!(
        export.skips().expect("readable"),
        run.skips().expect("readable")
    );
    let records = |run: &Run| -> Vec<_> {
        let records = run.records().expect("readable");
        records.map(|record| record.expect("sound")).collect()
    };
    assert_eq!(records(&export), records(&run));
    assert_eq!(export.record(2, None).expect("readable"), Some(again(2, 2)));
    let filter = Filter {
        bot: Some("greedy".to_owned()),
        ..Filter::default()
    };
    for filter in [Filter::default(), filter] {
        let outcomes = |run: &Run| -> Vec<_> {
            let outcomes = run.outcomes(&filter).expect("readable");
            outcomes.map(|outcome| outcome.expect("sound")).collect()
        };
        assert_eq!(outcomes(&export), outcomes(&run));
    }
    let (one, other) = (
        run.tallies().expect("readable"),
        export.tallies().expect("readable"),
    );
    let (one, other) = (one.main(), other.main());
    assert_eq!(one.standings(), other.standings());
    assert_eq!(one.units(), other.units());
    assert_eq!(one.games(), other.games());
    assert_eq!(export.check_chain().expect("sound"), None);
    let fingerprint = |run: &Run| run.fingerprint().expect("readable");
    assert_eq!(fingerprint(&export), fingerprint(&run));

    let mut again = Vec::new();
    export_jsonl(&export, &mut again).expect("room");
    assert_eq!(fs::read(&lines).expect("there"), again);
}

#[test]
fn a_torn_export_is_read_as_far_as_it_goes() {
    let path = folder("torn_export").join("cup.jsonl");
    let whole = crate::common::written("torn_export_whole", 3);
    fs::write(&path, &whole[..whole.len() - 10]).expect("room");
    let run = Run::open(&path).expect("an export");
    assert_eq!(run.header(), &header());
    let last = run.records().expect("readable").last();
    assert!(matches!(last, Some(Err(ReadError::Torn { line: 6, .. }))));
    assert_eq!(run.tallies().expect("readable").main().games().counted, 2);
}

#[test]
fn no_run_goes_on_in_an_export() {
    let path = folder("no_run").join("cup.jsonl");
    fs::write(&path, crate::common::written("no_run_whole", 1)).expect("room");
    let refused = Writer::resume(&path, &session(), quiet).err();
    let said = refused
        .as_ref()
        .map_or_else(String::new, ToString::to_string);
    assert!(matches!(refused, Some(WriteError::Export { .. })));
    assert!(said.contains(".db"), "{said}");
}

/// Games that wait for an earlier one are not in the chain yet.
#[test]
fn an_unfinished_run_has_the_fingerprint_of_its_export() {
    let games = [record(1), record(5), void(4, 1), again(4, 2), void(2, 1)];
    let path = database("unfinished", games);
    let fingerprint = |path: &Path| {
        let run = Run::open(path).expect("a run");
        run.fingerprint().expect("readable")
    };
    let export = |path: &Path| {
        let mut lines = Vec::new();
        export_jsonl(&Run::open(path).expect("a run"), &mut lines).expect("room");
        fs::write(path.with_extension("jsonl"), &lines).expect("room");
        fingerprint(&path.with_extension("jsonl"))
    };
    let before = fingerprint(&path);
    assert_eq!(export(&path), before);
    let text = fs::read_to_string(path.with_extension("jsonl")).expect("it is there");
    let last = text.lines().last().expect("lines");
    assert!(
        last.ends_with(&format!("\"hash\":\"{before}\"}}")),
        "{last}"
    );
    forge(&path, "DELETE FROM records WHERE number = 5");
    assert_ne!(fingerprint(&path), before);
}

#[test]
fn a_damaged_run_has_no_export() {
    let path = database("no_export", (1..=3).map(record));
    forge(&path, "UPDATE records SET packed = x'00' WHERE number = 2");
    let run = Run::open(&path).expect("a run");
    let refused = export_jsonl(&run, Vec::new()).expect_err("it is damaged");
    assert!(
        refused.to_string().contains("game 2: its record"),
        "{refused}"
    );
}
