//! Exchanges the colours of a position.

use cozy_chess::{Board, BoardBuilder, Color, Square};

use super::state::ChessState;

/// Returns the position from the other end of the board, with the colours exchanged.
pub(super) fn exchanged(state: &ChessState) -> Option<ChessState> {
    let mut other = ChessState::new(turned(state.first())?);
    for m in state.moves() {
        other.play(m.exchanged());
    }
    Some(other)
}

fn turned(board: &Board) -> Option<Board> {
    let from = BoardBuilder::from_board(board);
    let mut to = BoardBuilder::empty();
    for square in Square::ALL {
        *to.square_mut(square.flip_rank()) =
            from.square(square).map(|(piece, color)| (piece, !color));
    }
    for color in Color::ALL {
        *to.castle_rights_mut(!color) = *from.castle_rights(color);
    }
    to.side_to_move = !from.side_to_move;
    to.en_passant = from.en_passant.map(Square::flip_rank);
    to.halfmove_clock = from.halfmove_clock;
    to.fullmove_number = from.fullmove_number;
    to.build().ok()
}
