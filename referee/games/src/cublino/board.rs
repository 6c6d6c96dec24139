//! Squares, sets of squares and the four directions of the Cublino board.
//!
//! A set is a `u64` with eight bits for each row; the last bit of a row is never a square. This guard column,
//! and the missing eighth row, catch every move off the board.

use std::fmt::{self, Write};

use crate::seat::Seat;

/// Number of rows, of columns, and of a side's dice.
pub(super) const SIDE: u8 = 7;
/// Upper bound of the index of a square, including the guard column.
pub(super) const CELLS: usize = 56;
/// All squares of the board.
pub(super) const BOARD: u64 = 0x007f_7f7f_7f7f_7f7f;
const WIDTH: u8 = 8;

/// A square of the board; squares are ordered by row, then column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CublinoSquare(u8);

impl CublinoSquare {
    /// Returns the square in a column (0 is `a`) and a row (0 is A's home row); `None` unless both are below
    /// 7.
    pub const fn at(column: u8, row: u8) -> Option<CublinoSquare> {
        if column < SIDE && row < SIDE {
            Some(CublinoSquare(row * WIDTH + column))
        } else {
            None
        }
    }

    /// Returns the square with a name like `d1`, given by its two characters.
    pub fn named(column: char, row: char) -> Option<CublinoSquare> {
        let offset = |c: char, first| u8::try_from(c).ok()?.checked_sub(first);
        CublinoSquare::at(offset(column, b'a')?, offset(row, b'1')?)
    }

    /// Returns the column: 0 for `a` to 6 for `g`.
    pub const fn column(self) -> u8 {
        self.0 % WIDTH
    }

    /// Returns the row: 0 for A's home row to 6 for B's.
    pub const fn row(self) -> u8 {
        self.0 / WIDTH
    }

    /// Returns the square after a half-turn of the board.
    pub(super) const fn turned(self) -> CublinoSquare {
        let (column, row) = (SIDE - 1 - self.column(), SIDE - 1 - self.row());
        CublinoSquare(row * WIDTH + column)
    }

    /// Returns the square halfway between the two ends of a straight line of three squares.
    pub(super) const fn between(self, other: CublinoSquare) -> CublinoSquare {
        CublinoSquare(u8::midpoint(self.0, other.0))
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn bit(self) -> u64 {
        1 << self.0
    }

    /// Returns the first square of a set, which must not be empty.
    pub(super) fn first_of(set: u64) -> CublinoSquare {
        CublinoSquare(u8::try_from(set.trailing_zeros()).unwrap_or_default())
    }
}

impl fmt::Display for CublinoSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char((b'a' + self.column()) as char)?;
        f.write_char((b'1' + self.row()) as char)
    }
}

/// Iterates over the squares of a set in order.
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = CublinoSquare> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| CublinoSquare::first_of(set))?;
        set &= set - 1;
        Some(square)
    })
}

/// Returns the squares that share an edge with a square.
pub(super) fn neighbours(square: CublinoSquare) -> u64 {
    let step = |sum, direction: Direction| sum | direction.shift(square.bit());
    Direction::ALL.into_iter().fold(0, step) & BOARD
}

/// Returns the row on which a seat's dice start.
pub(super) const fn home_row(seat: Seat) -> u64 {
    match seat {
        Seat::A => 0x7f,
        _ => 0x7f << (WIDTH * (SIDE - 1)),
    }
}

/// A direction on the board; north is towards row 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Up the rows.
    North,
    /// Towards column g.
    East,
    /// Down the rows.
    South,
    /// Towards column a.
    West,
}

impl Direction {
    /// Every direction, clockwise.
    pub const ALL: [Direction; 4] = [
        Direction::North,
        Direction::East,
        Direction::South,
        Direction::West,
    ];

    /// Returns the directions in which a seat may move: forward, left and right as it sees the board.
    pub const fn open_to(seat: Seat) -> [Direction; 3] {
        match seat {
            Seat::A => [Direction::North, Direction::West, Direction::East],
            _ => [Direction::South, Direction::East, Direction::West],
        }
    }

    /// Returns the direction back.
    pub(super) const fn opposite(self) -> Direction {
        match self {
            Direction::North => Direction::South,
            Direction::East => Direction::West,
            Direction::South => Direction::North,
            Direction::West => Direction::East,
        }
    }

    /// Moves a set by one square. Squares that leave the board end outside of [`BOARD`].
    pub(super) const fn shift(self, set: u64) -> u64 {
        const TURNS: [u32; 4] = [8, 1, 56, 63];
        set.rotate_left(TURNS[self as usize])
    }

    /// Returns the direction from a square to its neighbour; `None` if they aren't neighbours.
    pub(super) fn of_step(from: CublinoSquare, to: CublinoSquare) -> Option<Direction> {
        let leads = |d: &Direction| d.shift(from.bit()) == to.bit();
        Direction::ALL.into_iter().find(leads)
    }
}
