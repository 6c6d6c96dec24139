//! Pairings that depend on results: a bracket, or rounds.

use serde::Serialize;

/// Rounds, shown next to each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Rounds {
    /// Part of the event, if it has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The winner of each meeting goes on, so that two meetings lead to one.
    pub bracket: bool,
    /// The rounds, in order.
    pub rounds: Vec<RoundView>,
}

/// A round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RoundView {
    /// Its name.
    pub title: String,
    /// Its meetings.
    pub ties: Vec<Tie>,
}

/// A meeting of two bots.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tie {
    /// The two sides.
    pub sides: [RoundSide; 2],
    /// A remark, such as that it is being played, or that there is no opponent.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// One side of a meeting.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RoundSide {
    /// The bot; `None` if it isn't known yet, or if no bot is left.
    pub bot: Option<String>,
    /// Its points, for each time that the two met.
    pub points: String,
    /// It had more points, or went on.
    pub won: bool,
}

impl Tie {
    /// Returns both bots; `None` if one of them is missing.
    pub fn bots(&self) -> Option<[&str; 2]> {
        let [a, b] = &self.sides;
        Some([a.bot.as_deref()?, b.bot.as_deref()?])
    }
}
