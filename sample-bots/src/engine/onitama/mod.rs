//! Onitama: sets of the 25 squares in one word, cards as tables of targets.

mod board;
mod cards;
mod evaluate;
mod moves;

use super::{Choice, Code, Engine};
use crate::sdk::{RulesError, Turn};
use board::Board;
use cards::Cards;

/// The five cards of a game.
pub(crate) struct Onitama {
    cards: Cards,
}

impl Onitama {
    fn of(line: &str) -> Option<(Onitama, Board)> {
        let words: Vec<&str> = line.split(' ').collect();
        let (board, cards) = words.split_at_checked(3)?;
        let (cards, numbers) = Cards::read(cards)?;
        Some((Onitama { cards }, Board::read(board, numbers)?))
    }
}

impl Engine for Onitama {
    const NAME: &'static str = "onitama";
    type Board = Board;

    fn read(turn: &Turn) -> Result<(Onitama, Board), RulesError> {
        super::read::<Onitama, _>(turn, Onitama::of)
    }

    fn key(&self, board: &Board) -> u64 {
        board.hash ^ super::key(board.turns.into())
    }

    fn ending(&self, board: &Board) -> Option<i32> {
        board.ending()
    }

    fn wins_at_once(&self, board: &Board) -> bool {
        self.cards.can_win(board, board.player)
    }

    fn is_hot(&self, board: &Board) -> bool {
        self.cards.can_win(board, 1 - board.player)
    }

    fn plies_left(&self, board: &Board) -> u32 {
        board.turns
    }

    fn evaluate(&self, board: &Board) -> i32 {
        evaluate::evaluate(&self.cards, board)
    }

    fn moves(&self, board: &Board, moves: &mut Vec<Choice>) {
        moves::list(&self.cards, board, moves);
    }

    fn play(&self, board: &Board, code: Code) -> Board {
        board.play(moves::Step::of(code))
    }

    fn word(&self, board: &Board, code: Code) -> String {
        moves::Step::of(code).word(board)
    }

    fn squares(&self, code: Code) -> (Option<String>, Option<String>) {
        let step = moves::Step::of(code);
        let name = |square| (square != board::NONE).then(|| board::name(square));
        (name(step.from), name(step.to))
    }
}
