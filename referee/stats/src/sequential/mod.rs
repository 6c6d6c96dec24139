//! Sequential tests before, during and after play: their length and error rates, by formula
//! ([`TestForecast`]) and by simulation ([`simulate()`]); the expected rest of a running test
//! ([`SequentialTest::games_left`]); the differences that a number of games can detect
//! ([`DetectableEffect`]).

mod detectable_effect;
mod forecast;
mod incremental;
mod left;
mod parallel;
mod simulate;
mod strength_model;
mod test;

pub use detectable_effect::DetectableEffect;
pub use forecast::{Formula, TestForecast};
pub use incremental::IncrementalTest;
pub use parallel::{PairOrder, ParallelGames};
pub use simulate::{Simulation, SimulationSummary, simulate};
pub use strength_model::{Play, PlayError, StrengthModel};
pub use test::{SequentialTest, TestDecision};
