//! Sequential tests, simulated: how often they err, how long they take, and what is said about that
//! beforehand. Seeds are fixed; the bounds follow from the number of simulated tests, so that one of
//! them is met by chance in some hundreds of seeds.

mod budget;
mod course;
mod left;
mod orders;
mod simulation;
mod truth;
mod watch;

use referee_stats::Model;
use referee_stats::sequential::{Play, Simulation, Summary, Test, Truth, simulate};

/// Games of moderate draws, whose starts favour a seat.
pub const PLAY: Play = Play {
    draws: 0.35,
    starts: 60.0,
};

pub fn test(model: Model, elo0: f64, elo1: f64) -> Test {
    Test::new(model, [elo0, elo1], 0.05, 0.05).expect("a test")
}

pub fn truth(model: Model, elo: f64) -> Truth {
    PLAY.truth(model, elo).expect("such games")
}

/// So many tests one after the other.
pub fn play(test: Test, truth: &Truth, tests: u64) -> Summary {
    let simulation = Simulation {
        test,
        truth: truth.clone(),
        hall: None,
        seed: 1,
    };
    simulate(&simulation, 0..tests)
}

/// The most wrong answers that chance explains at a rate of 5 %: three standard errors more.
pub fn most_errors(tests: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "some thousands")]
    let tests = tests as f64;
    0.05 + 3.0 * (0.05 * 0.95 / tests).sqrt()
}
