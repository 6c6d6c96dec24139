//! Implements the engine for Koolaamee: one word holds a set of the tiles' 64 squares, and a table
//! holds the evaluation of each tile.

mod board;
mod layout;
mod worth;

use super::{Choice, Code, Engine};
use crate::sdk::{BotTurn, RulesError};
use board::KoolaameeBoard;
use layout::Layout;
use worth::SquareWorth;

/// The board and the evaluation of its tiles.
pub(crate) struct KoolaameeEngine {
    layout: Layout,
    worth: SquareWorth,
}

/// Value, in the move order, of one legal reply less for the opponent; in units of the evaluation.
const REPLY: i32 = 20;
/// Factor of the move order by evaluation, relative to the history of the search.
const WEIGHT: i32 = 8;

impl KoolaameeEngine {
    fn of(line: &str) -> Option<(KoolaameeEngine, KoolaameeBoard)> {
        let (tiles, rest) = line.split_once(' ')?;
        let layout = Layout::read(tiles)?;
        let worth = SquareWorth::new();
        let engine = KoolaameeEngine { layout, worth };
        let board = engine.read_board(rest)?;
        Some((engine, board))
    }
}

impl Engine for KoolaameeEngine {
    const NAME: &'static str = "koolaamee";
    type Board = KoolaameeBoard;

    fn read(turn: &BotTurn) -> Result<(KoolaameeEngine, KoolaameeBoard), RulesError> {
        super::read::<KoolaameeEngine, _>(turn, KoolaameeEngine::of)
    }

    fn key(&self, board: &KoolaameeBoard) -> u64 {
        board.key(&self.layout)
    }

    fn ending(&self, board: &KoolaameeBoard) -> Option<i32> {
        (board.targets(&self.layout) == 0).then(|| board.lead().signum())
    }

    fn plies_left(&self, board: &KoolaameeBoard) -> u32 {
        board.plies_left()
    }

    fn evaluate(&self, board: &KoolaameeBoard) -> i32 {
        board.worth()
    }

    fn moves(&self, board: &KoolaameeBoard, moves: &mut Vec<Choice>) {
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

    fn play(&self, board: &KoolaameeBoard, Code(square): Code) -> KoolaameeBoard {
        self.put(board, square.to_le_bytes()[0] % layout::SQUARES)
    }

    fn format_move(&self, _: &KoolaameeBoard, Code(square): Code) -> String {
        self.layout.name(square.into())
    }

    fn squares(&self, Code(square): Code) -> (Option<String>, Option<String>) {
        (None, Some(self.layout.name(square.into())))
    }
}
