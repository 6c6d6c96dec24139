//! Moves, and where they can lead.

use std::fmt;

use super::board::{BOARD, CublinoSquare, Direction};
use super::state::CublinoState;

/// The longest path. All squares reached by jumps lie an even number of rows and columns apart, so
/// that a die is jumped over in one axis only, from one of its two sides to the other. As no square
/// is visited twice, each of the 13 other dice is jumped over once at most; the start and the
/// square of a tip come first.
const LONGEST: usize = 15;

/// A move: the squares that a die stands on, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    squares: [CublinoSquare; LONGEST],
    length: u8,
}

impl Path {
    pub(super) fn new(start: CublinoSquare) -> Path {
        let mut squares = [CublinoSquare::default(); LONGEST];
        squares[0] = start;
        Path { squares, length: 1 }
    }

    #[must_use]
    pub(super) fn then(mut self, next: CublinoSquare) -> Path {
        self.squares[usize::from(self.length)] = next;
        self.length += 1;
        self
    }

    /// The squares, the start included.
    pub fn squares(&self) -> &[CublinoSquare] {
        &self.squares[..usize::from(self.length)]
    }

    /// Where the die stood.
    pub const fn first(&self) -> CublinoSquare {
        self.squares[0]
    }

    /// Where the die goes.
    pub const fn last(&self) -> CublinoSquare {
        self.squares[self.length as usize - 1]
    }

    /// The direction of the first step, if that is a tip.
    pub fn tip(&self) -> Option<Direction> {
        Direction::of_step(self.squares[0], self.squares[1])
    }

    /// Whether the die hasn't left its square.
    pub(super) const fn is_start(&self) -> bool {
        self.length == 1
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.squares().iter().try_for_each(|square| square.fmt(f))
    }
}

/// A search depth first for the paths of one die.
pub(super) struct PathSearch<'a> {
    /// All dice but the moving one.
    others: u64,
    directions: [Direction; 3],
    jumps: bool,
    complete: &'a mut Vec<Path>,
}

impl PathSearch<'_> {
    /// Appends the paths of the die on `start`, which belongs to the mover.
    pub(super) fn run(
        state: &CublinoState,
        start: CublinoSquare,
        jumps: bool,
        paths: &mut Vec<Path>,
    ) {
        let mut search = PathSearch {
            others: state.occupied() & !start.bit(),
            directions: Direction::open_to(state.mover()),
            jumps,
            complete: paths,
        };
        search.extend(Path::new(start), BOARD & !state.occupied());
    }

    /// Appends the paths that go on from this one to squares that are `free`: empty and new to it.
    fn extend(&mut self, path: Path, free: u64) {
        for direction in self.directions {
            let next = direction.shift(path.last().bit());
            let to = match next & self.others {
                0 if path.is_start() => next,
                1.. if self.jumps => direction.shift(next),
                _ => continue,
            };
            if to & free != 0 {
                let longer = path.then(CublinoSquare::first_of(to));
                self.complete.push(longer);
                if self.jumps {
                    self.extend(longer, free & !to);
                }
            }
        }
    }
}
