//! Defines a position, and how a move, a roll or a forfeit changes it.

use std::borrow::Cow;
use std::cmp::Reverse;

use crate::game::Ending;
use crate::ludo::LudoMove;
use crate::ludo::tokens::Tokens;
use crate::ludo::track::{LudoSquare, SIX, YARD, land, stacks};
use crate::seat::Seat;

/// A position: everything that a player needs in order to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LudoState {
    /// The tokens of all seats.
    pub tokens: Tokens,
    /// The seat on turn, which hasn't finished or forfeited.
    pub player: Seat,
    /// The die, 1 to 6; `None` before it is cast.
    pub roll: Option<u8>,
    /// True for the extra roll after a six.
    pub bonus: bool,
    /// For each seat its number in the order of finishing, from 1; 0 if it hasn't finished.
    pub placed: [u8; 4],
    /// Number of rolls left, including a roll that is cast but not played yet.
    pub rolls_left: u32,
}

impl LudoState {
    /// Iterates over the seats that have finished, in the order in which they did.
    pub fn finished(&self) -> impl Iterator<Item = Seat> {
        let placed = move |place| {
            Seat::ALL
                .into_iter()
                .find(move |seat| self.placed[seat.index()] == place)
        };
        (1..=4).filter_map(placed)
    }

    /// Returns true if the game has ended.
    pub fn is_over(&self) -> bool {
        self.rolls_left == 0 || self.tokens.playing() <= 1
    }

    /// Returns whether `p` and `q` are legal moves; both false before the roll and after the end.
    pub fn movable(&self) -> [bool; 2] {
        match self.roll {
            Some(roll) if !self.is_over() => self.tokens.movable(self.player, roll),
            _ => [false; 2],
        }
    }

    /// Returns true if the die is cast and no token can use it.
    pub fn must_pass(&self) -> bool {
        self.roll.is_some() && !self.is_over() && self.movable() == [false; 2]
    }

    /// Returns the squares over which a legal move's token goes, and a stack's other token with it.
    pub fn paths(&self, m: LudoMove) -> Vec<Vec<String>> {
        let (Some(pair), Some(token), Some(roll)) =
            (self.tokens.of(self.player), m.token(), self.roll)
        else {
            return Vec::new();
        };
        let step = pair[token];
        let last = if step == YARD { 1 } else { roll };
        let name = |eyes| {
            let step = if eyes == 0 { step } else { land(step, eyes) };
            let square = LudoSquare {
                seat: self.player,
                step,
            };
            square.on_the_board()
        };
        let path: Vec<String> = (0..=last).map(name).collect();
        let tokens = if pair[0] == pair[1] && stacks(step) {
            2
        } else {
            1
        };
        vec![path; tokens]
    }

    /// Plays a legal move. Rolls are counted here and not when they are cast, so that a seat that forfeits
    /// takes no roll from the others.
    pub fn play(&mut self, m: LudoMove) {
        let Some(roll) = self.roll.take() else {
            return;
        };
        self.tokens.advance(self.player, m, roll);
        self.rolls_left = self.rolls_left.saturating_sub(1);
        let plays = self.tokens.plays(self.player);
        if !plays {
            self.placed[self.player.index()] = 1 + self.placed.iter().max().copied().unwrap_or(0);
        }
        if plays && roll == SIX && !self.bonus {
            self.bonus = true;
        } else {
            self.pass_on();
        }
    }

    /// Removes a seat. Returns false, and changes nothing, if the game is over or the seat doesn't play any
    /// more.
    pub fn withdraw(&mut self, seat: Seat) -> bool {
        if self.is_over() || !self.tokens.plays(seat) {
            return false;
        }
        self.tokens.put(seat, None);
        if seat == self.player {
            self.pass_on();
        }
        true
    }

    /// Gives the turn to the next seat that still plays.
    fn pass_on(&mut self) {
        self.roll = None;
        self.bonus = false;
        let following = (1..=4).map(|n| Seat::ALL[(self.player.index() + n) % 4]);
        self.player = following
            .into_iter()
            .find(|seat| self.tokens.plays(*seat))
            .unwrap_or(self.player);
    }

    /// Returns the ending; `None` if the game isn't over. The score is the sum of a seat's steps, −1 for a
    /// token in the yard; the same sum ranks the seats that are still in play.
    pub fn ending(&self) -> Option<Ending> {
        if !self.is_over() {
            return None;
        }
        let order = |seat: Seat| match self.placed[seat.index()] {
            0 => Reverse(u8::MAX),
            place => Reverse(place),
        };
        let sums: Vec<(Seat, i64)> = self
            .tokens
            .iter()
            .map(|(seat, [p, q])| (seat, i64::from(p) + i64::from(q)))
            .collect();
        let place = |&(seat, sum): &(Seat, i64)| {
            let better = |other: &&(Seat, i64)| (order(other.0), other.1) > (order(seat), sum);
            let ahead = sums.iter().filter(better).count();
            (seat, u8::try_from(ahead).unwrap_or(u8::MAX) + 1)
        };
        Some(Ending {
            reason: Cow::Borrowed(if self.tokens.playing() <= 1 {
                "finished"
            } else {
                "rolls"
            }),
            places: sums.iter().map(place).collect(),
            score: Some(sums),
        })
    }
}
