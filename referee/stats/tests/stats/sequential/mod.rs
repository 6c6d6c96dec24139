//! Tests sequential tests by simulation: their error rates, their lengths, and the forecasts of both. Seeds
//! are fixed; the bounds follow from the number of simulated tests, so that one of them is exceeded by chance
//! in one of some hundreds of seeds.

mod budget;
mod course;
mod left;
mod orders;
mod simulation;
mod truth;
mod watch;

use referee_stats::SprtModel;
use referee_stats::sequential::{
    Play, SequentialTest, Simulation, SimulationSummary, StrengthModel, simulate,
};

/// Games with a moderate share of draws, in which starts favour a seat.
pub(crate) const PLAY: Play = Play {
    draws: 0.35,
    starts: 60.0,
};

pub(crate) fn test(model: SprtModel, elo0: f64, elo1: f64) -> SequentialTest {
    SequentialTest::new(model, [elo0, elo1], 0.05, 0.05).expect("a test")
}

pub(crate) fn truth(model: SprtModel, elo: f64) -> StrengthModel {
    PLAY.truth(model, elo).expect("such games")
}

/// Simulates so many tests, one game after the other.
pub(crate) fn play(test: SequentialTest, truth: &StrengthModel, tests: u64) -> SimulationSummary {
    let simulation = Simulation {
        test,
        truth: truth.clone(),
        parallel: None,
        seed: 1,
    };
    simulate(&simulation, 0..tests)
}

/// Returns the largest share of wrong answers that chance explains at a rate of 5 %: three standard errors
/// more.
pub(crate) fn most_errors(tests: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "some thousands")]
    let tests = tests as f64;
    0.05 + 3.0 * (0.05 * 0.95 / tests).sqrt()
}
