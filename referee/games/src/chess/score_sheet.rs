//! Writes a game as a score sheet does: its moves in standard algebraic notation, and FEN.

use cozy_chess::util::display_san_move;

use crate::game::Game;
use crate::text::StateError;

use super::fen;
use super::{Chess, ChessState, ChessVariant};

/// A game that is written down move by move.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreSheet {
    game: Chess,
    state: ChessState,
}

impl Chess {
    /// Returns a score sheet that begins at a state line. Returns an error if that can't be read.
    pub fn score_sheet(&self, start: &str) -> Result<ScoreSheet, StateError> {
        Ok(ScoreSheet {
            state: self.read(start)?,
            game: self.clone(),
        })
    }

    /// Returns a score sheet that begins at the usual start.
    pub fn usual_sheet(&self) -> ScoreSheet {
        ScoreSheet {
            state: self.start(),
            game: self.clone(),
        }
    }

    /// Tells if castling is written as in Chess960.
    pub fn is_960(&self) -> bool {
        self.variant == ChessVariant::Chess960
    }
}

impl ScoreSheet {
    /// Returns the FEN of the position.
    pub fn fen(&self) -> String {
        let mut line = String::new();
        fen::write_fen(self.state.board(), self.game.variant, &mut line);
        line
    }

    /// Returns the number of the next move, and whether it is White's.
    pub fn number(&self) -> (u16, bool) {
        let board = self.state.board();
        let white = board.side_to_move() == cozy_chess::Color::White;
        (board.fullmove_number(), white)
    }

    /// Plays a move in the notation of the game, and returns it in that of score sheets, such as `Nf3` and `exd8=Q#`;
    /// `None`, and nothing is played, if it isn't legal.
    pub fn play(&mut self, word: &str) -> Option<String> {
        let m = self.game.parse(&self.state, word)?;
        let written = display_san_move(self.state.board(), m.played()).to_string();
        self.state.play(m);
        Some(written)
    }
}
