//! Rulings: later decisions of the operator about a game. Nothing is ever deleted.

use referee_record::Outcome;
use serde::{Deserialize, Serialize};

/// A decision that an attempt at a game is void.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// The game's number.
    pub number: u64,
    /// The attempt that no longer counts.
    pub attempt: u32,
    /// The reason, for publication.
    pub because: String,
    /// True if the game is to be played again.
    pub replay: bool,
    /// Time of the decision, in milliseconds since 1970 (UTC).
    pub at_ms: u64,
}

/// Applies the rulings to an outcome; if several are about its attempt, the last one counts.
pub fn rule(outcome: &mut Outcome, rulings: &[Ruling]) {
    let about = rulings
        .iter()
        .rev()
        .find(|ruling| (ruling.number, ruling.attempt) == (outcome.number, outcome.attempt));
    if let Some(ruling) = about {
        outcome.annul(&ruling.because, ruling.replay);
    }
}
