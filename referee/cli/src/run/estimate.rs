//! What a run will take: the games of its schedule, and the time if every bot used all of its own.

use std::time::Duration;

use anyhow::Result;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_arena::{Dice, opening, rules_of};
use referee_games::{Turn, random};
use referee_record::{Budget, Job, TimeControl};

use crate::exit::bad_input;

/// Random games that tell how long a game is.
const SAMPLES: u64 = 20;

/// The median length of games of random moves that start as a job does, in plies that are asked.
pub fn plies(job: &Job) -> Result<u64> {
    let rules = rules_of(job).map_err(bad_input)?;
    let mut lengths = Vec::new();
    for sample in 0..SAMPLES {
        let mut rng = ChaCha8Rng::seed_from_u64(sample);
        let mut dice = Dice::new(job.dice);
        let mut position = opening(&*rules, &job.start).map_err(bad_input)?;
        let mut asked = 0;
        loop {
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Chance(chance) => drop(position.cast(dice.cast(&chance))),
                Turn::Forced(_, word) => drop(position.play(&word)),
                Turn::Seat(_) => {
                    let legal = position.legal();
                    position.play(&legal[random::index(&mut rng, legal.len())]);
                    asked += 1;
                }
            }
        }
        lengths.push(asked);
    }
    lengths.sort_unstable();
    Ok(lengths[lengths.len() / 2])
}

/// The longest that a game of so many plies takes if the bots keep to their time.
pub fn longest(job: &Job, plies: u64) -> Duration {
    let seats = job.seats.len().max(1) as u64;
    let each = plies.div_ceil(seats);
    job.seats.iter().map(|chair| all_of(chair.time, each)).sum()
}

fn all_of(time: TimeControl, moves: u64) -> Duration {
    let ms = match time.budget {
        Budget::Untimed { cap } => cap.saturating_mul(moves),
        budget => budget.bound_ms(moves).unwrap_or(0),
    };
    Duration::from_millis(ms)
}
