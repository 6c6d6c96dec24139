//! Result of fitting a field: ratings, errors, and the probability that one player is stronger than another.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::errors::covariance;
use super::linear::Matrix;
use super::mle_existence::Existence;
use super::model::FieldModel;
use super::newton::maximum;
use super::{FitOptions, POINTS, Unit};

/// Description of the prior, where it is used: it adds half a win to both sides of every score (the
/// correction of J. B. S. Haldane, The estimation and significance of the logarithm of a ratio of
/// frequencies, 1956).
pub const PRIOR: &str = "one drawn game against an average opponent added to every player";

/// Degrees of freedom from which on Student's t distribution is replaced by the normal one.
const MANY: f64 = 1e6;

/// Ratings of a field in Elo points.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Ratings by player, with a mean of 0; None for a player without a game.
    pub ratings: Vec<Option<f64>>,
    /// Advantage of the first seat in points, if it was fitted and there are games.
    pub first_seat: Option<f64>,
    /// [`PRIOR`], the prior in words, if the likelihood alone has no finite maximum.
    pub prior: Option<&'static str>,
    /// Covariance by parameter: the players with games, then the first seat.
    pub(super) covariance: Matrix,
    /// Degrees of freedom of the players' errors, in the same order; infinite if the model determines how
    /// much results vary.
    degrees: Vec<f64>,
    /// The players with games, in ascending order.
    pub(super) players: Vec<usize>,
}

/// Fits a field of so many players by maximum likelihood.
///
/// Games that aren't sound ([`super::FieldGame::is_sound`]) are ignored. If the likelihood has no finite
/// maximum (a perfect score, groups that never met, a first seat that always won) [`PRIOR`] is added, for the
/// first seat's term too, so that every number is finite; copies of a unit then count once.
pub fn fit(players: usize, units: &[Unit], options: FitOptions) -> Fit {
    let mut field = FieldModel::new(players, units, options.first_seat);
    let existence = Existence::new(&field);
    let prior = !existence.is_finite();
    if prior {
        field.collapse_copies();
    }
    let parameters = maximum(&field, prior);
    let count = field.players.len();
    let mean = parameters[..count].iter().sum::<f64>() / super::size(count.max(1));
    let mut ratings = vec![None; players];
    for (&player, parameter) in field.players.iter().zip(&parameters) {
        ratings[player] = Some(POINTS * (parameter - mean));
    }
    let (covariance, degrees) = covariance(&field, &existence, &parameters, options.errors);
    Fit {
        ratings,
        first_seat: parameters.get(count).map(|advantage| POINTS * advantage),
        prior: prior.then_some(PRIOR),
        degrees,
        covariance,
        players: field.players,
    }
}

impl Fit {
    /// Returns the standard error of a player's rating relative to the mean of all, in points; None for a
    /// player without a game.
    pub fn error(&self, player: usize) -> Option<f64> {
        let i = self.index(player)?;
        Some(deviation(self.covariance.at(i, i)))
    }

    /// Returns half of the 95 % confidence interval of a player's rating, in points: the error times the 97.5
    /// % quantile of Student's t distribution. The error is an estimate from the units themselves; if they
    /// are few, it is too small about as often as this quantile exceeds the normal one. None for a player
    /// without a game.
    pub fn interval(&self, player: usize) -> Option<f64> {
        let degrees = self.degrees[self.index(player)?];
        let student = StudentsT::new(0.0, 1.0, degrees).ok();
        // With many degrees of freedom the two agree in more digits than are printed.
        let quantile = match student.filter(|_| degrees < MANY) {
            Some(student) => student.inverse_cdf(0.975),
            None => Normal::standard().inverse_cdf(0.975),
        };
        Some(quantile * self.error(player)?)
    }

    /// Returns the standard error of the first seat's advantage, in points; None if it wasn't fitted.
    pub fn first_seat_error(&self) -> Option<f64> {
        let last = self.players.len();
        self.first_seat
            .map(|_| deviation(self.covariance.at(last, last)))
    }

    /// Returns by how many points the first of two players is rated higher; None if either has no rating.
    pub fn difference(&self, a: usize, b: usize) -> Option<f64> {
        Some(self.rating(a)? - self.rating(b)?)
    }

    /// Returns the standard error of the difference, in points; None if either player has no rating.
    pub fn difference_error(&self, a: usize, b: usize) -> Option<f64> {
        let (i, j) = (self.index(a)?, self.index(b)?);
        let cell = |row, column| self.covariance.at(row, column);
        Some(deviation(cell(i, i) + cell(j, j) - 2.0 * cell(i, j)))
    }

    /// Returns the probability that the first of two players is stronger: Φ(difference / its error); None if
    /// either has no rating.
    pub fn superiority(&self, a: usize, b: usize) -> Option<f64> {
        let (difference, error) = (self.difference(a, b)?, self.difference_error(a, b)?);
        let in_errors = if difference == 0.0 {
            0.0
        } else {
            difference / error
        };
        Some(Normal::standard().cdf(in_errors))
    }

    /// Returns the players with ratings, highest first; equal ones by their numbers.
    pub fn order(&self) -> Vec<usize> {
        let mut order = self.players.clone();
        order.sort_by(|&a, &b| f64::total_cmp(&self.rating_or_mean(b), &self.rating_or_mean(a)));
        order
    }

    fn rating(&self, player: usize) -> Option<f64> {
        self.ratings.get(player).copied().flatten()
    }

    pub(super) fn rating_or_mean(&self, player: usize) -> f64 {
        self.rating(player).unwrap_or(0.0)
    }

    fn index(&self, player: usize) -> Option<usize> {
        self.players.binary_search(&player).ok()
    }
}

fn deviation(variance: f64) -> f64 {
    POINTS * variance.max(0.0).sqrt()
}
