//! Ratings of a field: many players, rated from their games, with errors.
//!
//! One model is used for all games, the Plackett-Luce model on the Elo scale: a player of rating R has the
//! weight 10^(R/400), and each place goes to one of the remaining players with a probability proportional to
//! its weight (R. L. Plackett, The analysis of permutations, 1975; R. D. Luce, Individual choice behavior,
//! 1959). Players that share a place count as the mean log-likelihood over their possible orders. For two
//! seats that is the Bradley-Terry model with a draw as half a win (Rank analysis of incomplete block
//! designs, 1952).
//!
//! `shape` and `model` evaluate the likelihood, `mle_existence` decides if it has a finite maximum, `newton`
//! finds it, `errors` computes its uncertainty, and [`Fit`] holds the results. The guide is docs/ratings.md.

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

pub use cycles::cycles;
pub use fit::{Fit, PRIOR, fit};
pub use order::{RankAmbiguity, groups, separated};
pub use ranks::{RANK_SAMPLES, RANK_SEED, rank_probabilities};

/// Most players that may share one place: the work of averaging over their orders doubles with each.
pub const MOST_TIED: usize = 12;

/// Most players that are fitted in reasonable time and memory: both grow with powers of the number.
pub const MOST_PLAYERS: usize = 1000;

/// Rating points per unit of the natural logarithm of a weight: 400 / ln 10.
const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// A game: the players by seat, and their places.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldGame {
    /// The players by seat, each a number below the number of players.
    pub seats: Vec<usize>,
    /// The places by seat: lower is better, equal places are shared.
    pub places: Vec<u8>,
}

impl FieldGame {
    /// Returns true if the game can be counted: at least two players, a place for each, no player twice, and
    /// no place shared by more than [`MOST_TIED`].
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

/// A unit of statistics: a mirrored pair of games, or a block of rotated ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its games, which may depend on each other.
    pub games: Vec<FieldGame>,
    /// Number of units with these results.
    pub count: u64,
    /// Number of them that differed in start, dice or moves: the others add no information.
    pub distinct: u64,
}

/// Source of a fit's errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ErrorSource {
    /// The model alone, with all games independent: the inverse of the information matrix.
    Information,
    /// The observed deviations of the units from what was expected of them: the sandwich estimator.
    #[default]
    Robust,
}

/// Options for fitting a field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FitOptions {
    /// True if the advantage of the first seat is fitted too.
    pub first_seat: bool,
    /// Source of the errors.
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
