//! A position with a hash key that each move updates.

use referee_games::Seat;
use referee_games::cublino::{CublinoSquare, CublinoState, Die, Direction, Path};

use super::squares::{BOARD, CELLS, shift, squares};
use crate::engine::{Code, key};

/// A move: the squares where a die starts and ends, and the direction of a tip at the beginning.
/// Paths that differ only in the squares between lead to the same position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Square where the die starts.
    pub from: u8,
    /// Square where the die ends.
    pub to: u8,
    /// Direction of the first step if it is a tip, as an index of [`Direction::ALL`]; else
    /// [`Move::NO_TIP`].
    pub tip: u8,
}

impl Move {
    /// Value of `tip` for a path of jumps only.
    pub const NO_TIP: u8 = 4;

    /// Returns the move of a path.
    pub fn of(path: &Path) -> Move {
        let square = |square: CublinoSquare| square.row() * 8 + square.column();
        Move {
            from: square(path.first()),
            to: square(path.last()),
            tip: path.tip().map_or(Move::NO_TIP, |direction| direction as u8),
        }
    }

    /// Creates a move between two squares given by their numbers.
    #[expect(clippy::cast_possible_truncation, reason = "there are 56 numbers")]
    pub(super) const fn new(from: usize, to: usize, tip: u8) -> Move {
        let (from, to) = (from as u8, to as u8);
        Move { from, to, tip }
    }

    /// Returns the start and the end as squares of the rules.
    pub(super) fn squares(self) -> [Option<CublinoSquare>; 2] {
        [self.from, self.to].map(place)
    }

    /// Packs the move: six bits for each square, and three for the tip.
    pub(super) fn code(self) -> Code {
        let [from, to, tip] = [self.from, self.to, self.tip].map(u16::from);
        Code(from | to << 6 | tip << 12)
    }
}

impl From<Code> for Move {
    fn from(Code(bits): Code) -> Move {
        let part = |start: u16, mask: u16| (bits >> start & mask).to_le_bytes()[0];
        Move {
            from: part(0, 63),
            to: part(6, 63),
            tip: part(12, 7),
        }
    }
}

/// Returns the square with a number.
fn place(square: u8) -> Option<CublinoSquare> {
    CublinoSquare::at(square % 8, square / 8)
}

/// A position of either variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CublinoBoard {
    /// The squares of A's and of B's dice.
    sides: [u64; 2],
    /// The die on each square; the default on an empty square.
    dice: [Die; CELLS],
    /// Hash key of the dice and the mover.
    key: u64,
    stall: u16,
    mover: Seat,
}

impl CublinoBoard {
    /// Creates the board of a state of the rules.
    pub fn of(state: &CublinoState) -> CublinoBoard {
        let mut board = CublinoBoard {
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

    /// Returns the state of the rules.
    pub(super) fn state(&self) -> CublinoState {
        let dice = squares(self.occupied()).filter_map(|square| {
            let seat = self.owner(square);
            Some((place(u8::try_from(square).ok()?)?, seat, self.dice[square]))
        });
        CublinoState::of(self.mover, self.stall, dice)
    }

    /// Returns the seat to move.
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// Returns the number of consecutive moves that didn't go forward.
    pub const fn stall(&self) -> u16 {
        self.stall
    }

    /// Returns a hash key of the position; it doesn't depend on the stall count.
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

    /// Returns the number of a die's orientation as a seat sees it, 0 to 23. A half-turn of the
    /// board keeps the top and reverses the order of the north numbers.
    pub(super) fn seen(&self, square: usize, seat: Seat) -> usize {
        let number = usize::from(self.dice[square].letter() as u8 - b'a');
        if seat == Seat::A { number } else { number ^ 3 }
    }

    /// Returns the sum of the top numbers on these squares, each of which must have a die.
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

    /// Returns the owner of the die on a square, which must have one.
    const fn owner(&self, square: usize) -> Seat {
        if self.sides[0] >> square & 1 == 1 {
            Seat::A
        } else {
            Seat::B
        }
    }

    /// Removes the dice on these squares.
    pub(super) fn remove(&mut self, set: u64) {
        for square in squares(set) {
            let seat = self.owner(square);
            self.key ^= part(seat, self.dice[square], square);
            self.sides[seat.index()] &= !(1 << square);
            self.dice[square] = Die::default();
        }
    }

    /// Moves the mover's die and updates the count towards a draw.
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

    /// Returns true if a seat has a legal move, also when it isn't on turn.
    pub(super) fn can_move(&self, seat: Seat, jumps: bool) -> bool {
        let (occupied, free) = (self.occupied(), self.free());
        Direction::open_to(seat).into_iter().any(|direction| {
            let next = shift(self.side(seat), direction);
            next & free != 0 || jumps && shift(next & occupied, direction) & free != 0
        })
    }
}

/// Returns the part of the hash key for one die.
fn part(seat: Seat, die: Die, square: usize) -> u64 {
    let number = (seat.index() * CELLS + square) * 32 + usize::from(die.letter() as u8 - b'a');
    key(number as u64)
}
