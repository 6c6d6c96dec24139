//! Rulings: what somebody in charge decided about a game afterwards. Nothing is ever deleted.

use referee_record::Outcome;
use serde::{Deserialize, Serialize};

/// An attempt at a game is void, by decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// The game's number.
    pub number: u64,
    /// The attempt that counts no more.
    pub attempt: u32,
    /// Why, for everybody who asks.
    pub because: String,
    /// Whether the game is to be played again.
    pub replay: bool,
    /// When it was decided, in milliseconds since 1970 (UTC).
    pub at_ms: u64,
}

/// Applies the rulings to an outcome.
pub fn rule(outcome: &mut Outcome, rulings: &[Ruling]) {
    let about = rulings
        .iter()
        .rev()
        .find(|ruling| (ruling.number, ruling.attempt) == (outcome.number, outcome.attempt));
    if let Some(ruling) = about {
        outcome.annul(&ruling.because, ruling.replay);
    }
}
