//! Moves the tokens of all seats: which can move, where they land, which tokens they kick.

use crate::ludo::LudoMove;
use crate::ludo::track::{END, SIX, YARD, land, square, stacks};
use crate::seat::Seat;

/// The steps of the tokens p and q of one seat.
pub type Pair = [i8; 2];

/// The steps of all tokens; a seat that doesn't take part, or has forfeited, has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tokens([Option<Pair>; 4]);

impl Tokens {
    /// Returns two tokens in the yard for each of these seats.
    pub fn start(seats: &[Seat]) -> Tokens {
        let mut tokens = Tokens::default();
        for seat in seats {
            tokens.put(*seat, Some([YARD; 2]));
        }
        tokens
    }

    /// Returns the tokens of a seat; `None` if it doesn't take part.
    pub fn of(&self, seat: Seat) -> Option<Pair> {
        self.0[seat.index()]
    }

    /// Sets or removes the tokens of a seat.
    pub fn put(&mut self, seat: Seat, pair: Option<Pair>) {
        self.0[seat.index()] = pair;
    }

    /// Iterates over the seats that take part, with their tokens, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, Pair)> {
        Seat::ALL
            .into_iter()
            .filter_map(|seat| Some((seat, self.of(seat)?)))
    }

    /// Returns true if a seat takes part and has a token that hasn't finished.
    pub fn plays(&self, seat: Seat) -> bool {
        self.of(seat).is_some_and(|pair| pair != [END; 2])
    }

    /// Returns the number of seats that take part and are still in play.
    pub fn playing(&self) -> usize {
        let plays = |seat: &&Seat| self.plays(**seat);
        Seat::ALL.iter().filter(plays).count()
    }

    /// Returns whether `p` and `q` are legal moves of a seat for a roll; of two tokens on one step only p is.
    pub fn movable(&self, seat: Seat, roll: u8) -> [bool; 2] {
        let Some([p, q]) = self.of(seat) else {
            return [false; 2];
        };
        let can = |step| step != END && (step != YARD || roll == SIX);
        [can(p), can(q) && p != q]
    }

    /// Moves a token, and the other one with it if they are stacked; then sends kicked tokens home.
    pub fn advance(&mut self, seat: Seat, m: LudoMove, roll: u8) {
        let (Some(mut pair), Some(token)) = (self.of(seat), m.token()) else {
            return;
        };
        let from = pair[token];
        let to = land(from, roll);
        if pair == [from; 2] && stacks(from) {
            pair = [to; 2];
        } else {
            pair[token] = to;
        }
        let before = *self;
        self.put(seat, Some(pair));
        for (other, token) in before.kicked(seat, to) {
            if let Some(kicked) = &mut self.0[other.index()] {
                kicked[token] = YARD;
            }
        }
    }

    /// Returns the opponents' tokens that a token landing on a step kicks home: 0 for p, 1 for q.
    pub fn kicked(&self, seat: Seat, step: i8) -> impl Iterator<Item = (Seat, usize)> {
        let landed = square(seat, step);
        let tokens = self
            .iter()
            .filter(move |(other, _)| landed.is_some() && *other != seat);
        tokens
            .flat_map(|(other, pair)| [(other, 0, pair[0]), (other, 1, pair[1])])
            .filter(move |(other, _, step)| square(*other, *step) == landed)
            .map(|(other, token, _)| (other, token))
    }
}
