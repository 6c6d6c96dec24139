//! What comes out of a field: ratings, errors, and how sure a difference is.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::errors::covariance;
use super::linear::Matrix;
use super::mle_existence::Existence;
use super::model::FieldModel;
use super::newton::maximum;
use super::{FitOptions, POINTS, Unit};

/// The prior, where one entered: it adds half a win to both sides of every score (the correction of
/// J. B. S. Haldane, The estimation and significance of the logarithm of a ratio of frequencies, 1956).
pub const PRIOR: &str = "one drawn game against an average opponent added to every player";

/// Degrees of freedom from which Student's distribution is taken for the normal one.
const MANY: f64 = 1e6;

/// Ratings of a field on the scale of Elo, in points.
#[derive(Clone, Debug)]
pub struct Fit {
    /// By player, the mean of all being 0; none for a player without a game.
    pub ratings: Vec<Option<f64>>,
    /// What sitting in the first seat is worth, if it was fitted and there are games.
    pub first_seat: Option<f64>,
    /// The prior in words, [`PRIOR`], where the likelihood alone has no finite maximum.
    pub prior: Option<&'static str>,
    /// By parameter: the players with games, then the first seat.
    pub(super) covariance: Matrix,
    /// The degrees of freedom of the players' errors, in the same order; infinite where the model says
    /// how much results vary.
    degrees: Vec<f64>,
    /// The players with games, ascending.
    pub(super) players: Vec<usize>,
}

/// Fits a field of so many players by maximum likelihood.
///
/// Games that aren't sound ([`super::Game::is_sound`]) say nothing. Where the likelihood has no finite
/// maximum (a perfect score, groups that never met, a first seat that always won) [`PRIOR`] enters,
/// for the first seat's term too, so that every number is finite; copies of a unit count once then.
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
    /// The standard error of a player's rating, in points, against the mean of all.
    pub fn error(&self, player: usize) -> Option<f64> {
        let i = self.index(player)?;
        Some(deviation(self.covariance.at(i, i)))
    }

    /// Half of the 95 % interval of a player's rating, in points: the error times the 97.5 % quantile of
    /// Student's distribution. An error is an estimate from the units themselves; where these are few,
    /// it is too small about as often as this quantile is above the normal one.
    pub fn interval(&self, player: usize) -> Option<f64> {
        let degrees = self.degrees[self.index(player)?];
        let student = StudentsT::new(0.0, 1.0, degrees).ok();
        // In many degrees the two are the same to more digits than are printed.
        let quantile = match student.filter(|_| degrees < MANY) {
            Some(student) => student.inverse_cdf(0.975),
            None => Normal::standard().inverse_cdf(0.975),
        };
        Some(quantile * self.error(player)?)
    }

    /// The standard error of the first seat's advantage, in points.
    pub fn first_seat_error(&self) -> Option<f64> {
        let last = self.players.len();
        self.first_seat
            .map(|_| deviation(self.covariance.at(last, last)))
    }

    /// By how many points the first of two players is rated higher.
    pub fn difference(&self, a: usize, b: usize) -> Option<f64> {
        Some(self.rating(a)? - self.rating(b)?)
    }

    /// The standard error of a difference, in points.
    pub fn difference_error(&self, a: usize, b: usize) -> Option<f64> {
        let (i, j) = (self.index(a)?, self.index(b)?);
        let cell = |row, column| self.covariance.at(row, column);
        Some(deviation(cell(i, i) + cell(j, j) - 2.0 * cell(i, j)))
    }

    /// The probability that the first of two players is the stronger one: Φ(difference / its error).
    pub fn superiority(&self, a: usize, b: usize) -> Option<f64> {
        let (difference, error) = (self.difference(a, b)?, self.difference_error(a, b)?);
        let in_errors = if difference == 0.0 {
            0.0
        } else {
            difference / error
        };
        Some(Normal::standard().cdf(in_errors))
    }

    /// The players with ratings, the highest first; equal ones by their numbers.
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
