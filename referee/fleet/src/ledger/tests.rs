//! Whatever order messages come in, each attempt at a game comes back once.

use std::collections::BTreeMap;

use proptest::prelude::*;
use referee_record::{
    JobId, Limits, Measured, Place, Played, Restart, Start, StartFrom, Verdict, derive,
};

use super::*;
use crate::object_id::ObjectContents;

fn manifest() -> ObjectId {
    ObjectId::of(ObjectContents::Manifest, b"{}")
}

fn job(number: u64) -> Job {
    let seed = derive(1, "fleet", &[]);
    Job {
        id: JobId(seed),
        number,
        place: Place {
            stage: "main".to_owned(),
            round: 1,
            block: vec!["one".to_owned(), "two".to_owned()],
            deal: 1,
            rotation: 1,
            rotations: 1,
        },
        game: "onitama".to_owned(),
        options: BTreeMap::new(),
        start: Start {
            from: StartFrom::Default,
            plies: 0,
            seed,
        },
        dice: seed,
        seats: Vec::new(),
        limits: Limits::default(),
        restart: Restart::Game,
        pondering: None,
    }
}

fn record(number: u64, attempt: u32) -> Record {
    Record {
        attempt,
        played: Played {
            job: job(number),
            start: String::new(),
            steps: Vec::new(),
            end: String::new(),
            verdict: Verdict {
                reason: "none".to_owned(),
                void: None,
                seats: Vec::new(),
            },
        },
        measured: Measured::default(),
    }
}

proptest! {
    #[test]
    fn each_attempt_comes_back_once(
        events in prop::collection::vec((0u64..4, 1u32..3, prop::bool::ANY), 0..60),
    ) {
        let mut ledger = Ledger::default();
        let (mut out, mut back) = (Vec::new(), Vec::new());
        for (number, attempt, comes_back) in events {
            let key = (number, attempt);
            if comes_back {
                if ledger.take_back("w", &record(number, attempt)) == Return::First {
                    back.push(key);
                }
            } else if !out.contains(&key) {
                out.push(key);
                ledger.give_out(manifest(), job(number), attempt, Vec::new(), number == 0);
            }
            prop_assert_eq!(ledger.len(), out.len() - back.len());
        }
        let mut once = back.clone();
        once.sort_unstable();
        once.dedup();
        prop_assert_eq!(once.len(), back.len());
        prop_assert!(back.iter().all(|key| out.contains(key)));
        prop_assert_eq!(ledger.call_off(), out.len() - back.len());
    }
}

#[test]
fn a_record_counts_once() {
    let mut ledger = Ledger::default();
    ledger.give_out(manifest(), job(1), 1, Vec::new(), false);
    assert_eq!(ledger.take_back("a", &record(1, 2)), Return::Unknown);
    assert_eq!(ledger.take_back("a", &record(1, 1)), Return::First);
    assert_eq!(ledger.take_back("a", &record(1, 1)), Return::Unknown);
    assert_eq!(ledger.take_back("b", &record(1, 1)), Return::Unknown);
}

#[test]
fn a_second_record_is_compared_with_that_of_another_worker() {
    let mut ledger = Ledger::default();
    for number in [1, 2] {
        ledger.give_out(manifest(), job(number), 1, Vec::new(), true);
        assert_eq!(ledger.take_back("a", &record(number, 1)), Return::First);
        let again = ledger.take_back("a", &record(number, 1));
        assert_eq!(again, Return::Unknown);
    }
    let second = ledger.take_back("b", &record(1, 1));
    assert_eq!(second, Return::Second { other: None });
    let mut differs = record(2, 1);
    differs.played.end.push('x');
    let other = Some("a".to_owned());
    assert_eq!(ledger.take_back("b", &differs), Return::Second { other });
    assert_eq!(ledger.take_back("c", &differs), Return::Unknown);
}

#[test]
fn a_game_that_three_refuse_is_hopeless() {
    let mut ledger = Ledger::default();
    let key = ledger.give_out(manifest(), job(1), 1, Vec::new(), false);
    assert_eq!(ledger.refuse(key, "a", 3), AfterRefusal::Again);
    assert_eq!(ledger.refuse(key, "a", 3), AfterRefusal::Again);
    assert_eq!(ledger.refuse(key, "b", 3), AfterRefusal::Again);
    assert_eq!(ledger.refuse(key, "c", 3), AfterRefusal::Hopeless);
    assert_eq!(ledger.refuse((9, 9), "c", 3), AfterRefusal::Nothing);
}

#[test]
fn how_often_a_game_goes_out_is_counted() {
    let mut ledger = Ledger::default();
    let key = ledger.give_out(manifest(), job(1), 1, Vec::new(), false);
    assert_eq!(
        [ledger.count(key), ledger.count(key), ledger.count((2, 1))],
        [1, 2, 0]
    );
}
