//! Reasons why a head-to-head match ends.

use serde::Serialize;

/// The hypothesis that a test accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum AcceptedHypothesis {
    /// The first hypothesis, `elo0`.
    H0,
    /// The second hypothesis, `elo1`.
    H1,
}

/// Why no more pairs are played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchEnd {
    /// A bound of the test was crossed.
    Accepted(AcceptedHypothesis),
    /// All games of a match with a fixed number of games were played.
    Played,
    /// The error is as small as was requested.
    Precise,
    /// Too many games of a test are copies of others.
    Copies,
    /// This bot lost too many games by its own fault, in a row or in all.
    Parked(String),
    /// The largest allowed number of games was played, in a test or in a match that waits for its precision.
    Cap,
    /// Every different start has been played.
    Starts,
}
