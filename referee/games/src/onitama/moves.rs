//! Defines Onitama's moves, generates the legal ones, and reads and writes their notation.

use std::fmt;

use super::board::{self, OnitamaSquare, each};
use super::card::Card;
use super::state::OnitamaState;
use crate::seat::Seat;

/// A move: a card, a pawn's step, and the wall's step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnitamaMove {
    /// The card that is used: 0 or 1, written as 1 or 2.
    pub(super) card: u8,
    /// The pawn's square before the move; [`OnitamaSquare::NONE`] if no pawn can move.
    pub(super) from: OnitamaSquare,
    /// The pawn's target; [`OnitamaSquare::NONE`] if no pawn can move.
    pub(super) to: OnitamaSquare,
    /// The wall's step; the wall stays in a winning move.
    pub(super) wall: Wall,
}

/// The wall's step in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wall {
    Up,
    Left,
    Down,
    Right,
    Stay,
}

use Wall::{Down, Left, Right, Stay, Up};

/// The wall's legal steps in their order. The index is the sum of the free directions: up 1, left 2,
/// down 4, right 8.
const CHOICES: [&[Wall]; 16] = [
    &[Stay],
    &[Up, Stay],
    &[Left, Stay],
    &[Up, Left, Stay],
    &[Down, Stay],
    &[Up, Down, Stay],
    &[Left, Down, Stay],
    &[Up, Left, Down, Stay],
    &[Right, Stay],
    &[Up, Right, Stay],
    &[Left, Right, Stay],
    &[Up, Left, Right, Stay],
    &[Down, Right, Stay],
    &[Up, Down, Right, Stay],
    &[Left, Down, Right, Stay],
    &[Up, Left, Down, Right, Stay],
];

impl Wall {
    /// Returns the step of a letter; `None` for a letter other than `u`, `l`, `d`, `r` and `s`.
    pub(super) fn from_letter(letter: u8) -> Option<Wall> {
        [Up, Left, Down, Right, Stay]
            .into_iter()
            .find(|wall| wall.letter() == letter)
    }

    /// Returns the step's letter: `u`, `l`, `d`, `r` or `s`.
    pub(super) const fn letter(self) -> u8 {
        match self {
            Up => b'u',
            Left => b'l',
            Down => b'd',
            Right => b'r',
            Stay => b's',
        }
    }

    /// Returns the wall after this step; it may be off the board.
    pub(super) const fn shift(self, wall: u64) -> u64 {
        match self {
            Up => wall >> board::STRIDE,
            Left => wall >> 1,
            Down => wall << board::STRIDE,
            Right => wall << 1,
            Stay => wall,
        }
    }
}

impl OnitamaMove {
    /// Passes the notation on as one text: bots are sent hundreds of moves for each that is played.
    pub(super) fn tell<T>(self, to: impl FnOnce(&str) -> T) -> T {
        let ([row, column], [to_row, to_column]) = (self.from.name(), self.to.name());
        let (card, wall) = (b'1' + self.card, self.wall.letter());
        let letters = [card, row, column, to_row, to_column, wall];
        to(str::from_utf8(&letters).unwrap_or_default())
    }
}

impl fmt::Display for OnitamaMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tell(|word| f.write_str(word))
    }
}

impl OnitamaState {
    /// Appends the legal moves, ordered by card, pawn, target and wall step.
    pub(super) fn list(&self, moves: &mut Vec<OnitamaMove>) {
        if self.is_over() {
            return;
        }
        let before = moves.len();
        for card in 0..2 {
            let pattern = self.card(card);
            for from in each(self.pawns(self.player)) {
                for to in each(self.targets(pattern, from)) {
                    self.list_walls(card, from, to, moves);
                }
            }
        }
        if moves.len() == before {
            for card in 0..2 {
                self.list_walls(card, OnitamaSquare::NONE, OnitamaSquare::NONE, moves);
            }
        }
    }

    /// Returns the number of legal moves.
    pub(super) fn count(&self) -> u64 {
        if self.is_over() {
            return 0;
        }
        let mut moves = 0;
        for card in 0..2 {
            let pattern = self.card(card);
            for from in each(self.pawns(self.player)) {
                for to in each(self.targets(pattern, from)) {
                    moves += self.walls(from, to).len() as u64;
                }
            }
        }
        if moves == 0 {
            let walls = self.walls(OnitamaSquare::NONE, OnitamaSquare::NONE);
            moves = 2 * walls.len() as u64;
        }
        moves
    }

    fn list_walls(
        &self,
        card: u8,
        from: OnitamaSquare,
        to: OnitamaSquare,
        moves: &mut Vec<OnitamaMove>,
    ) {
        let walls = self.walls(from, to).iter();
        moves.extend(walls.map(|&wall| OnitamaMove {
            card,
            from,
            to,
            wall,
        }));
    }

    /// Returns the squares that a pawn can go to with a card.
    fn targets(&self, card: Card, from: OnitamaSquare) -> u64 {
        card.reach(from) & !(self.pawns(self.player) | self.wall)
    }

    /// Returns the first possible step, with its card; `None` if no pawn can move.
    pub(super) fn some_step(&self) -> Option<(u8, OnitamaSquare, OnitamaSquare)> {
        (0..2).find_map(|card| {
            each(self.pawns(self.player)).find_map(|from| {
                let to = each(self.targets(self.card(card), from)).next()?;
                Some((card, from, to))
            })
        })
    }

    /// Returns the squares that the wall can't enter after a pawn's step: both bases, the mover's general
    /// and the opponent's pawns.
    pub(super) fn closed(&self, from: OnitamaSquare, to: OnitamaSquare) -> u64 {
        let (seat, other) = (self.player, self.player.other());
        let bases = board::base(Seat::A).bit() | board::base(Seat::B).bit();
        let general = if self.general(seat) & from.bit() == 0 {
            self.general(seat)
        } else {
            to.bit()
        };
        bases | general | self.pawns(other) & !to.bit()
    }

    /// Returns the wall's legal steps after a pawn's step.
    fn walls(&self, from: OnitamaSquare, to: OnitamaSquare) -> &'static [Wall] {
        if self.wins(from, to) {
            return CHOICES[0];
        }
        let open = board::ALL & !self.closed(from, to);
        let free = |wall: Wall| usize::from(wall.shift(self.wall) & open != 0);
        CHOICES[free(Up) | free(Left) << 1 | free(Down) << 2 | free(Right) << 3]
    }

    /// Reads a move; returns `None` if it isn't legal. A winning move may have any wall letter.
    pub(super) fn parse(&self, notation: &str) -> Option<OnitamaMove> {
        let &[card, row, column, to_row, to_column, letter] = notation.as_bytes() else {
            return None;
        };
        let card = card.checked_sub(b'1').filter(|card| *card < 2)?;
        let from = OnitamaSquare::from_name([row, column])?;
        let to = OnitamaSquare::from_name([to_row, to_column])?;
        let wall = Wall::from_letter(letter)?;
        if self.is_over() || !self.allows_step(card, from, to) {
            return None;
        }
        let wall = if self.wins(from, to) { Stay } else { wall };
        let m = OnitamaMove {
            card,
            from,
            to,
            wall,
        };
        self.walls(from, to).contains(&wall).then_some(m)
    }

    fn allows_step(&self, card: u8, from: OnitamaSquare, to: OnitamaSquare) -> bool {
        if (from, to) == (OnitamaSquare::NONE, OnitamaSquare::NONE) {
            return self.some_step().is_none();
        }
        let is_movers = self.pawns(self.player) & from.bit() != 0;
        is_movers && self.targets(self.card(card), from) & to.bit() != 0
    }
}
