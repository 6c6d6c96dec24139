//! The bot `resign`: resigns at its first turn.

use crate::house::{HouseBot, by_turns};
use crate::sdk::Answer;

pub(super) const BOT: HouseBot = HouseBot {
    name: "resign",
    about: "Gives up at its first turn, so that a single move of the other side can be tried.",
    games: &[],
    options: &[],
    build: |ready, _| Ok(by_turns(ready, |_| Ok(Answer::resign()))),
};
