//! The game as an engine has it on its board, and moves as it writes them.

use super::pieces::Pieces;
use crate::told_game::ToldGame;

/// The position with which each game begins, but for its counters.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq ";

/// A game, as far as the engine knows it.
pub(super) struct EngineBoard {
    seat: char,
    is_960: bool,
    /// The moves since the position that the engine was given, its own last one, too.
    moves: Vec<String>,
    /// Where the pieces stood when the engine was asked.
    pieces: Pieces,
    /// The rights to castle in the position that it was given.
    rights: String,
}

impl EngineBoard {
    /// Returns the board of an engine that was told all of a game.
    pub(super) fn of(game: &ToldGame, is_960: bool) -> EngineBoard {
        let rights = game.fen.split(' ').nth(2).unwrap_or_default();
        EngineBoard {
            seat: game.seat,
            is_960,
            moves: game.moves.clone(),
            pieces: Pieces::after(&game.fen, &game.moves),
            rights: rights.to_owned(),
        }
    }

    /// Returns how many of the game's moves the engine has; `None` if it has another, as whoever tells a game again may
    /// have had another answer.
    pub(super) fn known(&self, game: &ToldGame) -> Option<usize> {
        let is_same = game.moves.starts_with(&self.moves);
        is_same.then_some(self.moves.len())
    }

    /// Takes a move of the engine. Returns it as the referee writes it; one that isn't understood as it is.
    pub(super) fn take(&mut self, word: &str) -> String {
        let castling = word.replace(['o', '0'], "O");
        let castling = castling.trim_end_matches(['+', '#']);
        let rank = if self.seat == 'A' { 1 } else { 8 };
        let word = match castling {
            "O-O" | "O-O-O" if self.is_960 => {
                let taking = self.pieces.taking(castling, self.seat, &self.rights);
                taking.unwrap_or_else(|| word.to_owned())
            }
            "O-O" => format!("e{rank}g{rank}"),
            "O-O-O" => format!("e{rank}c{rank}"),
            // The piece that a pawn becomes may be a capital, or stand behind a sign.
            _ if word.starts_with(|c: char| c.is_ascii_lowercase()) => {
                word.replace('=', "").to_ascii_lowercase()
            }
            _ => word.to_owned(),
        };
        self.moves.push(word.clone());
        word
    }

    /// Tells if a word is the result of a game that the engine's seat lost.
    pub(super) fn is_loss(&self, word: &str) -> bool {
        word == if self.seat == 'A' { "0-1" } else { "1-0" }
    }
}

/// Returns the moves since the usual start; `None` if the game, as far as it was told, doesn't begin there.
pub(super) fn since_start(game: &ToldGame) -> Option<&[String]> {
    if game.fen.starts_with(START) {
        return Some(&game.moves);
    }
    let turn = game.fen.split(' ').nth(1)?;
    let is_whites = (turn == "w") == game.moves.len().is_multiple_of(2);
    let is_same = Pieces::after(START, &game.before) == Pieces::after(&game.fen, &game.moves);
    let is_since = is_same && game.before.len().is_multiple_of(2) == is_whites;
    is_since.then_some(&game.before)
}

/// Returns the moves of a game behind the first ones as the engine reads them.
pub(super) fn behind(game: &ToldGame, known: usize, is_960: bool) -> Vec<String> {
    let mut pieces = Pieces::after(&game.fen, &game.moves[..known]);
    let behind = game.moves[known..].iter().map(|word| {
        let castling = pieces.castling(word).filter(|_| is_960);
        pieces.play(word);
        castling.unwrap_or(word).to_owned()
    });
    behind.collect()
}
