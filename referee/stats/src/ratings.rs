//! Ratings of a stage: converts its units to the field's numbers, and the results back to names.

use std::collections::{BTreeMap, BTreeSet};

use crate::direct::DirectScores;
use crate::field::{
    ErrorSource, Fit, FitOptions, MOST_PLAYERS, RANK_SAMPLES, RANK_SEED, Unit, cycles, fit, groups,
    rank_probabilities,
};
use crate::tally::Tally;

/// Probability with which one bot must be stronger to tell two apart.
pub const APART: f64 = 0.95;

/// Largest field in which rank probabilities are sampled: the work grows with the square.
pub const MOST_RANKED: usize = 300;

/// Most cycles that are listed.
pub const MOST_CYCLES: usize = 100;

/// Ratings of a field, and what follows from them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratings {
    /// Ratings by name; bots without a complete unit have none.
    pub bots: BTreeMap<String, Rating>,
    /// Description of the prior, if it was used.
    pub prior: Option<&'static str>,
    /// Sets of neighbours in which no bot is stronger than another with a probability of [`APART`], best
    /// first.
    pub groups: Vec<Vec<String>>,
    /// Cycles of three bots that beat each other, each with a probability of [`APART`] by their own games.
    pub cycles: Vec<[String; 3]>,
}

/// The rating of one bot.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// Rating on the Elo scale, with a mean of 0 over all bots.
    pub rating: f64,
    /// Half of its 95 % confidence interval, in Elo points.
    pub error: f64,
    /// Probability of each rank, from the first; empty in fields of more than [`MOST_RANKED`].
    pub ranks: Vec<f64>,
}

impl Tally {
    /// Computes the ratings from all complete units except those with a bot in `without`. A field of more
    /// than [`MOST_PLAYERS`] isn't rated.
    pub fn ratings(&self, without: &BTreeSet<&str>) -> Ratings {
        let is_without = |bot: &String| without.contains(bot.as_str());
        let units: Vec<Unit> = self
            .units
            .iter()
            .filter(|(result, _)| !result.block.iter().any(is_without))
            .filter_map(|(result, repeats)| result.numbered(&self.index, *repeats))
            .collect();
        if self.names.len() > MOST_PLAYERS || units.is_empty() {
            return Ratings::default();
        }
        let options = FitOptions {
            first_seat: false,
            errors: ErrorSource::Robust,
        };
        let fit = fit(self.names.len(), &units, options);
        let ranks = match self.names.len() {
            0..=MOST_RANKED => rank_probabilities(&fit, RANK_SAMPLES, RANK_SEED),
            _ => Vec::new(),
        };
        let name = |bot: usize| self.names[bot].clone();
        Ratings {
            bots: self.rated(&fit, &ranks),
            prior: fit.prior,
            groups: groups(&fit, APART)
                .into_iter()
                .map(|group| group.into_iter().map(name).collect())
                .collect(),
            cycles: cycles(&self.direct(&units), MOST_CYCLES)
                .into_iter()
                .map(|cycle| cycle.map(name))
                .collect(),
        }
    }

    fn rated(&self, fit: &Fit, ranks: &[Vec<f64>]) -> BTreeMap<String, Rating> {
        let rating = |(bot, name): (usize, &String)| {
            let ranks = ranks.get(bot).cloned().unwrap_or_default();
            let rating = Rating {
                rating: fit.ratings.get(bot).copied().flatten()?,
                error: fit.interval(bot)?,
                ranks,
            };
            Some((name.clone(), rating))
        };
        self.names.iter().enumerate().filter_map(rating).collect()
    }

    /// Returns for each two bots the probability that the row's bot is stronger in their own games, used as
    /// its score; None unless one of them is stronger with a probability of [`APART`].
    fn direct(&self, units: &[Unit]) -> Vec<Vec<Option<f64>>> {
        let direct = DirectScores::new(units);
        let all = 0..self.names.len();
        let cell = |row, column| {
            let sure = direct.superiority(row, column)?;
            (sure.max(1.0 - sure) >= APART).then_some(sure)
        };
        let row = |row| all.clone().map(|column| cell(row, column)).collect();
        all.clone().map(row).collect()
    }
}
