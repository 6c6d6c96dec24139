//! Runs that are killed at any moment and go on: every game counts once, and nothing differs from a
//! run that nobody disturbed.

use std::collections::BTreeMap;
use std::time::Duration;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use referee_record::{JobId, Played};
use referee_store::{Filter, Run};

use crate::engine::Arena;

fn arena(rounds: u32) -> Arena {
    let settings = format!(
        "game = \"onitama\"\nstart = \"deal\"\nseed = 11\nrounds = {rounds}\nrestart = \"never\"\n\
         options = {{ turns = 20 }}"
    );
    Arena::unjailed(&settings)
        .bot("one", "house:random")
        .bot("two", "house:greedy")
        .bot("three", "house:sleeper,ms=5")
        .bot("four", "house:sleeper,ms=4")
}

/// What was played in the attempts that count, by job; each job once.
fn played(arena: &Arena) -> BTreeMap<JobId, Played> {
    let run = Run::open(&arena.path().join("cup.db")).expect("a database");
    let mut played = BTreeMap::new();
    for record in run.records().expect("records") {
        let record = record.expect("a sound record");
        if record.played.verdict.void.is_none() {
            let before = played.insert(record.played.job.id, record.played);
            assert!(before.is_none(), "counted twice");
        }
    }
    let outcomes = run.outcomes(&Filter::default()).expect("outcomes");
    let counted = outcomes
        .filter(|o| o.as_ref().is_ok_and(|o| !o.again))
        .count();
    assert_eq!(counted, played.len());
    played
}

/// Kills a run so many times, each time within so many milliseconds, and lets it end.
fn disturbed(rounds: u32, kills: u32, within_ms: u64) {
    let undisturbed = arena(rounds);
    let output = undisturbed.run(&["--concurrency", "8", "--oversubscribe"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");

    let arena = arena(rounds);
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut killed = 0;
    while killed < kills {
        let mut child = arena
            .command(&["--concurrency", "8", "--oversubscribe"])
            .spawn()
            .expect("it starts");
        let moment = Duration::from_millis(rng.random_range(20..within_ms));
        std::thread::sleep(moment);
        child.kill().expect("it is ours");
        let status = child.wait().expect("it ends");
        // A run that ended by itself can't be killed any more.
        assert!(status.code().is_none(), "ended after {killed} kills");
        killed += 1;
    }
    let output = arena.run(&["--concurrency", "8", "--oversubscribe"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");

    let (expected, resumed) = (played(&undisturbed), played(&arena));
    assert_eq!(resumed.len(), 12 * rounds as usize);
    assert!(
        resumed == expected,
        "other games than in the run that nobody disturbed"
    );
    let file = arena.path().join("cup.db");
    assert_eq!(super::verify(&file).code, Some(0));
}

#[test]
fn a_run_survives_kills() {
    disturbed(25, 5, 250);
}

#[test]
#[ignore = "long: 50 kills of a run of 5 000 games"]
fn a_long_run_survives_fifty_kills() {
    disturbed(417, 50, 900);
}
