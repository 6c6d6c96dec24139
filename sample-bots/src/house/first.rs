//! The bot `first`: plays the first legal move.

use crate::house::{HouseBot, by_turns};
use crate::sdk::{Answer, BotTurn, RulesError};

pub(super) const BOT: HouseBot = HouseBot {
    name: "first",
    about: "Plays the first legal move, so that its games are always the same.",
    games: &[],
    options: &[],
    build: |ready, _| Ok(by_turns(ready, choose)),
};

/// Plays the first legal move of a turn.
pub(super) fn choose(turn: &BotTurn) -> Result<Answer, RulesError> {
    Ok(Answer::play_or_resign(turn.moves()?.first()))
}
