//! Cards: which squares a pawn may go to.

use super::board::{self, OnitamaSquare};
use super::notation;
use crate::text::StateError;

/// A card as its holder sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Card {
    /// Where the pattern has an `x`.
    targets: u64,
    /// Where it has the `o`.
    pawn: OnitamaSquare,
}

impl Card {
    /// Reads a pattern of five rows.
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

    /// What the pattern has on a square.
    pub(super) fn letter(self, square: OnitamaSquare) -> char {
        if square == self.pawn {
            'o'
        } else if self.targets & square.bit() != 0 {
            'x'
        } else {
            '.'
        }
    }

    /// The squares of the board that a pawn can reach, whatever stands there.
    pub(super) const fn reach(self, from: OnitamaSquare) -> u64 {
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
