//! Implements the engine for Onitama: one word holds a set of the 25 squares, and cards are tables
//! of targets.

mod board;
mod cards;
mod evaluate;
mod moves;

use super::{Choice, Code, Engine};
use crate::sdk::{BotTurn, RulesError};
use board::OnitamaBoard;
use cards::Cards;

/// The five cards of a game.
pub(crate) struct OnitamaEngine {
    cards: Cards,
}

impl OnitamaEngine {
    fn of(line: &str) -> Option<(OnitamaEngine, OnitamaBoard)> {
        let words: Vec<&str> = line.split(' ').collect();
        let (board, cards) = words.split_at_checked(3)?;
        let (cards, numbers) = Cards::read(cards)?;
        Some((OnitamaEngine { cards }, OnitamaBoard::read(board, numbers)?))
    }
}

impl Engine for OnitamaEngine {
    const NAME: &'static str = "onitama";
    type Board = OnitamaBoard;

    fn read(turn: &BotTurn) -> Result<(OnitamaEngine, OnitamaBoard), RulesError> {
        super::read::<OnitamaEngine, _>(turn, OnitamaEngine::of)
    }

    fn key(&self, board: &OnitamaBoard) -> u64 {
        board.hash ^ super::key(board.turns.into())
    }

    fn ending(&self, board: &OnitamaBoard) -> Option<i32> {
        board.ending()
    }

    fn wins_at_once(&self, board: &OnitamaBoard) -> bool {
        self.cards.can_win(board, board.player)
    }

    fn is_hot(&self, board: &OnitamaBoard) -> bool {
        self.cards.can_win(board, 1 - board.player)
    }

    fn plies_left(&self, board: &OnitamaBoard) -> u32 {
        board.turns
    }

    fn evaluate(&self, board: &OnitamaBoard) -> i32 {
        evaluate::evaluate(&self.cards, board)
    }

    fn moves(&self, board: &OnitamaBoard, moves: &mut Vec<Choice>) {
        moves::list(&self.cards, board, moves);
    }

    fn play(&self, board: &OnitamaBoard, code: Code) -> OnitamaBoard {
        board.play(moves::PawnStep::of(code))
    }

    fn format_move(&self, board: &OnitamaBoard, code: Code) -> String {
        moves::PawnStep::of(code).format_move(board)
    }

    fn squares(&self, code: Code) -> (Option<String>, Option<String>) {
        let step = moves::PawnStep::of(code);
        let name = |square| (square != board::NONE).then(|| board::name(square));
        (name(step.from), name(step.to))
    }
}
