//! Tests that are played by chance alone, to see whether what is said about them is true.

use std::ops::{AddAssign, Range};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::counts::real;

use super::parallel::ParallelRun;
use super::{IncrementalTest, ParallelGames, SequentialTest, StrengthModel, TestDecision};

/// Tests between two bots, one like the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulation {
    /// The test.
    pub test: SequentialTest,
    /// How pairs come up.
    pub truth: StrengthModel,
    /// Where they are played; none: one after the other.
    pub parallel: Option<ParallelGames>,
    /// What chance is drawn from; each test has a stream of its own.
    pub seed: u64,
}

/// How tests ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SimulationSummary {
    /// How many there were.
    pub tests: u64,
    /// Those that accepted `elo1`.
    pub second: u64,
    pairs: u64,
    squares: u128,
}

/// Plays the tests with these numbers. Each follows from the seed and its number alone, so parts can
/// be played by several threads and added up.
pub fn simulate(simulation: &Simulation, tests: Range<u64>) -> SimulationSummary {
    let mut summary = SimulationSummary::default();
    for number in tests {
        let (verdict, pairs) = simulation.play(number);
        summary.tests += 1;
        summary.second += u64::from(verdict == TestDecision::Second);
        summary.pairs += pairs;
        summary.squares += u128::from(pairs) * u128::from(pairs);
    }
    summary
}

impl Simulation {
    /// The verdict of a test, and after how many pairs.
    pub fn play(&self, number: u64) -> (TestDecision, u64) {
        let mut chance = ChaCha8Rng::seed_from_u64(self.seed);
        chance.set_stream(number);
        let mut session = self.parallel.map(ParallelRun::new);
        let mut watch = IncrementalTest::new(self.test);
        loop {
            let halves = match &mut session {
                Some(session) => session.next(&self.truth, &mut chance),
                None => self.truth.draw(&mut chance).map(usize::from).iter().sum(),
            };
            if let Some(verdict) = watch.add(halves) {
                return (verdict, watch.played());
            }
        }
    }
}

impl SimulationSummary {
    /// The share of tests that accepted `elo1`.
    pub fn share(&self) -> f64 {
        real(self.second.into()) / real(self.tests.max(1).into())
    }

    /// Its standard error.
    pub fn share_error(&self) -> f64 {
        (self.share() * (1.0 - self.share()) / real(self.tests.max(1).into())).sqrt()
    }

    /// The mean number of games.
    pub fn games(&self) -> f64 {
        2.0 * real(self.pairs.into()) / real(self.tests.max(1).into())
    }

    /// Its standard error.
    pub fn games_error(&self) -> f64 {
        let tests = real(self.tests.max(1).into());
        let mean = real(self.pairs.into()) / tests;
        2.0 * ((real(self.squares) / tests - mean * mean).max(0.0) / tests).sqrt()
    }
}

impl AddAssign for SimulationSummary {
    fn add_assign(&mut self, other: SimulationSummary) {
        self.tests += other.tests;
        self.second += other.second;
        self.pairs += other.pairs;
        self.squares += other.squares;
    }
}
