//! Simulates tests, to check that what is claimed about them is true.

use std::ops::{AddAssign, Range};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use crate::counts::real;

use super::parallel::ParallelRun;
use super::{IncrementalTest, ParallelGames, SequentialTest, StrengthModel, TestDecision};

/// A series of simulated tests between two bots.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulation {
    /// The test.
    pub test: SequentialTest,
    /// Probabilities of the results of pairs.
    pub truth: StrengthModel,
    /// Settings of games in parallel; None plays one game after the other.
    pub parallel: Option<ParallelGames>,
    /// Seed of the random numbers; each test has its own stream.
    pub seed: u64,
}

/// Results of simulated tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SimulationSummary {
    /// Number of tests.
    pub tests: u64,
    /// Number of tests that accepted `elo1`.
    pub second: u64,
    pairs: u64,
    squares: u128,
}

/// Plays the tests with these numbers. Each depends only on the seed and its number, so several threads can
/// play parts that are added up.
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
    /// Plays one test; returns its decision and the number of pairs.
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
    /// Returns the share of tests that accepted `elo1`, from 0 to 1.
    pub fn share(&self) -> f64 {
        real(self.second.into()) / real(self.tests.max(1).into())
    }

    /// Returns the standard error of the share.
    pub fn share_error(&self) -> f64 {
        (self.share() * (1.0 - self.share()) / real(self.tests.max(1).into())).sqrt()
    }

    /// Returns the mean number of games in a test.
    pub fn games(&self) -> f64 {
        2.0 * real(self.pairs.into()) / real(self.tests.max(1).into())
    }

    /// Returns the standard error of the mean number of games.
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
