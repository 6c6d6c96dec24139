//! Who met whom where that depends on results: a bracket, or rounds.

use serde::Serialize;

/// Rounds beside each other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Rounds {
    /// What part of the event they are, if it has some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Whether who wins goes on, so that two meetings lead to one.
    pub bracket: bool,
    /// The rounds, in order.
    pub rounds: Vec<RoundView>,
}

/// A round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RoundView {
    /// What people call it.
    pub title: String,
    /// Its meetings.
    pub ties: Vec<Tie>,
}

/// A meeting of two.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tie {
    /// The two.
    pub sides: [RoundSide; 2],
    /// What else is to be said: that it is being played, or that there is nobody to meet.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// One of the two in a meeting.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RoundSide {
    /// The bot; nobody where that isn't known, or where nobody is left.
    pub bot: Option<String>,
    /// Its points, for each time that they met.
    pub points: String,
    /// Whether it had more, or went on.
    pub won: bool,
}

impl Tie {
    /// Those who met; both, or nobody.
    pub fn bots(&self) -> Option<[&str; 2]> {
        let [a, b] = &self.sides;
        Some([a.bot.as_deref()?, b.bot.as_deref()?])
    }
}
