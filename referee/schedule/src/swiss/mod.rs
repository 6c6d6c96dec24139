//! Swiss pairing: decides who meets whom in the next round, as a pure function of the rounds before.
//!
//! If a meeting is one game, rounds are paired and seats assigned by FIDE's Dutch system: `dutch`.
//!
//! A round of meetings with both seatings is paired in two steps, both of them minimum-cost matchings of all
//! active players:
//!
//! 1. Which players leave their score group. No two players meet again, and no player has a second bye: there
//!    are no such edges. In order of weight follow: the bye in the lowest possible group, the least sum of
//!    squared differences of match points, and the end of a group before the rest of it.
//! 2. Who meets whom inside a group, where the first step has left an even number: the top half against the
//!    bottom half.
//!
//! Nothing is drawn by lot: ties are broken by the initial ranking.

mod dutch;
mod event;
mod fold;
mod groups;
mod layers;
mod matching;
mod seats;
mod tally;

pub use event::{Pairing, Seats, SwissEvent, SwissNext, SwissPairing, SwissRound};
pub use tally::{SwissStanding, standings};

use groups::Ranking;
use seats::SwissSeat;
use tally::pasts;

/// Largest number of players that can be paired: beyond it a matching takes too much memory.
pub const MOST_PLAYERS: usize = 1000;

impl SwissEvent {
    /// Returns the next round, or the reason why there is none.
    pub fn next(&self) -> SwissNext {
        if self.rounds.len() >= self.total_rounds {
            return SwissNext::Over;
        }
        self.pair().map_or(SwissNext::Exhausted, SwissNext::Round)
    }

    /// Returns the reason why remaining rounds can't be paired, see [`SwissNext::Exhausted`].
    pub fn exhausted(&self) -> &'static str {
        let here = self.active.iter().filter(|active| **active).count();
        match (here, self.seats) {
            (0 | 1, _) => "fewer than two players are there",
            (_, Seats::Mirrored) => "no pairing is left without a rematch or a second bye",
            (_, Seats::Single) => {
                "no pairing is left without a rematch, a second bye, or a seat held three times more \
                 than the other"
            }
        }
    }

    fn pair(&self) -> Option<Pairing> {
        let pasts = pasts(self);
        let ranking = Ranking::new(&self.active, &pasts);
        if ranking.players.len() < 2 {
            return None;
        }
        let (mut pairs, bye) = match self.seats {
            Seats::Mirrored => fold::pair(&ranking)?,
            Seats::Single => {
                let played = self.rounds.len();
                dutch::pair(&ranking, played, played + 1 == self.total_rounds)?
            }
        };
        pairs.sort_unstable();
        Some(Pairing {
            pairs: pairs
                .iter()
                .map(|pair| self.seat(&ranking, *pair))
                .collect(),
            bye: bye.map(|place| ranking.players[place]),
        })
    }

    /// Returns the two players of a pair in the order of the seats.
    fn seat(&self, ranking: &Ranking, [better, other]: [usize; 2]) -> [usize; 2] {
        let numbers = [ranking.players[better], ranking.players[other]];
        if self.seats == Seats::Mirrored {
            return numbers;
        }
        let (sat, theirs) = (&ranking.past(better).sat, &ranking.past(other).sat);
        match seats::seat(sat, theirs, numbers[0]) {
            SwissSeat::First => numbers,
            SwissSeat::Second => [numbers[1], numbers[0]],
        }
    }
}
