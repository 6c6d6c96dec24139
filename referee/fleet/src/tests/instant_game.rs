//! Games that are there at once: random moves by the rules, without bots.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use referee_engine::{Dice, opening, rules_of, verdict_on_job};
use referee_games::{GameSource, Turn};
use referee_record::{
    Job, Measured, Played, PlyMeasure, Record, SeatAssignment, Start, StartFrom, Step, TimeControl,
    derive,
};
use referee_tournament::now_ms;

/// A job of a game of Onitama.
pub(crate) fn job(number: u64) -> Job {
    let seed = derive(1, "fleet", &[&number.to_string()]);
    let seat = |seat| SeatAssignment::new(seat, &format!("bot {seat}"), 1, TimeControl::default());
    let job = Job {
        number,
        ..Job::single(
            "main",
            "onitama",
            Start::new(StartFrom::Default, seed),
            seed,
            ['A', 'B'].map(seat).to_vec(),
        )
    };
    job.identify()
}

/// The record of a game with random moves, the same for each job.
pub(super) fn record(job: &Job, attempt: u32, worker: &str) -> Record {
    let mut random = ChaCha8Rng::seed_from_u64(job.number);
    let rules = rules_of(&GameSource::built_in(), job).expect("a game");
    let mut position = opening(&*rules, &job.start).expect("a start");
    let (start, mut dice, mut steps) = (position.line(), Dice::new(job.dice), Vec::new());
    let ending = loop {
        let (seat, word) = match position.turn() {
            Turn::Over(ending) => break ending,
            Turn::Failed(why) => panic!("{why}"),
            Turn::Chance(chance) => {
                let outcome = dice.cast(&chance);
                assert!(position.cast(outcome));
                steps.push(Step::Chance {
                    seat: chance.seat.letter(),
                    chance: outcome.to_owned(),
                });
                continue;
            }
            Turn::Forced(seat, word) => (seat, word),
            Turn::Seat(seat) => {
                let legal = position.legal();
                (seat, legal[random.random_range(0..legal.len())].clone())
            }
        };
        assert!(position.play(&word).is_some());
        steps.push(Step::Move {
            seat: seat.letter(),
            word,
            said: None,
        });
    };
    let moves = steps
        .iter()
        .filter(|step| matches!(step, Step::Move { .. }));
    let plies = moves.map(|_| PlyMeasure::default()).collect();
    Record {
        attempt,
        played: Played {
            job: job.clone(),
            start,
            verdict: verdict_on_job(job, &steps, Some(&ending)),
            steps,
            end: position.line(),
        },
        measured: Measured {
            began_ms: now_ms(),
            worker: Some(worker.to_owned()),
            plies,
            ..Measured::default()
        },
    }
}
