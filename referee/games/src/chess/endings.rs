//! Finds out whether a game is over, and how long it can go on.

use cozy_chess::{BitBoard, Board, Color, Piece, Rank, Square};

use crate::game::Ending;

use super::seat_of;
use super::state::ChessState;

/// Plies without a capture or a move of a pawn after which a game is drawn.
const FIFTY_MOVES: u64 = 100;

/// Returns how the game has ended; `None` if it goes on. Mate counts before everything else.
pub(super) fn ending(state: &ChessState) -> Option<Ending> {
    let board = state.board();
    if !board.generate_moves(|_| true) {
        return Some(if board.checkers().is_empty() {
            Ending::draw("stalemate")
        } else {
            Ending::win(seat_of(!board.side_to_move()), "checkmate")
        });
    }
    is_drawn(state).map(Ending::draw)
}

/// Returns for which reason a game is drawn in which somebody could still move; `None` if it isn't.
pub(super) fn is_drawn(state: &ChessState) -> Option<&'static str> {
    let board = state.board();
    if is_dead(board) {
        return Some("material");
    }
    if u64::from(board.halfmove_clock()) >= FIFTY_MOVES && board.generate_moves(|_| true) {
        return Some("fifty-moves");
    }
    // Where the same player moves again, two plies before a repetition at the earliest.
    let repeated = state.earlier().skip(1).step_by(2);
    let repetitions = repeated.filter(|earlier| earlier.same_position(board));
    (repetitions.take(2).count() == 2).then_some("threefold")
}

/// Returns whether the pieces alone show that nobody can give mate: kings, and one minor piece, or bishops that stand on
/// one colour. That is what python-chess calls insufficient material.
fn is_dead(board: &Board) -> bool {
    let others = [Piece::Pawn, Piece::Rook, Piece::Queen].map(|piece| board.pieces(piece));
    if others.into_iter().any(|pieces| !pieces.is_empty()) {
        return false;
    }
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    if (knights | bishops).len() <= 1 {
        return true;
    }
    let dark = BitBoard::DARK_SQUARES;
    knights.is_empty() && (bishops.is_subset(dark) || bishops.is_disjoint(dark))
}

/// Returns an upper bound for the number of moves that can follow: each capture, each move of a pawn and the end comes
/// at most a hundred moves after the one before.
pub(super) fn max_plies(state: &ChessState) -> u64 {
    let board = state.board();
    let captures = board.occupied().len() - 2;
    let steps = |color: Color| {
        let pawns = board.colored_pieces(color, Piece::Pawn).into_iter();
        pawns
            .map(|pawn: Square| Rank::Eighth as u32 - pawn.rank().relative_to(color) as u32)
            .sum::<u32>()
    };
    let lasting = captures + steps(Color::White) + steps(Color::Black);
    FIFTY_MOVES * (u64::from(lasting) + 1) - u64::from(board.halfmove_clock())
}
