//! Defines sets of squares as bit masks: eight bits for each row, of which the last is never a
//! square.

use referee_games::Seat;
use referee_games::cublino::Direction;

/// Upper bound of the index of a square, including the guard column.
pub(super) const CELLS: usize = 56;
/// All squares of the board.
pub(super) const BOARD: u64 = 0x007f_7f7f_7f7f_7f7f;
/// The square that a half-turn of the board exchanges with the first one.
const LAST: usize = 54;

/// Moves a set by one square. Squares that leave the board end outside of [`BOARD`].
pub(super) const fn shift(set: u64, direction: Direction) -> u64 {
    const TURNS: [u32; 4] = [8, 1, 56, 63];
    set.rotate_left(TURNS[direction as usize])
}

/// Returns the squares that share an edge with a square.
pub(super) fn neighbours(square: usize) -> u64 {
    let step = |sum, direction| sum | shift(1 << square, direction);
    Direction::ALL.into_iter().fold(0, step) & BOARD
}

/// Iterates over the squares of a set in order.
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(square)
    })
}

/// Returns the row that a seat's dice must reach.
pub(super) const fn end_row(seat: Seat) -> u64 {
    0x7f << if seat.index() == 0 { 48 } else { 0 }
}

/// Returns a square as its seat sees it, with rows counted from the seat's own side.
pub(super) fn seen(square: usize, seat: Seat) -> usize {
    if seat == Seat::A {
        square
    } else {
        LAST - square
    }
}
