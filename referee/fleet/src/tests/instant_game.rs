//! Games that are there at once: random moves by the rules, without bots.

use std::collections::BTreeMap;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use referee_engine::{Dice, opening, rules_of, verdict_on_job};
use referee_games::Turn;
use referee_record::{
    Job, JobId, Limits, Measured, Place, Played, PlyMeasure, Record, Restart, SeatAssignment,
    Start, StartFrom, Step, TimeControl, derive,
};
use referee_tournament::now_ms;

/// A job of a game of Onitama.
pub(crate) fn job(number: u64) -> Job {
    let seed = derive(1, "fleet", &[&number.to_string()]);
    let seat = |seat| SeatAssignment {
        seat,
        bot: format!("bot {seat}"),
        seed: 1,
        time: TimeControl::default(),
        examiner: false,
        limits: None,
        settings: None,
    };
    let job = Job {
        id: JobId(seed),
        number,
        place: Place {
            stage: "main".to_owned(),
            round: 1,
            block: vec!["bot A".to_owned(), "bot B".to_owned()],
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
        seats: ['A', 'B'].map(seat).to_vec(),
        limits: Limits::default(),
        restart: Restart::Game,
        pondering: None,
    };
    job.identify()
}

/// The record of a game with random moves, the same for each job.
pub(super) fn record(job: &Job, attempt: u32, worker: &str) -> Record {
    let mut random = ChaCha8Rng::seed_from_u64(job.number);
    let rules = rules_of(job).expect("a game");
    let mut position = opening(&*rules, &job.start).expect("a start");
    let (start, mut dice, mut steps) = (position.line(), Dice::new(job.dice), Vec::new());
    let ending = loop {
        let (seat, word) = match position.turn() {
            Turn::Over(ending) => break ending,
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
