//! Maps squares to cells of the drawn board, a cross of 15 by 15 cells.
//!
//! The arms are three cells wide. Track square 1 is at a corner of the middle. From there the track goes out
//! along an arm, over its tip and back to the next corner: fourteen squares in each quarter. All steps of the
//! ring of 56 squares, also at the four corners, go to the side, up or down. A's home squares go up the lower
//! arm, from the tip (square 50) to the middle. Each further seat is a quarter turn clockwise: B on the left,
//! C at the top, D on the right.

use crate::ludo::track::TRACK;
use crate::seat::Seat;

/// Number of cells in a row and in a column.
pub(super) const SIZE: u16 = 15;

/// Column and row of a cell, both from 0.
pub(super) type CrossCell = (u16, u16);

/// Returns the cell of a track square, 1 to 56.
pub(super) fn track(number: i8) -> CrossCell {
    let quarter = TRACK / 4;
    let (turns, along) = ((number - 1) / quarter, (number - 1) % quarter);
    let first = match along {
        0..=6 => (-1 - along, 1),
        7 => (-7, 0),
        _ => (along - 15, -1),
    };
    turned(first, turns.unsigned_abs().into())
}

/// Returns the cell of a seat's home square, 1 to 6.
pub(super) fn home(seat: Seat, number: i8) -> CrossCell {
    turned((0, 7 - number), seat.index())
}

/// Turns a cell clockwise by a number of quarter turns. The cell is given relative to the middle.
fn turned((mut x, mut y): (i8, i8), quarters: usize) -> CrossCell {
    const MIDDLE: i8 = 7;
    for _ in 0..quarters {
        (x, y) = (-y, x);
    }
    let count = |from_middle: i8| (MIDDLE + from_middle).unsigned_abs().into();
    (count(x), count(y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ludo::track::{LAST_ON_TRACK, square};

    fn touch(a: CrossCell, b: CrossCell) -> bool {
        a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1
    }

    #[test]
    fn the_track_is_a_ring() {
        for number in 1..=TRACK {
            let next = number % TRACK + 1;
            assert!(touch(track(number), track(next)), "{number} and {next}");
        }
    }

    #[test]
    fn homes_lead_from_the_track_to_the_middle() {
        for seat in Seat::ALL {
            let last = square(seat, LAST_ON_TRACK).map(track);
            assert!(last.is_some_and(|last| touch(last, home(seat, 1))));
            assert!((1..6).all(|n| touch(home(seat, n), home(seat, n + 1))));
            assert!(touch(home(seat, 6), (SIZE / 2, SIZE / 2)));
        }
    }

    #[test]
    fn no_two_squares_share_a_cell() {
        let homes = Seat::ALL
            .iter()
            .flat_map(|seat| (1..=6).map(|n| home(*seat, n)));
        let mut cells: Vec<CrossCell> = (1..=TRACK).map(track).chain(homes).collect();
        assert!(cells.iter().all(|(x, y)| *x < SIZE && *y < SIZE));
        cells.sort_unstable();
        cells.dedup();
        assert_eq!(cells.len(), 56 + 4 * 6);
    }
}
