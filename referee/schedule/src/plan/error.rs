//! Reasons why a plan can't be played.

use thiserror::Error;

/// Why a plan can't be played.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PlanError {
    /// A game needs at least two seats, all different.
    #[error("seats {0:?}: expected at least two different letters")]
    Seats(String),
    /// There are too few bots.
    #[error("{game} is played by {seats} bots, but {}; add some", taking_part(*.bots))]
    Bots {
        /// Name of the game.
        game: String,
        /// Number of bots that the game needs.
        seats: usize,
        /// Number of bots that take part; the examiner's own bots take no part in an exam.
        bots: usize,
    },
    /// Two bots have the same name.
    #[error(
        "two bots are called {0:?}; results go by name, and a name isn't used again after its bot \
         was withdrawn, so give one of them another"
    )]
    Name(String),
    /// A bot that doesn't take part is withdrawn.
    #[error("{0:?} is withdrawn, but doesn't take part")]
    Stranger(String),
    /// The number of rounds is 0.
    #[error("rounds = 0: expected at least 1")]
    Rounds,
    /// The games of a pair aren't a multiple of the seats, so a bot would have one seat more often than
    /// another.
    #[error(
        "games_per_pair = {games}: expected a multiple of {seats}, so that every bot sits in each \
         of the {seats} seats equally often; the next is {next}"
    )]
    Rotations {
        /// Games of each pair in the plan.
        games: u32,
        /// The number of seats.
        seats: usize,
        /// The next higher multiple.
        next: u64,
    },
    /// There are fewer state lines than deals.
    #[error(
        "{rounds} rounds of {deals} deals need {} state lines, but there are only {lines}; add \
         lines, or play fewer rounds or games", u64::from(*.rounds) * .deals
    )]
    States {
        /// The number of rounds.
        rounds: u32,
        /// Deals in a round.
        deals: u64,
        /// Number of state lines.
        lines: usize,
    },
    /// There are fewer different starts than needed.
    #[error(
        "{} games need {needed} different starts, but there are only {found}, for {} games; play \
         fewer, or {more}", 2 * .needed, 2 * .found
    )]
    Starts {
        /// Number of pairs to play, each of which needs a start.
        needed: u64,
        /// Number of different starts.
        found: u64,
        /// What gives more of them.
        more: &'static str,
    },
    /// There are more games or deals than can be numbered.
    #[error("the schedule has more games than can be numbered; play fewer rounds")]
    TooMany,
    /// `park_after` is out of range: a bot would be parked before it lost a game.
    #[error("park_after = {after}: {why}")]
    Parking {
        /// `park_after` in the plan.
        after: u32,
        /// Reason why it can't be used.
        why: &'static str,
    },
    /// A limit is out of range.
    #[error("{0}")]
    Limits(String),
    /// A setting of the format is invalid.
    #[error("{0}")]
    Format(String),
    /// The format can't be continued as another one.
    #[error(transparent)]
    Raise(#[from] RaiseError),
}

/// Describes how many bots take part.
fn taking_part(bots: usize) -> String {
    match bots {
        0 => "nobody takes part".to_owned(),
        1 => "only 1 takes part".to_owned(),
        _ => format!("only {bots} take part"),
    }
}

/// Why a format can't be continued as another one.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RaiseError {
    /// A bound is lower than before.
    #[error("{key}: {was}, now {now}; it can be raised but not lowered, since games may be played")]
    Lower {
        /// Name of the bound in a tournament file.
        key: &'static str,
        /// The previous value.
        was: String,
        /// The new value.
        now: u64,
    },
    /// The formats differ in more than their bounds.
    #[error("while a run is played, its format can have higher bounds and nothing else")]
    Other,
}
