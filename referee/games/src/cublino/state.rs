//! Defines a position: the dice on the board, the side to move, and the count towards a draw.

use super::board::{BOARD, CELLS, CublinoSquare, Direction, SIDE, home_row, squares};
use super::die::Die;
use super::path::Path;
use crate::seat::Seat;

/// A position of either variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CublinoState {
    /// The squares of A's and of B's dice.
    sides: [u64; 2],
    /// The die on each square. Empty squares hold the default, so that equal positions compare as equal.
    dice: [Die; CELLS],
    stall: u16,
    mover: Seat,
}

impl CublinoState {
    pub(super) const fn empty(mover: Seat, stall: u16) -> CublinoState {
        CublinoState {
            sides: [0; 2],
            dice: [Die::ZERO; CELLS],
            stall,
            mover,
        }
    }

    /// Returns the position with these dice. `stall` is the number of consecutive moves that didn't go
    /// forward.
    pub fn of(
        mover: Seat,
        stall: u16,
        dice: impl IntoIterator<Item = (CublinoSquare, Seat, Die)>,
    ) -> CublinoState {
        let mut state = CublinoState::empty(mover, stall);
        for (square, seat, die) in dice {
            state.put(seat, die, square);
        }
        state
    }

    /// Returns the start position: each side has seven dice on its home row, with six on top and three
    /// towards their owner; A is to move.
    pub(super) fn start() -> CublinoState {
        let mut state = CublinoState::empty(Seat::A, 0);
        for (seat, north) in [(Seat::A, 4), (Seat::B, 3)] {
            let die = Die::new(6, north).unwrap_or_default();
            for square in squares(home_row(seat)) {
                state.put(seat, die, square);
            }
        }
        state
    }

    /// Returns the seat to move, or the seat that would move if the game weren't over.
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// Returns the number of consecutive moves that didn't go forward, 0 to 9999.
    pub const fn stall(&self) -> u16 {
        self.stall
    }

    /// Returns the die on a square and its owner.
    pub fn die(&self, square: CublinoSquare) -> Option<(Seat, Die)> {
        let owner = |seat: &Seat| self.side(*seat) & square.bit() != 0;
        let seat = [Seat::A, Seat::B].into_iter().find(owner)?;
        Some((seat, self.dice[square.index()]))
    }

    /// Iterates over all dice, ordered by row, then column.
    pub fn dice(&self) -> impl Iterator<Item = (CublinoSquare, Seat, Die)> {
        squares(self.occupied()).filter_map(|square| {
            let (seat, die) = self.die(square)?;
            Some((square, seat, die))
        })
    }

    /// Returns the squares of one side's dice.
    pub(super) const fn side(&self, seat: Seat) -> u64 {
        self.sides[seat.index()]
    }

    pub(super) const fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// Returns the sum of the top numbers on these squares, each of which must have a die.
    pub(super) fn tops(&self, set: u64) -> u32 {
        let top = |square: CublinoSquare| u32::from(self.dice[square.index()].top());
        squares(set).map(top).sum()
    }

    /// Returns the sum over all dice of the number of rows to the opponent's end row.
    pub(super) fn rows_to_go(&self) -> u32 {
        let distance = |(square, seat, _): (CublinoSquare, Seat, Die)| match seat {
            Seat::A => SIDE - 1 - square.row(),
            _ => square.row(),
        };
        self.dice().map(|die| u32::from(distance(die))).sum()
    }

    /// Returns true if a seat has a legal move on this board, whoever is to move.
    pub(super) fn can_move(&self, seat: Seat, jumps: bool) -> bool {
        let (occupied, free) = (self.occupied(), BOARD & !self.occupied());
        Direction::open_to(seat).into_iter().any(|direction| {
            let next = direction.shift(self.side(seat));
            next & free != 0 || jumps && direction.shift(next & occupied) & free != 0
        })
    }

    /// Returns the number of tips of the side to move.
    pub(super) fn tips(&self) -> u64 {
        let (side, free) = (self.side(self.mover), BOARD & !self.occupied());
        Direction::open_to(self.mover)
            .into_iter()
            .map(|direction| u64::from((direction.shift(side) & free).count_ones()))
            .sum()
    }

    /// Puts a die on an empty square.
    pub(super) fn put(&mut self, seat: Seat, die: Die, square: CublinoSquare) {
        self.sides[seat.index()] |= square.bit();
        self.dice[square.index()] = die;
    }

    /// Removes the dice on these squares.
    pub(super) fn remove(&mut self, set: u64) {
        for square in squares(set) {
            self.dice[square.index()] = Die::ZERO;
        }
        self.sides = self.sides.map(|side| side & !set);
    }

    /// Moves the mover's die along a path and updates the count towards a draw.
    pub(super) fn carry(&mut self, path: &Path) {
        let (from, to) = (path.first(), path.last());
        let die = self.dice[from.index()];
        let die = path.tip().map_or(die, |direction| die.tipped(direction));
        self.remove(from.bit());
        self.put(self.mover, die, to);
        // No step goes back, so a change of row is always a step forward.
        self.stall = if from.row() == to.row() {
            self.stall + 1
        } else {
            0
        };
    }

    /// Returns the position after a half-turn of the board, with the seats exchanged.
    pub(super) fn exchanged(&self) -> CublinoState {
        let mut other = CublinoState::empty(self.mover.other(), self.stall);
        for (square, seat, die) in self.dice() {
            other.put(seat.other(), die.turned(), square.turned());
        }
        other
    }

    /// Gives the turn to the other side.
    pub(super) fn pass(&mut self) {
        self.mover = self.mover.other();
    }

    /// Skips the mover if it has no legal move and the other side has one.
    pub(super) fn settle(&mut self, jumps: bool) {
        let other = self.mover.other();
        if !self.can_move(self.mover, jumps) && self.can_move(other, jumps) {
            self.mover = other;
        }
    }
}
