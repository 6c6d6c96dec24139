//! What a reader asks of the list of games.

use super::GameSummary;

/// A query for games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameQuery {
    /// The first number.
    pub from: u64,
    /// The most games to return.
    pub most: usize,
    /// Displayed names of bots, all of which must have played in the game.
    pub of: Vec<String>,
}

impl GameQuery {
    /// Returns whether all bots of the query play in this game.
    pub fn matches(&self, story: &GameSummary) -> bool {
        let plays = |name: &String| story.seats.iter().any(|seat| seat.bot == *name);
        self.of.iter().all(plays)
    }
}
