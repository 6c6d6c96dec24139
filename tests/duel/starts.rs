//! Matches whose plan foresees more starts than it knows.

use referee_record::{Job, Record};
use referee_schedule::head_to_head::Distinct;
use referee_store::{Reserved, Run, Writer};

use super::Folder;

/// Number of deals that the plan knows.
const KNOWN: u32 = 3;
/// Games that were played before the match goes on: more than begin from these deals.
const BEFORE: usize = 20;

/// A match of forty games.
fn args(out: &str) -> Vec<&str> {
    let bots = ["match", "house:random", "house:first", "--game", "onitama"];
    let how = ["--option", "turns=10", "--seed", "4", "-n", "40"];
    [&bots[..], &how[..], &["--out", out]].concat()
}

/// The records of a run, by their games.
fn records(run: &Run) -> Vec<Record> {
    let records = run.records().expect("records");
    let mut records: Vec<Record> = records.map(|record| record.expect("sound")).collect();
    records.sort_by_key(|record| record.played.job.number);
    records
}

fn jobs(records: &[Record]) -> Vec<&Job> {
    records.iter().map(|record| &record.played.job).collect()
}

#[test]
fn a_match_goes_on_behind_the_starts_that_its_plan_knows() {
    let folder = Folder::new();
    folder.run(&args("known.db")).fine();
    let run = Run::open(&folder.0.at("known.db")).expect("results");
    let played = records(&run);
    assert_eq!(played.len(), 40);
    // The first half of the same match, if its plan had looked at few deals only.
    let mut header = run.header().clone();
    let stored = &mut header.revision.plan["setup"]["distinct"];
    let mut starts: Distinct = serde_json::from_value(stored.take()).expect("starts");
    starts.deals = KNOWN;
    starts.repeats.retain(|deal| *deal <= KNOWN);
    starts.foreseen = Some(20);
    *stored = serde_json::to_value(starts).expect("JSON");
    let reserved = Reserved::exactly(&folder.0.at("foreseen.db")).expect("it is free");
    let writer = Writer::create_at(reserved, &header, |_| ()).expect("room");
    for record in &played[..BEFORE] {
        writer.submit(record.clone());
    }
    writer.close().expect("room");
    folder.run(&args("foreseen.db")).fine();
    let run = Run::open(&folder.0.at("foreseen.db")).expect("results");
    assert_eq!(jobs(&records(&run)), jobs(&played));
    folder.verifies("foreseen.db");
    let export = ["export", "foreseen.db", "-o", "foreseen.jsonl"];
    folder.run(&export).fine();
    folder.verifies("foreseen.jsonl");
}
