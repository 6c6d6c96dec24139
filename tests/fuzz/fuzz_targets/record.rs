//! Records as JSON: what is read is written as it was, and can be audited and shown.
#![cfg_attr(feature = "libfuzzer", no_main)]

use referee::fuzzing::show;
use referee_engine::{audit, rules_of};
use referee_games::GameSource;
use referee_record::Record;

fn record(data: &[u8]) {
    let Ok(mut record) = serde_json::from_slice::<Record>(data) else {
        return;
    };
    let written = serde_json::to_vec(&record).expect("plain data");
    let again = serde_json::from_slice(&written).expect("what was written");
    assert_eq!(record, again);
    // A fuzzer finds no hash, and isn't to wait for long openings.
    record.played.job.start.plies %= 8;
    record.played.job = record.played.job.identify();
    if let Ok(rules) = rules_of(&GameSource::built_in(), &record.played.job) {
        let _ = audit(&*rules, &record);
    }
    let _ = show(record);
}

referee_fuzz::target!(record);
