//! Result of a check that found damage.

use std::fmt;

/// The first damage that a check found in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunDamage {
    /// Number of the game that it is about, if any.
    pub number: Option<u64>,
    /// Description of the damage, as a sentence.
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

/// Reason for the early end of a check: the database fails, or it is damaged.
pub(super) enum Stop {
    Sql(rusqlite::Error),
    Fault(RunDamage),
}

impl From<rusqlite::Error> for Stop {
    fn from(error: rusqlite::Error) -> Stop {
        Stop::Sql(error)
    }
}

/// Makes a fault of one game.
pub(super) fn game(number: u64, why: impl Into<String>) -> Stop {
    Stop::Fault(RunDamage {
        number: Some(number),
        why: why.into(),
    })
}

/// Makes a fault of the run as a whole.
pub(super) fn run(why: impl Into<String>) -> Stop {
    Stop::Fault(RunDamage {
        number: None,
        why: why.into(),
    })
}
