//! Defines the squares of the board and sets of squares.
//!
//! A set is a mask of 64 bits. Each row has nine bits, and the first five of them are squares. So an
//! offset of at most four columns never reaches a square of another row, and one shift moves a whole
//! set over the board.

use std::fmt::{self, Write};
use std::iter;

use crate::seat::Seat;

/// Number of rows, and of squares in a row.
pub(super) const SIZE: u8 = 5;
/// Number of bits from a square to the one below it.
pub(super) const STRIDE: u8 = 9;
/// All squares of the board.
pub(super) const ALL: u64 = COLUMN * 0b1_1111;

/// The first square of each row.
const COLUMN: u64 = 1 | 1 << 9 | 1 << 18 | 1 << 27 | 1 << 36;
/// The last bit of the board.
const LAST: u8 = 4 * STRIDE + 4;

/// A square, or [`OnitamaSquare::NONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OnitamaSquare(u8);

impl OnitamaSquare {
    /// Placeholder in a move in which no pawn moves; it is in no set.
    pub(super) const NONE: OnitamaSquare = OnitamaSquare(63);

    /// Returns the square in a row and a column, both from 0 to 4.
    pub(super) const fn at(row: u8, column: u8) -> OnitamaSquare {
        OnitamaSquare(row * STRIDE + column)
    }

    /// Iterates over all squares in board order.
    pub(super) fn all() -> impl Iterator<Item = OnitamaSquare> {
        each(ALL)
    }

    /// The square of a name, or none for `XX`.
    pub(super) fn from_name(name: [u8; 2]) -> Option<OnitamaSquare> {
        match name {
            [row @ b'a'..=b'e', column @ b'1'..=b'5'] => {
                Some(OnitamaSquare::at(row - b'a', column - b'1'))
            }
            [b'X', b'X'] => Some(OnitamaSquare::NONE),
            _ => None,
        }
    }

    /// Returns the row and the column, both from 0 to 4.
    pub(super) const fn place(self) -> (u8, u8) {
        (self.0 / STRIDE, self.0 % STRIDE)
    }

    /// Returns the square's name such as `e3`; `XX` for [`OnitamaSquare::NONE`].
    pub(super) const fn name(self) -> [u8; 2] {
        if self.0 == OnitamaSquare::NONE.0 {
            return *b"XX";
        }
        let (row, column) = self.place();
        [b'a' + row, b'1' + column]
    }

    /// Returns the set with only this square.
    pub(super) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Shifts a set so that this square moves to `to`; squares that leave the board are dropped.
    pub(super) const fn carry(self, set: u64, to: OnitamaSquare) -> u64 {
        let moved = if to.0 >= self.0 {
            set << (to.0 - self.0)
        } else {
            set >> (self.0 - to.0)
        };
        moved & ALL
    }

    /// Returns the square's place on the board turned by 180°.
    pub(super) const fn turned(self) -> OnitamaSquare {
        OnitamaSquare(LAST - self.0)
    }

    /// Returns the square with left and right swapped.
    pub(super) const fn mirrored(self) -> OnitamaSquare {
        let column = self.0 % STRIDE;
        OnitamaSquare(self.0 - column + (SIZE - 1 - column))
    }
}

impl fmt::Display for OnitamaSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [row, column] = self.name().map(char::from);
        f.write_char(row)?;
        f.write_char(column)
    }
}

/// Returns the military base of a seat.
pub(super) const fn base(seat: Seat) -> OnitamaSquare {
    OnitamaSquare::at(if seat.index() == 0 { 4 } else { 0 }, 2)
}

/// Iterates over the squares of a set in board order.
pub(super) fn each(mut set: u64) -> impl Iterator<Item = OnitamaSquare> {
    iter::from_fn(move || {
        let first = u8::try_from(set.trailing_zeros())
            .ok()
            .filter(|_| set != 0)?;
        set &= set - 1;
        Some(OnitamaSquare(first))
    })
}

/// Returns the set on the board turned by 180°.
pub(super) const fn turned(set: u64) -> u64 {
    set.reverse_bits() >> (u64::BITS - 1 - LAST as u32)
}

/// Returns the set with left and right swapped.
pub(super) fn mirrored(set: u64) -> u64 {
    each(set).map(|square| square.mirrored().bit()).sum()
}
