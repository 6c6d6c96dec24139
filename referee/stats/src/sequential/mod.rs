//! Sequential tests before, while and after they are played: how long they take and how often they
//! err, from a formula ([`Course`]) and by simulation ([`simulate`]); how much is left of one that
//! runs ([`Test::games_left`]); what a number of games can tell ([`Budget`]).

mod budget;
mod course;
mod hall;
mod left;
mod simulate;
mod test;
mod truth;
mod watch;

pub use budget::Budget;
pub use course::{Course, Formula};
pub use hall::{Hall, Order};
pub use simulate::{Simulation, Summary, simulate};
pub use test::{Test, Verdict};
pub use truth::{Play, PlayError, Truth};
pub use watch::Watch;
