//! Koolaamee: the 64 squares of the tiles in one word, the worth of each tile from a table.

mod board;
mod layout;
mod worth;

use super::{Choice, Code, Engine};
use crate::sdk::{RulesError, Turn};
use board::Board;
use layout::Layout;
use worth::Worth;

/// The board of a game.
pub(crate) struct Koolaamee {
    layout: Layout,
    worth: Worth,
}

/// What a reply less for the opponent counts in the order of moves, in the unit of the worth.
const REPLY: i32 = 20;
/// How much the order by worth counts beside what the search has learned.
const WEIGHT: i32 = 8;

impl Koolaamee {
    fn of(line: &str) -> Option<(Koolaamee, Board)> {
        let (tiles, rest) = line.split_once(' ')?;
        let layout = Layout::read(tiles)?;
        let worth = Worth::new();
        let engine = Koolaamee { layout, worth };
        let board = engine.read_board(rest)?;
        Some((engine, board))
    }
}

impl Engine for Koolaamee {
    const NAME: &'static str = "koolaamee";
    type Board = Board;

    fn read(turn: &Turn) -> Result<(Koolaamee, Board), RulesError> {
        super::read::<Koolaamee, _>(turn, Koolaamee::of)
    }

    fn key(&self, board: &Board) -> u64 {
        board.key(&self.layout)
    }

    fn ending(&self, board: &Board) -> Option<i32> {
        (board.targets(&self.layout) == 0).then(|| board.lead().signum())
    }

    fn plies_left(&self, board: &Board) -> u32 {
        board.plies_left()
    }

    fn evaluate(&self, board: &Board) -> i32 {
        board.worth()
    }

    fn moves(&self, board: &Board, moves: &mut Vec<Choice>) {
        for square in layout::each(board.targets(&self.layout)) {
            let next = self.put(board, square);
            let replies = next.targets(&self.layout).count_ones().cast_signed();
            let order = -next.worth() - REPLY * replies;
            let code = Code(square.into());
            moves.push(Choice {
                code,
                order: order * WEIGHT,
            });
        }
    }

    fn play(&self, board: &Board, Code(square): Code) -> Board {
        self.put(board, square.to_le_bytes()[0] % layout::SQUARES)
    }

    fn word(&self, _: &Board, Code(square): Code) -> String {
        self.layout.name(square.into())
    }

    fn squares(&self, Code(square): Code) -> (Option<String>, Option<String>) {
        (None, Some(self.layout.name(square.into())))
    }
}
