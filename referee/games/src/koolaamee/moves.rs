//! Defines moves: a tile is laid, or a marble is put on a square.

use std::fmt;

use super::square::{KoolaameeSquare, squares};
use super::state::KoolaameeState;
use super::tile::KoolaameeTile;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KoolaameeMove {
    /// A tile is laid.
    Tile(KoolaameeTile),
    /// A marble is put on a square.
    Marble(KoolaameeSquare),
}

impl fmt::Display for KoolaameeMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KoolaameeMove::Tile(tile) => write!(f, "{tile}"),
            KoolaameeMove::Marble(square) => write!(f, "{square}"),
        }
    }
}

impl KoolaameeState {
    /// Appends the legal moves.
    pub(super) fn moves(&self, moves: &mut Vec<KoolaameeMove>) {
        if self.is_draft() {
            moves.extend(self.tile_moves().map(KoolaameeMove::Tile));
        } else {
            moves.extend(squares(self.targets()).map(KoolaameeMove::Marble));
        }
    }

    /// Returns the number of legal moves.
    pub(super) fn count(&self) -> u64 {
        if self.is_draft() {
            self.count_tile_moves()
        } else {
            self.targets().count_ones().into()
        }
    }

    /// Returns the legal move with a notation.
    pub(super) fn parse(&self, notation: &str) -> Option<KoolaameeMove> {
        if self.is_draft() {
            let tile = KoolaameeTile::parse(notation).filter(|tile| self.may_lay(*tile))?;
            return Some(KoolaameeMove::Tile(tile));
        }
        let square = KoolaameeSquare::parse(notation)?;
        (self.targets() & square.mask() != 0).then_some(KoolaameeMove::Marble(square))
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, m: KoolaameeMove) {
        match m {
            KoolaameeMove::Tile(tile) => self.lay(tile),
            KoolaameeMove::Marble(square) => self.place(square),
        }
    }
}
