//! The bot `greedy`: plays the move that leads to the position with the best evaluation.

use referee_games::random;

use crate::house::evaluate::EvaluationWeights;
use crate::house::{HouseBot, by_turns, mind};
use crate::sdk::{Answer, AnswerInfo, BotTurn, RulesError};

pub(super) const BOT: HouseBot = HouseBot {
    name: "greedy",
    about: "Looks one move ahead and takes what is there; chance decides among equals.",
    games: &[
        "onitama",
        "cublino-pur",
        "cublino-contra",
        "ludo",
        "koolaamee",
        "chess",
    ],
    options: &[],
    build: |ready, _| Ok(by_turns(ready, choose)),
};

pub(super) fn choose(turn: &BotTurn) -> Result<Answer, RulesError> {
    let mut moves = mind::find(turn)?.weigh(turn, &EvaluationWeights::default())?;
    let best = moves.iter().map(|(_, score)| *score).max();
    moves.retain(|(_, score)| Some(*score) == best);
    let i = random::index(&mut turn.rng(), moves.len());
    let answer = Answer::play_or_resign(moves.get(i).map(|(notation, _)| notation));
    Ok(match best.filter(|_| !mind::is_draft(turn)) {
        Some(score) => answer.info(AnswerInfo::new().depth(1).score(score)),
        None => answer,
    })
}
