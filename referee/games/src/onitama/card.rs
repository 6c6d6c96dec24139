//! Cards: which squares a pawn may go to.

use super::board::{self, Square};
use super::notation;
use crate::text::ReadError;

/// A card as its holder sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Card {
    /// Where the pattern has an `x`.
    targets: u64,
    /// Where it has the `o`.
    pawn: Square,
}

impl Card {
    /// Reads a pattern of five rows.
    pub(super) fn read(field: &str, word: &str) -> Result<Card, ReadError> {
        let (mut targets, mut pawns) = (0, Vec::new());
        for (square, letter) in notation::grid(field, word, ".ox")? {
            match letter {
                'x' => targets |= square.bit(),
                'o' => pawns.push(square),
                _ => {}
            }
        }
        match pawns[..] {
            [pawn] => Ok(Card { targets, pawn }),
            _ => Err(ReadError::new(field, word, "exactly one o")),
        }
    }

    /// What the pattern has on a square.
    pub(super) fn letter(self, square: Square) -> char {
        if square == self.pawn {
            'o'
        } else if self.targets & square.bit() != 0 {
            'x'
        } else {
            '.'
        }
    }

    /// The squares of the board that a pawn can reach, whatever stands there.
    pub(super) const fn reach(self, from: Square) -> u64 {
        self.pawn.carry(self.targets, from)
    }

    /// The card as it looks from the other side of the board.
    pub(super) const fn turned(self) -> Card {
        Card {
            targets: board::turned(self.targets),
            pawn: self.pawn.turned(),
        }
    }

    /// The card with left and right swapped.
    pub(super) fn mirrored(self) -> Card {
        Card {
            targets: board::mirrored(self.targets),
            pawn: self.pawn.mirrored(),
        }
    }
}
