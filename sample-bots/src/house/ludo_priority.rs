//! The bot `ludo-priority`: plays by the four rules of the university's Ludo assignment.

use referee_games::ludo::{Ludo, priority};

use crate::house::{HouseBot, by_turns};
use crate::sdk::{Answer, BotTurn, RulesError};

pub(super) const BOT: HouseBot = HouseBot {
    name: "ludo-priority",
    about: "Leaves the yard, finishes, kicks, or else moves the token behind: in this order.",
    games: &["ludo"],
    options: &[],
    build: |ready, _| Ok(by_turns(ready, choose)),
};

pub(super) fn choose(turn: &BotTurn) -> Result<Answer, RulesError> {
    let (_, state) = turn.typed::<Ludo>()?;
    Ok(Answer::play(priority(&state).to_string()))
}
