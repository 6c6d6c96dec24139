//! Defines moves, and generates them.

use std::fmt;

use super::board::{BOARD, CublinoSquare, Direction, squares};
use super::state::CublinoState;

/// Maximum number of squares of a path. All squares reached by jumps are an even number of rows and columns
/// apart, so a die is jumped over along one axis only, from one of its two sides to the other. No square is
/// visited twice, so each of the 13 other dice is jumped over at most once. The start and the square of a tip
/// come first.
const LONGEST: usize = 15;

/// A move: the squares on which a die stands, in order.
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

    /// Returns the squares, including the start.
    pub fn squares(&self) -> &[CublinoSquare] {
        &self.squares[..usize::from(self.length)]
    }

    /// Returns the square where the die starts.
    pub const fn first(&self) -> CublinoSquare {
        self.squares[0]
    }

    /// Returns the square where the die ends.
    pub const fn last(&self) -> CublinoSquare {
        self.squares[self.length as usize - 1]
    }

    /// Returns the direction of the first step if it is a tip.
    pub fn tip(&self) -> Option<Direction> {
        Direction::of_step(self.squares[0], self.squares[1])
    }

    /// Returns true if the path has no step yet.
    pub(super) const fn is_start(&self) -> bool {
        self.length == 1
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.squares().iter().try_for_each(|square| square.fmt(f))
    }
}

/// A depth-first search for the paths of one die.
pub(super) struct PathSearch<'a> {
    /// All dice except the moving one.
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

    /// Appends the continuations of this path. Squares in `free` are empty and not visited by the path.
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

/// Returns the number of paths of all dice of the side to move, with jumps. All tips are counted at once; only where
/// a die can jump is it followed.
pub(super) fn count(state: &CublinoState) -> u64 {
    let (side, occupied) = (state.side(state.mover()), state.occupied());
    let free = BOARD & !occupied;
    let directions = Direction::open_to(state.mover());
    let mut paths = 0;
    for direction in directions {
        let back = direction.opposite();
        let tips = direction.shift(side) & free;
        paths += u64::from(tips.count_ones());
        for tip in squares(tips & leaps(directions, back, occupied, free)) {
            let start = back.shift(tip.bit());
            paths += Jumps::new(directions, occupied & !start).from(tip.bit(), free) - 1;
        }
        let jumps = direction.shift(direction.shift(side) & occupied) & free;
        for landed in squares(jumps) {
            let start = back.shift(back.shift(landed.bit()));
            paths += Jumps::new(directions, occupied & !start).from(landed.bit(), free);
        }
    }
    paths
}

/// Returns the squares from which a die could jump, in any of these directions but `except`.
fn leaps(directions: [Direction; 3], except: Direction, occupied: u64, free: u64) -> u64 {
    let ahead = directions.into_iter().filter(|one| *one != except);
    ahead.fold(0, |from, direction| {
        let back = direction.opposite();
        from | back.shift(back.shift(free) & occupied)
    })
}

/// Counts the jumps of one die as [`PathSearch`] lists them.
struct Jumps {
    directions: [Direction; 3],
    /// All dice except the moving one.
    others: u64,
}

impl Jumps {
    fn new(directions: [Direction; 3], others: u64) -> Jumps {
        Jumps { directions, others }
    }

    /// Returns the number of paths that reach a square, given as a set of one, and go on from there.
    fn from(&self, square: u64, free: u64) -> u64 {
        let free = free & !square;
        self.directions.into_iter().fold(1, |paths, direction| {
            let over = direction.shift(square) & self.others;
            match direction.shift(over) & free {
                0 => paths,
                to => paths + self.from(to, free),
            }
        })
    }
}
