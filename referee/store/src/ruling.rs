//! Rulings: later decisions of the operator about a game. Nothing is ever deleted.

use std::collections::HashMap;

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

impl Ruling {
    /// Makes an outcome void, if the ruling is about this attempt.
    fn apply(&self, outcome: &mut Outcome) {
        if (self.number, self.attempt) == (outcome.number, outcome.attempt) {
            outcome.annul(&self.because, self.replay);
        }
    }
}

/// The last ruling on each attempt, which is the one that counts.
#[derive(Clone, Debug, Default)]
pub struct LastRulings(HashMap<(u64, u32), Ruling>);

impl LastRulings {
    /// Takes rulings in their order.
    pub fn of(rulings: &[Ruling]) -> LastRulings {
        let mut last = LastRulings::default();
        for ruling in rulings {
            last.add(ruling);
        }
        last
    }

    /// Adds a ruling that came after all others.
    pub(crate) fn add(&mut self, ruling: &Ruling) {
        let key = (ruling.number, ruling.attempt);
        self.0.insert(key, ruling.clone());
    }

    /// Makes an outcome void, if there is a ruling on its attempt.
    pub fn apply(&self, outcome: &mut Outcome) {
        if let Some(ruling) = self.0.get(&(outcome.number, outcome.attempt)) {
            ruling.apply(outcome);
        }
    }
}
