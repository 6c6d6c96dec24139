//! Sets of squares as bits, eight a row, of which the last is never a square.

use referee_games::Seat;
use referee_games::cublino::Direction;

/// Numbers below this name every square, the guard column included.
pub(super) const CELLS: usize = 56;
/// All squares.
pub(super) const BOARD: u64 = 0x007f_7f7f_7f7f_7f7f;
/// The square that a half-turn of the board exchanges with the first one.
const LAST: usize = 54;

/// A set moved by one square. What leaves the board ends outside of [`BOARD`].
pub(super) const fn shift(set: u64, direction: Direction) -> u64 {
    const TURNS: [u32; 4] = [8, 1, 56, 63];
    set.rotate_left(TURNS[direction as usize])
}

/// The squares along the sides of one square.
pub(super) fn neighbours(square: usize) -> u64 {
    let step = |sum, direction| sum | shift(1 << square, direction);
    Direction::ALL.into_iter().fold(0, step) & BOARD
}

/// The squares of a set in order.
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(square)
    })
}

/// The row that a seat's dice want to reach.
pub(super) const fn end_row(seat: Seat) -> u64 {
    0x7f << if seat.index() == 0 { 48 } else { 0 }
}

/// A square as its seat sees it: the row counts from the own side.
pub(super) fn seen(square: usize, seat: Seat) -> usize {
    if seat == Seat::A {
        square
    } else {
        LAST - square
    }
}
