//! Defines cards, which say where a pawn may go.

use super::board::{self, OnitamaSquare};
use super::notation::{self, LetterGrid};
use crate::text::StateError;

/// A card as its holder sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Card {
    /// The squares with an `x` in the pattern.
    targets: u64,
    /// The square with the `o` in the pattern.
    pawn: OnitamaSquare,
}

impl Card {
    /// Reads a pattern of five rows; returns an error if it isn't a valid card.
    pub(super) fn read(field: &str, name: &str) -> Result<Card, StateError> {
        let (mut targets, mut pawns) = (0, Vec::new());
        for (square, letter) in notation::grid(field, name, ".ox")? {
            match letter {
                'x' => targets |= square.bit(),
                'o' => pawns.push(square),
                _ => {}
            }
        }
        match pawns[..] {
            [pawn] => Ok(Card { targets, pawn }),
            _ => Err(StateError::new(field, name, "exactly one o")),
        }
    }

    /// Returns the pattern's letter on a square: `o`, `x` or `.`.
    pub(super) fn letter(self, square: OnitamaSquare) -> char {
        if square == self.pawn {
            'o'
        } else if self.targets & square.bit() != 0 {
            'x'
        } else {
            '.'
        }
    }

    /// Returns the pattern.
    pub(super) fn grid(self) -> LetterGrid {
        LetterGrid::of(&[(self.targets, b'x'), (self.pawn.bit(), b'o')])
    }

    /// Returns the squares of the board that a pawn can reach, whatever is on them.
    pub(super) const fn reach(self, from: OnitamaSquare) -> u64 {
        self.pawn.carry(self.targets, from)
    }

    /// Returns the card as seen from the other side of the board.
    pub(super) const fn turned(self) -> Card {
        Card {
            targets: board::turned(self.targets),
            pawn: self.pawn.turned(),
        }
    }

    /// Returns the card with left and right swapped.
    pub(super) fn mirrored(self) -> Card {
        Card {
            targets: board::mirrored(self.targets),
            pawn: self.pawn.mirrored(),
        }
    }
}
