//! The bot `learned`: plays the move that leads to the best position by a learned evaluation.

use referee_games::{Game, random};

use crate::engine::WIN;
use crate::engine::cublino::{ContraEngine, CublinoBoard, Kind, Move, PurEngine, path};
use crate::house::{HouseBot, by_turns};
use crate::sdk::{Answer, AnswerInfo, BotTurn, RulesError};

pub(super) const BOT: HouseBot = HouseBot {
    name: "learned",
    about: "Looks one move ahead, with an evaluation that it has learnt by playing against itself.",
    games: &["cublino-pur", "cublino-contra"],
    options: &[],
    build: |ready, _| Ok(by_turns(ready, choose)),
};

fn choose(turn: &BotTurn) -> Result<Answer, RulesError> {
    if turn.game.game == <PurEngine as Kind>::Game::NAME {
        best::<PurEngine>(turn)
    } else {
        best::<ContraEngine>(turn)
    }
}

/// Returns the best move; chooses at random among equal ones.
fn best<K: Kind>(turn: &BotTurn) -> Result<Answer, RulesError> {
    let (game, state) = turn.typed::<K::Game>()?;
    let board = CublinoBoard::of(&state);
    let mut moves = Vec::new();
    K::moves(&board, |m| moves.push(m));
    let value = |m: &Move| after::<K>(&board, *m, K::stall(&game));
    let most = moves.iter().map(value).max();
    moves.retain(|m| Some(value(m)) == most);
    let i = random::index(&mut turn.rng(), moves.len());
    let chosen = moves.get(i).and_then(|m| path::<K>(&game, &board, *m));
    let notation = chosen.map(|path| path.to_string());
    let info = AnswerInfo::new().depth(1).score(most.unwrap_or(0));
    Ok(Answer::play_or_resign(notation.as_ref()).info(info))
}

/// Returns the value of the position after a move, for the seat that made the move.
fn after<K: Kind>(board: &CublinoBoard, m: Move, stall: u16) -> i32 {
    let mut next = *board;
    K::play(&mut next, m);
    let value = match K::ended(&next, stall) {
        Some(result) => result * WIN,
        None => K::weights().value(&next),
    };
    if next.mover() == board.mover() {
        value
    } else {
        -value
    }
}
