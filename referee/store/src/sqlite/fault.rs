//! What a check has found.

use std::fmt;

/// The first thing in a run that isn't as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunDamage {
    /// The game that it is about, if it is about one.
    pub number: Option<u64>,
    /// What is wrong, in a sentence.
    pub why: String,
}

impl fmt::Display for RunDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "game {number}: {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

/// Why a check ends early: the database fails, or something in it isn't as it was.
pub(super) enum Stop {
    Sql(rusqlite::Error),
    Fault(RunDamage),
}

impl From<rusqlite::Error> for Stop {
    fn from(error: rusqlite::Error) -> Stop {
        Stop::Sql(error)
    }
}

/// A fault of a game.
pub(super) fn game(number: u64, why: impl Into<String>) -> Stop {
    Stop::Fault(RunDamage {
        number: Some(number),
        why: why.into(),
    })
}

/// A fault of no game.
pub(super) fn run(why: impl Into<String>) -> Stop {
    Stop::Fault(RunDamage {
        number: None,
        why: why.into(),
    })
}
