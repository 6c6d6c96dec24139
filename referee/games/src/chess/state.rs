//! Defines a position: the board, and those that it may repeat.

use std::sync::Arc;

use cozy_chess::{Board, Color, Piece};

use crate::seat::Seat;

use super::notation::ChessMove;
use super::seat_of;

/// A position of the game.
#[derive(Clone, Debug)]
pub struct ChessState {
    board: Board,
    /// The last of the positions since the last move that can't be undone; there are at most a hundred.
    before: Option<Arc<EarlierPosition>>,
}

/// A position that can be repeated, and the move that was played in it.
#[derive(Debug)]
struct EarlierPosition {
    board: Board,
    played: ChessMove,
    before: Option<Arc<EarlierPosition>>,
}

impl PartialEq for ChessState {
    fn eq(&self, other: &ChessState) -> bool {
        let (first, others) = (self.first(), other.first());
        first.same_position(others)
            && first.halfmove_clock() == others.halfmove_clock()
            && first.fullmove_number() == others.fullmove_number()
            && self.moves() == other.moves()
    }
}

impl ChessState {
    /// Returns the position of a board that repeats none.
    pub(super) fn new(board: Board) -> ChessState {
        ChessState {
            board,
            before: None,
        }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the player to move.
    pub(super) fn player(&self) -> Seat {
        seat_of(self.board.side_to_move())
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, m: ChessMove) {
        let board = self.board.clone();
        let captures = board.color_on(m.played().to) == Some(!board.side_to_move());
        self.board.play_unchecked(m.played());
        let lasts = captures
            || board.piece_on(m.played().from) == Some(Piece::Pawn)
            || Color::ALL
                .iter()
                .any(|color| board.castle_rights(*color) != self.board.castle_rights(*color));
        self.before = if lasts {
            None
        } else {
            let before = self.before.take();
            let played = m;
            Some(Arc::new(EarlierPosition {
                board,
                played,
                before,
            }))
        };
    }

    /// Returns the positions that this one may repeat, the latest first.
    pub(super) fn earlier(&self) -> impl Iterator<Item = &Board> {
        self.steps().map(|step| &step.board)
    }

    /// Returns the position after the last move that can't be undone.
    pub(super) fn first(&self) -> &Board {
        self.earlier().last().unwrap_or(&self.board)
    }

    /// Returns the moves since then.
    pub(super) fn moves(&self) -> Vec<ChessMove> {
        let mut moves: Vec<ChessMove> = self.steps().map(|step| step.played).collect();
        moves.reverse();
        moves
    }

    fn steps(&self) -> impl Iterator<Item = &EarlierPosition> {
        std::iter::successors(self.before.as_deref(), |step| step.before.as_deref())
    }
}
