//! The bot `random`: plays any legal move, each with the same probability.

use referee_games::random;

use crate::house::{HouseBot, by_turns};
use crate::sdk::{Answer, BotTurn, RulesError};

pub(super) const BOT: HouseBot = HouseBot {
    name: "random",
    about: "Plays any legal move, each with the same probability.",
    games: &[],
    options: &[],
    build: |ready, _| Ok(by_turns(ready, choose)),
};

pub(super) fn choose(turn: &BotTurn) -> Result<Answer, RulesError> {
    let moves = turn.moves()?;
    let i = random::index(&mut turn.rng(), moves.len());
    Ok(Answer::play_or_resign(moves.get(i)))
}
