//! Estimates the number of turns that a seat still needs if nobody kicks its tokens.
//!
//! For each pair of steps, value iteration finds the mean and the variance of the number of turns,
//! for a player that wants to finish soon. They follow from the rules alone, so they are calculated
//! only once.

use std::sync::OnceLock;

use referee_games::Seat;
use referee_games::ludo::track::{END, SIX, YARD};
use referee_games::ludo::{LudoMove, Pair, Tokens};

/// Change, in turns, below which the iteration stops.
const SMALL: f32 = 1e-3;
/// Number of steps of a token, from the yard to the end.
const STEPS: usize = 59;
const PAIRS: usize = STEPS * STEPS;
const FACES: usize = 6;

/// A random number of turns: its mean and the mean of its square.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RaceTurns {
    pub(super) mean: f32,
    square: f32,
}

impl RaceTurns {
    pub(super) fn variance(self) -> f32 {
        self.square - self.mean * self.mean
    }

    fn add(&mut self, weight: f32, other: RaceTurns) {
        self.mean += weight * other.mean;
        self.square += weight * other.square;
    }

    /// Returns the number of turns plus one.
    fn later(self) -> RaceTurns {
        RaceTurns {
            mean: self.mean + 1.0,
            square: self.square + 2.0 * self.mean + 1.0,
        }
    }
}

/// The number of turns that each pair of steps needs.
pub(super) struct Race {
    /// At the start of a turn, including this turn.
    fresh: Vec<RaceTurns>,
    /// Before a bonus roll, without the turn to which it belongs.
    bonus: Vec<RaceTurns>,
}

impl Race {
    /// Returns the table, which is calculated at the first call.
    pub(super) fn known() -> &'static Race {
        static RACE: OnceLock<Race> = OnceLock::new();
        RACE.get_or_init(Race::solve)
    }

    pub(super) fn fresh(&self, pair: Pair) -> RaceTurns {
        self.fresh[index(pair)]
    }

    pub(super) fn bonus(&self, pair: Pair) -> RaceTurns {
        self.bonus[index(pair)]
    }

    fn solve() -> Race {
        let mut race = Race {
            fresh: vec![RaceTurns::default(); PAIRS],
            bonus: vec![RaceTurns::default(); PAIRS],
        };
        let places = places();
        loop {
            let mut change = 0.0_f32;
            for place in &places {
                let at = index(place.pair);
                let before = race.fresh[at].mean;
                race.update(place);
                change = change.max((race.fresh[at].mean - before).abs());
            }
            if change < SMALL {
                return race;
            }
        }
    }

    fn update(&mut self, place: &Place) {
        const FACE: f32 = 1.0 / 6.0;
        let mut bonus = RaceTurns::default();
        let mut fresh = RaceTurns::default();
        for (i, next) in place.next.iter().enumerate() {
            let rest = soonest(&self.fresh, *next);
            bonus.add(FACE, rest);
            let six = i + 1 == FACES;
            fresh.add(
                FACE,
                if six {
                    soonest(&self.bonus, *next)
                } else {
                    rest
                },
            );
        }
        let [p, q] = place.pair;
        for at in [index([p, q]), index([q, p])] {
            self.bonus[at] = bonus;
            self.fresh[at] = fresh.later();
        }
    }
}

fn soonest(table: &[RaceTurns], [p, q]: [u16; 2]) -> RaceTurns {
    let [p, q] = [table[usize::from(p)], table[usize::from(q)]];
    if q.mean < p.mean { q } else { p }
}

/// A pair of steps, and the pairs that follow it.
struct Place {
    pair: Pair,
    /// The next pair for each roll, with p and with q; both are the same if only one move is legal.
    next: [[u16; 2]; FACES],
}

/// Returns all pairs except the finished one, sorted by the distance to the end, nearest first.
fn places() -> Vec<Place> {
    let pairs = (YARD..=END).flat_map(|p| (p..=END).map(move |q| [p, q]));
    let mut pairs: Vec<Pair> = pairs.filter(|pair| *pair != [END; 2]).collect();
    pairs.sort_by_key(|[p, q]| -(p + q));
    pairs.into_iter().map(place).collect()
}

fn place(pair: Pair) -> Place {
    let mut next = [[at(pair); 2]; FACES];
    for (roll, next) in (1..=SIX).zip(&mut next) {
        let mut tokens = Tokens::default();
        tokens.put(Seat::A, Some(pair));
        *next = match tokens.movable(Seat::A, roll) {
            [true, true] => [LudoMove::P, LudoMove::Q],
            [true, false] => [LudoMove::P; 2],
            [false, true] => [LudoMove::Q; 2],
            [false, false] => [LudoMove::Pass; 2],
        }
        .map(|m| {
            let mut tokens = tokens;
            tokens.advance(Seat::A, m, roll);
            at(tokens.of(Seat::A).unwrap_or(pair))
        });
    }
    Place { pair, next }
}

fn at(pair: Pair) -> u16 {
    u16::try_from(index(pair)).unwrap_or(0)
}

fn index([p, q]: Pair) -> usize {
    let from_yard = |step: i8| usize::from((step - YARD).unsigned_abs());
    from_yard(p) * STEPS + from_yard(q)
}
