//! The order in which moves are searched: what was best before, what cut off at this ply lately, then
//! what cut off most.

use super::MAX_DEPTH;
use crate::engine::cublino::board::{Board, Move};
use crate::engine::cublino::squares::CELLS;

/// The most that the history counts.
const MANY: i32 = 1 << 30;

/// What is known about moves, whatever the position.
pub(super) struct Order {
    /// What cut off last, by ply.
    killers: [Option<Move>; MAX_DEPTH as usize + 1],
    /// How much a move cut off, by seat and where the die goes from and to.
    history: Vec<i32>,
}

impl Order {
    pub(super) fn new() -> Order {
        Order {
            killers: [None; MAX_DEPTH as usize + 1],
            history: vec![0; 2 * CELLS * CELLS],
        }
    }

    /// Before the search of another position older knowledge counts less.
    pub(super) fn fade(&mut self) {
        self.history.iter_mut().for_each(|times| *times /= 8);
    }

    /// A move has cut off at this ply, with so much depth below it.
    pub(super) fn cut(&mut self, board: &Board, m: Move, ply: u32, depth: u32) {
        self.killers[ply as usize] = Some(m);
        let times = &mut self.history[place(board, m)];
        *times = times
            .saturating_add((depth * depth).cast_signed())
            .min(MANY);
    }

    /// Brings the move that looks best to the front of a list (not empty).
    pub(super) fn first(
        &self,
        board: &Board,
        moves: &mut [Move],
        ply: u32,
        known: Option<Move>,
    ) -> Move {
        let killer = self.killers[ply as usize];
        let rate = |m: Move| {
            if known == Some(m) {
                i32::MAX
            } else if killer == Some(m) {
                i32::MAX - 1
            } else {
                self.history[place(board, m)]
            }
        };
        let mut best = (0, i32::MIN);
        for (i, m) in moves.iter().enumerate() {
            let rating = rate(*m);
            if rating > best.1 {
                best = (i, rating);
            }
        }
        moves.swap(0, best.0);
        moves[0]
    }
}

fn place(board: &Board, m: Move) -> usize {
    let [from, to] = [m.from, m.to].map(usize::from);
    (board.mover().index() * CELLS + from) * CELLS + to
}
