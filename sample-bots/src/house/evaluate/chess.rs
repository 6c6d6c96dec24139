//! Evaluation of chess: the pieces, in centipawns.

use cozy_chess::{Color, Piece};
use referee_games::Seat;
use referee_games::chess::{Chess, ChessState};

use super::{Evaluate, EvaluationWeights, difference};

impl Evaluate for Chess {
    fn evaluate(&self, state: &ChessState, seat: Seat, _: &EvaluationWeights) -> i32 {
        const WORTH: [(Piece, i32); 5] = [
            (Piece::Pawn, 100),
            (Piece::Knight, 320),
            (Piece::Bishop, 330),
            (Piece::Rook, 500),
            (Piece::Queen, 900),
        ];
        difference(seat, |seat| {
            let color = if seat == Seat::A {
                Color::White
            } else {
                Color::Black
            };
            let count = |piece| state.board().colored_pieces(color, piece).len();
            WORTH
                .into_iter()
                .map(|(piece, worth)| worth * count(piece).cast_signed())
                .sum()
        })
    }
}
