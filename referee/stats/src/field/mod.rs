//! A field: ratings of many players out of their games, with errors.
//!
//! One model serves all games, that of Plackett and Luce on the scale of Elo: a player of rating R
//! weighs 10^(R/400), and each place goes to one of those left with a probability proportional to
//! its weight (R. L. Plackett, The analysis of permutations, 1975; R. D. Luce, Individual choice
//! behavior, 1959). Players who share a place count as the mean log-likelihood over the orders they
//! could have come in. For two seats that is the model of Bradley and Terry with a draw as half a
//! win (Rank analysis of incomplete block designs, 1952).
//!
//! `shape` and `model` evaluate the likelihood, `exist` decides whether it has a finite maximum, `newton` finds
//! it, `errors` says how sure it is, and [`Fit`] holds what came out. The guide is docs/ratings.md.

mod cycles;
mod errors;
mod fit;
mod linear;
mod mle_existence;
mod model;
mod newton;
mod order;
mod ranks;
mod shape;
mod spread;
mod weng_lin;

pub use cycles::cycles;
pub use fit::{Fit, PRIOR, fit};
pub use order::{RankAmbiguity, groups, separated};
pub use ranks::{RANK_SAMPLES, RANK_SEED, rank_probabilities};
pub use weng_lin::{SkillBelief, weng_lin};

/// More players who share one place than this aren't averaged over: the work doubles with each.
pub const MOST_TIED: usize = 12;

/// More players aren't fitted in reasonable time and memory: both grow with powers of the number.
pub const MOST_PLAYERS: usize = 1000;

/// Points of rating in a unit of the natural logarithm of a weight: 400 / ln 10.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// What a game said: who sat where, and who came in where.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldGame {
    /// The players by seat, each a number below the number of players.
    pub seats: Vec<usize>,
    /// The places by seat: less is better, equal places are shared.
    pub places: Vec<u8>,
}

impl FieldGame {
    /// Whether it can be counted: two players at least, a place for each, nobody twice, and no place
    /// shared by more than [`MOST_TIED`].
    pub fn is_sound(&self, players: usize) -> bool {
        let mut seats = self.seats.clone();
        seats.sort_unstable();
        let mut places = self.places.clone();
        places.sort_unstable();
        seats.len() >= 2
            && seats.len() == places.len()
            && seats.iter().all(|&seat| seat < players)
            && seats.windows(2).all(|pair| pair[0] != pair[1])
            && places
                .chunk_by(|a, b| a == b)
                .all(|tied| tied.len() <= MOST_TIED)
    }
}

/// What statistics count as one: a mirrored pair of games, or a block of rotated ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its games, which may depend on each other.
    pub games: Vec<FieldGame>,
    /// How many units had these results.
    pub count: u64,
    /// How many of them differed in start, dice or moves: the others said nothing new.
    pub distinct: u64,
}

/// Where the errors of a fit come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ErrorSource {
    /// The model alone, all games independent: the inverse of the information matrix.
    Information,
    /// How much the units differed from what was expected of them: the sandwich.
    #[default]
    Robust,
}

/// How a field is fitted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FitOptions {
    /// Whether the first seat of every game has an advantage that is fitted too.
    pub first_seat: bool,
    /// Where the errors come from.
    pub errors: ErrorSource,
}

#[expect(clippy::cast_precision_loss, reason = "sixteen digits are plenty")]
fn real(n: u64) -> f64 {
    n as f64
}

#[expect(clippy::cast_precision_loss, reason = "sixteen digits are plenty")]
fn size(n: usize) -> f64 {
    n as f64
}
