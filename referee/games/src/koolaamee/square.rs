//! Defines squares of the 10×10 grid, and sets of squares as bit masks.

use std::fmt;

/// Number of squares in a row and in a column.
pub(super) const SIDE: u32 = 10;
/// Number of squares.
pub(super) const SQUARES: usize = 100;
/// Names of the columns, from the left.
pub(super) const COLUMNS: [&str; 10] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
/// Names of the rows, from the top.
pub(super) const ROWS: [&str; 10] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];

/// A square of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KoolaameeSquare(u32);

impl KoolaameeSquare {
    /// Returns the square in a column and a row, both from 0 to 9.
    pub(super) fn at(x: u32, y: u32) -> KoolaameeSquare {
        KoolaameeSquare(y * SIDE + x)
    }

    /// Returns the square with a name such as `e4`, in exactly this spelling.
    pub(super) fn parse(notation: &str) -> Option<KoolaameeSquare> {
        let (column, row) = notation.split_at_checked(1)?;
        let (x, _) = (0..).zip(COLUMNS).find(|(_, name)| *name == column)?;
        let (y, _) = (0..).zip(ROWS).find(|(_, name)| *name == row)?;
        Some(KoolaameeSquare::at(x, y))
    }

    /// Returns the square's index in reading order, 0 to 99.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the names of its column and its row.
    pub(super) fn word(self) -> [&'static str; 2] {
        [COLUMNS[self.x() as usize], ROWS[self.y() as usize]]
    }

    /// Returns the column, from 0.
    pub(super) fn x(self) -> u32 {
        self.0 % SIDE
    }

    /// Returns the row, from 0 at the top.
    pub(super) fn y(self) -> u32 {
        self.0 / SIDE
    }

    /// Returns the set with only this square.
    pub(super) fn mask(self) -> u128 {
        1 << self.0
    }
}

impl fmt::Display for KoolaameeSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.word()
            .into_iter()
            .try_for_each(|part| f.write_str(part))
    }
}

/// Returns the name of a square; `-` for none.
pub(super) fn name(square: Option<KoolaameeSquare>) -> String {
    square.map_or_else(|| "-".to_owned(), |square| square.to_string())
}

/// Iterates over the squares of a set: rows from the top, columns from a.
pub(super) fn squares(mut mask: u128) -> impl Iterator<Item = KoolaameeSquare> {
    std::iter::from_fn(move || {
        let square = (mask != 0).then(|| KoolaameeSquare(mask.trailing_zeros()))?;
        mask &= mask - 1;
        Some(square)
    })
}

/// Returns the squares of a rectangle, which must be within the grid.
pub(super) const fn rectangle(x: u32, y: u32, width: u32, height: u32) -> u128 {
    let row: u128 = ((1 << width) - 1) << x;
    let mut mask = 0;
    let mut below = 0;
    while below < height {
        mask |= row << ((y + below) * SIDE);
        below += 1;
    }
    mask
}
