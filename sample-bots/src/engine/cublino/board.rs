//! A position with a key for tables, which is kept up to date move by move.

use referee_games::Seat;
use referee_games::cublino::{Die, Direction, Path, Square, State};

use super::squares::{BOARD, CELLS, shift, squares};

/// A move: where a die stands and goes, and how it tips first. Paths that only differ in the squares
/// between lead to the same position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the die stood.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
    /// The direction of the first step, if that is a tip; as in [`Direction::ALL`].
    pub tip: u8,
}

impl Move {
    /// The tip of a path of jumps alone.
    pub const NO_TIP: u8 = 4;

    /// What a path comes to.
    pub fn of(path: &Path) -> Move {
        let square = |square: Square| square.row() * 8 + square.column();
        Move {
            from: square(path.first()),
            to: square(path.last()),
            tip: path.tip().map_or(Move::NO_TIP, |direction| direction as u8),
        }
    }

    /// A move between two squares given by their numbers.
    #[expect(clippy::cast_possible_truncation, reason = "there are 56 numbers")]
    pub(super) const fn new(from: usize, to: usize, tip: u8) -> Move {
        let (from, to) = (from as u8, to as u8);
        Move { from, to, tip }
    }

    /// Its squares, to be named.
    pub fn squares(self) -> [Option<Square>; 2] {
        [self.from, self.to].map(|square| Square::at(square % 8, square / 8))
    }
}

/// A position, of either variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The squares of A's and of B's dice.
    sides: [u64; 2],
    /// The die on each square; the default on an empty one.
    dice: [Die; CELLS],
    /// Follows from the dice and the mover.
    key: u64,
    stall: u16,
    mover: Seat,
}

impl Board {
    /// The board of a state of the rules.
    pub fn of(state: &State) -> Board {
        let mut board = Board {
            sides: [0; 2],
            dice: [Die::default(); CELLS],
            key: 0,
            stall: state.stall(),
            mover: state.mover(),
        };
        for (square, seat, die) in state.dice() {
            let square = usize::from(square.row() * 8 + square.column());
            board.put(seat, die, square);
        }
        board
    }

    /// Who is to move.
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// Moves in a row that didn't go forward.
    pub const fn stall(&self) -> u16 {
        self.stall
    }

    /// A number that differs between positions, but for their stall.
    pub fn key(&self) -> u64 {
        if self.mover == Seat::A {
            self.key
        } else {
            !self.key
        }
    }

    pub(super) const fn side(&self, seat: Seat) -> u64 {
        self.sides[seat.index()]
    }

    pub(super) const fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    pub(super) const fn free(&self) -> u64 {
        BOARD & !self.occupied()
    }

    pub(super) fn die(&self, square: usize) -> Die {
        self.dice[square]
    }

    /// The number of a die's orientation as a seat sees it, 0 to 23: a half-turn leaves the top and
    /// turns the order of the numbers in the north around.
    pub(super) fn seen(&self, square: usize, seat: Seat) -> usize {
        let number = usize::from(self.dice[square].letter() as u8 - b'a');
        if seat == Seat::A { number } else { number ^ 3 }
    }

    /// The sum of the numbers on top of the dice on these squares, which hold one each.
    pub(super) fn tops(&self, set: u64) -> u32 {
        squares(set)
            .map(|square| u32::from(self.dice[square].top()))
            .sum()
    }

    fn put(&mut self, seat: Seat, die: Die, square: usize) {
        self.sides[seat.index()] |= 1 << square;
        self.dice[square] = die;
        self.key ^= part(seat, die, square);
    }

    /// Takes the dice on these squares from the board.
    pub(super) fn remove(&mut self, set: u64) {
        for square in squares(set) {
            let seat = if self.sides[0] >> square & 1 == 1 {
                Seat::A
            } else {
                Seat::B
            };
            self.key ^= part(seat, self.dice[square], square);
            self.sides[seat.index()] &= !(1 << square);
            self.dice[square] = Die::default();
        }
    }

    /// Moves the mover's die, and counts the move towards the draw.
    pub(super) fn carry(&mut self, m: Move) {
        let from = usize::from(m.from);
        let die = self.dice[from];
        let tip = Direction::ALL.get(usize::from(m.tip));
        self.remove(1 << from);
        self.put(
            self.mover,
            tip.map_or(die, |direction| die.tipped(*direction)),
            usize::from(m.to),
        );
        let along = m.from / 8 == m.to / 8;
        self.stall = if along { self.stall + 1 } else { 0 };
    }

    /// Gives the turn to the other side, unless only the mover can move.
    pub(super) fn pass(&mut self, jumps: bool) {
        let other = self.mover.other();
        if self.can_move(other, jumps) || !self.can_move(self.mover, jumps) {
            self.mover = other;
        }
    }

    /// Whether a seat has a legal move, whoever is to move.
    pub(super) fn can_move(&self, seat: Seat, jumps: bool) -> bool {
        let (occupied, free) = (self.occupied(), self.free());
        Direction::open_to(seat).into_iter().any(|direction| {
            let next = shift(self.side(seat), direction);
            next & free != 0 || jumps && shift(next & occupied, direction) & free != 0
        })
    }
}

/// What one die adds to the key: the numbers from here on, well mixed (the finisher of `SplitMix64`).
fn part(seat: Seat, die: Die, square: usize) -> u64 {
    let number = (seat.index() * CELLS + square) * 32 + usize::from(die.letter() as u8 - b'a');
    let mut z = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
