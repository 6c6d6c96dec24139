//! Whatever workers do, each attempt at a game comes back once, from the worker that has it.

use proptest::prelude::*;
use referee_record::{Job, Measured, Start, StartFrom, Verdict, derive};

use super::*;

const NOW: Duration = Duration::ZERO;
const LATER: Duration = Duration::from_secs(6);

fn job(number: u64) -> Job {
    let seed = derive(1, "fleet", &[]);
    Job {
        number,
        ..Job::single(
            "main",
            "onitama",
            Start::new(StartFrom::Default, seed),
            seed,
            Vec::new(),
        )
    }
}

fn add(ledger: &mut Ledger, number: u64, twice: bool) {
    let task = FleetTask {
        job: job(number),
        attempt: 1,
        earlier: Vec::new(),
    };
    ledger.add(task, twice, NOW);
}

fn record(number: u64) -> Record {
    Record {
        attempt: 1,
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

fn lease(ledger: &mut Ledger, worker: &str) -> Option<u64> {
    let task = ledger.lease(worker, false, NOW);
    task.map(|task| task.job.number)
}

proptest! {
    #[test]
    fn each_attempt_comes_back_once(
        events in prop::collection::vec((0u64..5, 0usize..3, 0u8..5), 0..200),
    ) {
        let mut ledger = Ledger::default();
        let (mut out, mut back) = (Vec::new(), Vec::new());
        for (number, worker, what) in events {
            let worker = ["a", "b", "c"][worker];
            match what {
                0 if !out.contains(&number) => {
                    out.push(number);
                    add(&mut ledger, number, number == 0);
                }
                1 => drop(lease(&mut ledger, worker)),
                2 => ledger.give_up(worker, (number, 1)),
                3 => drop(ledger.give_up_all(worker)),
                _ => {
                    let held = ledger.leased(worker, (number, 1)).is_some();
                    let came = ledger.take_back(worker, &record(number));
                    prop_assert_eq!(came.is_some(), held);
                    if came == Some(Return::First) {
                        back.push(number);
                    }
                }
            }
            let (open, waiting) = ledger.counts();
            prop_assert_eq!(open, out.len() - back.len());
            let held = ["a", "b", "c"].map(|worker| ledger.held_by(worker));
            prop_assert!(held.iter().sum::<usize>() + waiting >= open);
        }
        let mut once = back.clone();
        once.sort_unstable();
        once.dedup();
        prop_assert_eq!(once.len(), back.len());
        prop_assert_eq!(ledger.call_off(), out.len() - back.len());
    }
}

#[test]
fn only_who_has_a_game_brings_it() {
    let mut ledger = Ledger::default();
    add(&mut ledger, 1, false);
    assert_eq!(ledger.take_back("a", &record(1)), None);
    assert_eq!(lease(&mut ledger, "a"), Some(1));
    assert_eq!(lease(&mut ledger, "b"), None);
    assert_eq!(ledger.take_back("b", &record(1)), None);
    ledger.give_up("b", (1, 1));
    assert_eq!(ledger.held_by("a"), 1);
    assert_eq!(ledger.take_back("a", &record(1)), Some(Return::First));
    assert_eq!(ledger.take_back("a", &record(1)), None);
}

#[test]
fn a_second_record_is_compared_with_that_of_another_worker() {
    let mut ledger = Ledger::default();
    let mut differs = record(2);
    differs.played.end.push('x');
    for (second, other) in [(record(1), None), (differs, Some("a".to_owned()))] {
        let number = second.played.job.number;
        add(&mut ledger, number, true);
        assert_eq!(lease(&mut ledger, "a"), Some(number));
        let came = ledger.take_back("a", &record(number));
        assert_eq!(came, Some(Return::First));
        assert_eq!(lease(&mut ledger, "a"), None);
        assert_eq!(lease(&mut ledger, "b"), Some(number));
        assert_eq!(lease(&mut ledger, "c"), None);
        let came = ledger.take_back("b", &second);
        assert_eq!(came, Some(Return::Second { other }));
    }
}

#[test]
fn what_one_gave_up_goes_to_another() {
    let mut ledger = Ledger::default();
    add(&mut ledger, 1, false);
    assert_eq!(lease(&mut ledger, "a"), Some(1));
    assert_eq!(ledger.give_up_all("a"), 1);
    assert_eq!(ledger.take_back("a", &record(1)), None);
    assert_eq!(lease(&mut ledger, "a"), None);
    assert!(
        ledger.lease("a", true, NOW).is_some(),
        "nobody else may want it"
    );
    ledger.give_up("a", (1, 1));
    assert_eq!(lease(&mut ledger, "b"), Some(1));
    assert_eq!((ledger.again(), ledger.counts()), (2, (1, 0)));
}

#[test]
fn what_got_lost_is_given_out_again() {
    let mut ledger = Ledger::default();
    add(&mut ledger, 1, false);
    add(&mut ledger, 2, false);
    assert_eq!(lease(&mut ledger, "a"), Some(1));
    assert_eq!(lease(&mut ledger, "a"), Some(2));
    let named = HashSet::from([(2, 1)]);
    ledger.give_up_missing("a", &named, Duration::from_secs(4));
    assert_eq!(ledger.held_by("a"), 2);
    ledger.give_up_missing("a", &named, LATER);
    assert_eq!(ledger.held_by("a"), 1);
    let day = Duration::from_hours(24);
    assert_eq!(ledger.give_up_overdue(LATER), []);
    assert_eq!(ledger.give_up_overdue(day), [("a".to_owned(), (2, 1))]);
    assert_eq!(ledger.counts(), (2, 2));
}

#[test]
fn a_second_comes_before_games_that_wait() {
    let mut ledger = Ledger::default();
    add(&mut ledger, 1, true);
    add(&mut ledger, 2, false);
    assert_eq!(lease(&mut ledger, "a"), Some(1));
    ledger.take_back("a", &record(1));
    assert_eq!(lease(&mut ledger, "b"), Some(1));
    // It counts already: nobody else has to play it.
    ledger.give_up("b", (1, 1));
    assert_eq!(lease(&mut ledger, "c"), Some(2));
    assert_eq!(lease(&mut ledger, "c"), None);
}

#[test]
fn a_void_game_goes_to_another() {
    let mut ledger = Ledger::default();
    add(&mut ledger, 1, true);
    lease(&mut ledger, "a");
    let mut void = record(1);
    void.played.verdict.void = Some("late".to_owned());
    assert_eq!(ledger.take_back("a", &void), Some(Return::First));
    let task = FleetTask {
        job: job(1),
        attempt: 2,
        earlier: Vec::new(),
    };
    ledger.add(task, false, NOW);
    assert_eq!(lease(&mut ledger, "a"), None);
    assert_eq!(lease(&mut ledger, "b"), Some(1));
}

#[test]
fn nobody_loses_time_that_all_lost() {
    let mut ledger = Ledger::default();
    add(&mut ledger, 1, false);
    lease(&mut ledger, "a");
    let day = Duration::from_hours(24);
    ledger.extend(NOW, day);
    assert_eq!(ledger.give_up_overdue(day), []);
    ledger.give_up_missing("a", &HashSet::new(), day);
    assert_eq!(ledger.held_by("a"), 1);
}
