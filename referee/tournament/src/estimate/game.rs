//! Estimates the time of a single game: the maximum, and the usual time.

use std::time::Duration;

use anyhow::Result;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_engine::{Dice, opening};
use referee_games::{Rules, Turn, random};
use referee_output::failure::{bad_input, machine};
use referee_record::{Job, TimeBudget, TimeControl};

/// Random games that are played from each start.
const SAMPLES: u64 = 10;

/// Plays random games from the start of a job, and returns their lengths in moves that a bot is asked for.
pub(super) fn random_games(rules: &dyn Rules, job: &Job) -> Result<Vec<u64>> {
    let mut lengths = Vec::new();
    for sample in 0..SAMPLES {
        let mut rng = ChaCha8Rng::seed_from_u64(sample);
        let mut dice = Dice::new(job.dice);
        let mut position = opening(rules, &job.start).map_err(bad_input)?;
        let mut asked = 0;
        loop {
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Failed(why) => return Err(machine(why)),
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
    Ok(lengths)
}

/// Returns the time of a game of so many moves if every bot uses all of its time and the seats take turns.
pub(super) fn usual(job: &Job, plies: u64) -> Duration {
    let each = plies.div_ceil(job.seats.len().max(1) as u64);
    let ms = job.seats.iter().map(|seated| match seated.time.budget {
        TimeBudget::Untimed { cap } => cap.saturating_mul(each),
        budget => budget.bound_ms(each).unwrap_or(0),
    });
    Duration::from_millis(ms.fold(0, u64::saturating_add))
}

/// Returns the longest time of a game of so many moves, however they are divided among the seats.
pub(super) fn longest(job: &Job, plies: u64) -> Duration {
    let rates = job.seats.iter().map(|seated| rate(seated.time));
    let (once, each) = rates.fold((0_u64, 0), |(once, most), (clock, each)| {
        (once.saturating_add(clock), most.max(each))
    });
    Duration::from_millis(once.saturating_add(each.saturating_mul(plies)))
}

/// Returns the longest time of a game of so many moves, with the time that its bots may take to start and to exit.
pub fn longest_game(job: &Job, plies: u64) -> Duration {
    longest(job, plies).saturating_add(edges(job))
}

/// Returns the time that a seat can use, in milliseconds: once per game, and for each move.
fn rate(time: TimeControl) -> (u64, u64) {
    let (once, each) = match time.budget {
        TimeBudget::Move { ms } => (0, ms),
        TimeBudget::Untimed { cap } => (0, cap),
        TimeBudget::Clock {
            ms,
            inc,
            delay,
            moves,
        } => {
            let period = moves.map_or(0, |moves| ms.div_ceil(moves.into()));
            (ms, inc + delay + period)
        }
    };
    // Where CPU time is charged, only the cap bounds the elapsed time.
    let each = each.max(time.cpu_cap_ms.unwrap_or(0));
    (once, each.saturating_add(time.margin_ms))
}

/// Returns the time that all bots of a game may take to start and to exit.
pub(super) fn edges(job: &Job) -> Duration {
    let limits = (0..job.seats.len()).map(|seat| job.limits_of(seat));
    let ms = limits.map(|limits| limits.start_ms.saturating_add(limits.grace_ms));
    Duration::from_millis(ms.fold(0, u64::saturating_add))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> TimeControl {
        serde_json::from_str(text).expect(text)
    }

    #[test]
    fn no_seat_uses_more_than_its_rate_says() {
        for text in [
            r#"{"move_ms":1000,"margin_ms":50}"#,
            r#"{"clock_ms":8000,"inc_ms":80}"#,
            r#"{"clock_ms":8001,"delay_ms":80,"moves":40}"#,
        ] {
            let time = time(text);
            let (once, each) = rate(time);
            for moves in 0..200 {
                let margin = moves * time.margin_ms;
                let bound = time.budget.bound_ms(moves).expect("it is bounded") + margin;
                assert!(once + each * moves >= bound, "{text}, {moves} moves");
            }
        }
        assert_eq!(rate(time(r#"{"cap_ms":5000}"#)), (0, 5000));
        let cpu = time(r#"{"move_ms":500,"charge":"cpu","cap_ms":9000}"#);
        assert_eq!(rate(cpu), (0, 9000));
    }
}
