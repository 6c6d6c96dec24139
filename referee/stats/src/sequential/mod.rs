//! Sequential tests before, while and after they are played: how long they take and how often they
//! err, from a formula ([`TestForecast`]) and by simulation ([`simulate`]); how much is left of one that
//! runs ([`SequentialTest::games_left`]); what a number of games can tell ([`DetectableEffect`]).

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
