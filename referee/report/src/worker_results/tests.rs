//! Tests which differences between workers are told.

use referee_record::{FaultKind, JobId, Place, SeatResult, Seated, Seed, Spent, Verdict};

use super::*;

/// A game on a worker of which the first bot has won, or in which it failed.
fn game(number: u64, worker: &str, first_wins: bool, fails: bool) -> Outcome {
    let bots = if number.is_multiple_of(2) {
        ["ann", "bob"]
    } else {
        ["bob", "ann"]
    };
    let places = if first_wins { [1, 2] } else { [2, 1] };
    let seats = ['A', 'B'].into_iter().zip(bots);
    let results = ['A', 'B']
        .into_iter()
        .zip(places)
        .map(|(seat, place)| SeatResult {
            seat,
            place,
            score: None,
            fault: (fails && place == 2).then_some(FaultKind::Crash),
        });
    Outcome {
        number,
        id: JobId(Seed([0; 16])),
        attempt: 1,
        again: false,
        annulled: false,
        place: Place {
            stage: "main".to_owned(),
            round: 1,
            block: Vec::new(),
            deal: 1,
            rotation: 1,
            rotations: 2,
        },
        seats: seats
            .map(|(seat, bot)| Seated {
                seat,
                bot: bot.to_owned(),
                spent: Spent::default(),
                chatter: 0,
            })
            .collect(),
        verdict: Verdict {
            reason: "base".to_owned(),
            void: None,
            seats: results.collect(),
        },
        revision: 0,
        worker: Some(worker.to_owned()),
        steps: 9,
        print: number,
    }
}

fn workers() -> impl Iterator<Item = (u64, String)> {
    (0..800).map(|number| (number, format!("worker-{}", number / 2 % 4)))
}

#[test]
fn workers_that_are_alike_are_not_told() {
    let mut results = WorkerResults::default();
    for (number, worker) in workers() {
        results.add(&game(number, &worker, number % 3 == 0, number % 7 == 0));
    }
    assert_eq!(results.differences(), Vec::<String>::new());
}

#[test]
fn a_worker_on_which_a_bot_loses_is_told() {
    let mut results = WorkerResults::default();
    for (number, worker) in workers() {
        // Whoever sits first wins, but on one worker it is ann.
        let first_wins = worker != "worker-3" || number.is_multiple_of(2);
        results.add(&game(number, &worker, first_wins, false));
    }
    assert_eq!(
        results.differences(),
        [
            "worker-3: ann won 200 of its 200 games there; by all workers, with the same opponents and seats, 125 were \
             to be expected.",
            "worker-3: bob won 0 of its 200 games there; by all workers, with the same opponents and seats, 75 were to \
             be expected.",
        ]
    );
}

#[test]
fn a_worker_on_which_a_bot_fails_is_told() {
    let mut results = WorkerResults::default();
    for (number, worker) in workers() {
        let fails = worker == "worker-1" && number.is_multiple_of(2);
        results.add(&game(number, &worker, true, fails));
    }
    let told = results.differences();
    assert_eq!(
        told,
        [
            "worker-1: bob failed in 100 of its 200 games there; by all workers, with the same opponents and seats, 25 \
          were to be expected."
        ]
    );
}

#[test]
fn of_two_workers_both_are_told() {
    let mut results = WorkerResults::default();
    for number in 0..611_u64 {
        let worker = if number % 5 == 0 { "one" } else { "two" };
        let fails = worker == "one" && number.is_multiple_of(2);
        results.add(&game(number, worker, true, fails));
    }
    let told = results.differences();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told.iter().all(|line| line.contains("bob failed in")));
}

#[test]
fn of_many_games_only_the_sick_worker_is_told() {
    let mut results = WorkerResults::default();
    for number in 0..12_000_u64 {
        let worker = format!("worker-{}", number / 2 % 3);
        results.add(&game(number, &worker, true, worker == "worker-0"));
    }
    let told = results.differences();
    assert!(
        told.iter().all(|line| line.starts_with("worker-0: ")),
        "{told:?}"
    );
    assert_eq!(told.len(), 2);
}
