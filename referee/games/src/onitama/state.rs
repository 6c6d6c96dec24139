//! Defines a position of Onitama: plays moves on it and detects the end of the game.

use super::board::{self, OnitamaSquare, each};
use super::card::Card;
use super::moves::OnitamaMove;
use crate::game::Ending;
use crate::seat::Seat;

/// A position of Onitama with the wall.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnitamaState {
    /// The pawns of A and B, generals included.
    pub(super) pawns: [u64; 2],
    /// The generals of A and B; an empty set after the capture.
    pub(super) generals: [u64; 2],
    /// The wall; an empty set in a game without one.
    pub(super) wall: u64,
    /// A1, A2, B1, B2 and the side card, each as its holder sees it.
    pub(super) cards: [Card; 5],
    /// The seat to move; after a winning move, the seat that made it.
    pub(super) player: Seat,
    /// Turns left until the tie, counted for both players together.
    pub(super) turns_left: u32,
}

/// The index of the side card.
pub(super) const SIDE: usize = 4;

impl OnitamaState {
    /// Returns the pawns of A or B, general included, as a set of bits: row by row from a1, nine bits per row.
    pub fn pawns(&self, seat: Seat) -> u64 {
        self.pawns[seat.index()]
    }

    /// Returns the general of A or B as a set of bits, empty after its capture.
    pub fn general(&self, seat: Seat) -> u64 {
        self.generals[seat.index()]
    }

    /// Returns card 0 or 1 of the player to move, as seen from A's side.
    pub(super) fn card(&self, card: u8) -> Card {
        let held = self.cards[self.slot(card)];
        if self.player == Seat::A {
            held
        } else {
            held.turned()
        }
    }

    fn slot(&self, card: u8) -> usize {
        2 * self.player.index() + usize::from(card)
    }

    /// Returns the reason why a seat has won: `base` or `general`; `None` if it hasn't.
    pub(super) fn won(&self, seat: Seat) -> Option<&'static str> {
        if self.general(seat) & board::base(seat.other()).bit() != 0 {
            Some("base")
        } else if self.general(seat.other()) == 0 {
            Some("general")
        } else {
            None
        }
    }

    /// Says what a legal move captures, or that it reaches the base.
    pub(super) fn effects(&self, m: OnitamaMove) -> Option<&'static str> {
        let mut after = *self;
        after.play(m);
        let other = self.player.other();
        match after.won(self.player) {
            Some("base") => Some("the general reaches the base"),
            Some(_) => Some("captures the general"),
            None => (after.pawns(other) != self.pawns(other)).then_some("captures a pawn"),
        }
    }

    /// Returns the result of the game; `None` if it isn't over.
    pub(super) fn ending(&self) -> Option<Ending> {
        let win = |seat| Some(Ending::win(seat, self.won(seat)?));
        let tie = || (self.turns_left == 0).then(|| Ending::draw("turns"));
        win(Seat::A).or_else(|| win(Seat::B)).or_else(tie)
    }

    /// Returns whether the game has ended.
    pub(super) fn is_over(&self) -> bool {
        let won = |seat| self.won(seat).is_some();
        self.turns_left == 0 || won(Seat::A) || won(Seat::B)
    }

    /// Returns whether a pawn's step wins the game.
    pub(super) fn wins(&self, from: OnitamaSquare, to: OnitamaSquare) -> bool {
        let (seat, other) = (self.player, self.player.other());
        let reaches = self.general(seat) & from.bit() != 0 && to == board::base(other);
        reaches || self.general(other) & to.bit() != 0
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, m: OnitamaMove) {
        let (mover, other) = (self.player.index(), self.player.other().index());
        let wins = self.wins(m.from, m.to);
        let step = m.from.bit() ^ m.to.bit();
        self.pawns[mover] ^= step;
        if self.generals[mover] & m.from.bit() != 0 {
            self.generals[mover] ^= step;
        }
        self.pawns[other] &= !m.to.bit();
        self.generals[other] &= !m.to.bit();
        if wins {
            return;
        }
        let played = self.slot(m.card);
        self.cards.swap(played, SIDE);
        let wall = m.wall.shift(self.wall);
        if self.pawns[mover] & wall != 0 {
            self.pawns[mover] ^= wall | self.wall;
        }
        self.wall = wall;
        self.turns_left = self.turns_left.saturating_sub(1);
        self.player = self.player.other();
    }

    /// Returns the squares over which a legal move's pieces go: the pawn, the wall, and the pawn that makes room for it.
    pub(super) fn paths(&self, m: OnitamaMove) -> Vec<Vec<String>> {
        let mut after = *self;
        after.play(m);
        let mut paths = Vec::new();
        if m.from != OnitamaSquare::NONE {
            paths.push(vec![m.from, m.to]);
        }
        let walls = [self.wall, after.wall].map(|wall| each(wall).next());
        if let [Some(before), Some(wall)] = walls
            && before != wall
        {
            // A pawn of the mover makes room by going where the wall stood.
            let makes_room = after.pawns[self.player.index()] & before.bit() != 0;
            let moved = paths.first_mut().filter(|path| path[1] == wall);
            match moved {
                Some(path) if makes_room => path.push(before),
                _ if makes_room => paths.push(vec![wall, before]),
                _ => {}
            }
            paths.push(vec![before, wall]);
        }
        let names = |path: Vec<OnitamaSquare>| path.iter().map(ToString::to_string).collect();
        paths.into_iter().map(names).collect()
    }

    /// Returns the position on the board turned by 180°, with the seats exchanged.
    pub(super) fn exchanged(&self) -> OnitamaState {
        let sides = |[a, b]: [u64; 2]| [board::turned(b), board::turned(a)];
        let [a1, a2, b1, b2, side] = self.cards;
        OnitamaState {
            pawns: sides(self.pawns),
            generals: sides(self.generals),
            wall: board::turned(self.wall),
            cards: [b1, b2, a1, a2, side],
            player: self.player.other(),
            turns_left: self.turns_left,
        }
    }

    /// Returns the position with left and right swapped.
    pub(super) fn mirrored(&self) -> OnitamaState {
        OnitamaState {
            pawns: self.pawns.map(board::mirrored),
            generals: self.generals.map(board::mirrored),
            wall: board::mirrored(self.wall),
            cards: self.cards.map(Card::mirrored),
            ..*self
        }
    }
}
