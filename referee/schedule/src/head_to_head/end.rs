//! How a duel ends.

use serde::Serialize;

/// What a test accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum AcceptedHypothesis {
    /// The first hypothesis, `elo0`.
    H0,
    /// The second one, `elo1`.
    H1,
}

/// Why no pair is played any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchEnd {
    /// A bound of the test was crossed.
    Accepted(AcceptedHypothesis),
    /// A match of so many games was played.
    Played,
    /// The error is as small as was asked for.
    Precise,
    /// Too many games of a test are copies of others.
    Copies,
    /// This bot lost game after game by its own fault.
    Parked(String),
    /// The most games of a test were played, or of a match that waits for its precision.
    Cap,
    /// No start is left that wasn't played from.
    Starts,
}
