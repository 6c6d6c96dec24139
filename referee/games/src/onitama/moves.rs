//! Moves: which there are, and their notation.

use std::fmt;

use super::board::{self, OnitamaSquare, each};
use super::card::Card;
use super::state::OnitamaState;
use crate::seat::Seat;

/// A move: a card, a pawn's step, and the wall's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OnitamaMove {
    /// 0 or 1.
    pub(super) card: u8,
    /// Where the pawn stood; none where no pawn can move.
    pub(super) from: OnitamaSquare,
    /// Where it goes; none where no pawn can move.
    pub(super) to: OnitamaSquare,
    /// Where the wall goes; it stays in a winning move.
    pub(super) wall: Wall,
}

/// What a move does with the wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wall {
    Up,
    Left,
    Down,
    Right,
    Stay,
}

use Wall::{Down, Left, Right, Stay, Up};

/// The wall's choices in their order, by which of them are free: up 1, left 2, down 4, right 8.
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
    /// The choice that a letter stands for.
    pub(super) fn from_letter(letter: u8) -> Option<Wall> {
        [Up, Left, Down, Right, Stay]
            .into_iter()
            .find(|wall| wall.letter() == char::from(letter))
    }

    /// `u`, `l`, `d`, `r` or `s`.
    pub(super) const fn letter(self) -> char {
        match self {
            Up => 'u',
            Left => 'l',
            Down => 'd',
            Right => 'r',
            Stay => 's',
        }
    }

    /// Where this takes the wall; perhaps off the board.
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

impl fmt::Display for OnitamaMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}{}{}{}",
            self.card + 1,
            self.from,
            self.to,
            self.wall.letter()
        )
    }
}

impl OnitamaState {
    /// Appends the legal moves: by card, by pawn, by target, by the wall's way.
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

    /// Where a pawn can go by a card.
    fn targets(&self, card: Card, from: OnitamaSquare) -> u64 {
        card.reach(from) & !(self.pawns(self.player) | self.wall)
    }

    /// A pawn's step by a card, if there is any step at all.
    pub(super) fn some_step(&self) -> Option<(u8, OnitamaSquare, OnitamaSquare)> {
        (0..2).find_map(|card| {
            each(self.pawns(self.player)).find_map(|from| {
                let to = each(self.targets(self.card(card), from)).next()?;
                Some((card, from, to))
            })
        })
    }

    /// The squares that the wall can't enter after a pawn's step.
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

    /// What the wall may do after a pawn's step.
    fn walls(&self, from: OnitamaSquare, to: OnitamaSquare) -> &'static [Wall] {
        if self.wins(from, to) {
            return CHOICES[0];
        }
        let open = board::ALL & !self.closed(from, to);
        let free = |wall: Wall| usize::from(wall.shift(self.wall) & open != 0);
        CHOICES[free(Up) | free(Left) << 1 | free(Down) << 2 | free(Right) << 3]
    }

    /// The legal move that a word names; a winning move may have any wall letter.
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
