//! The ratings of a stage: its units, as the field's statistics take them, and names again.

use std::collections::{BTreeMap, BTreeSet};

use crate::direct::DirectScores;
use crate::field::{
    ErrorSource, Fit, FitOptions, MOST_PLAYERS, RANK_SAMPLES, RANK_SEED, Unit, cycles, fit, groups,
    rank_probabilities,
};
use crate::tally::Tally;

/// How sure it must be that one bot is the stronger one to tell two apart.
pub const APART: f64 = 0.95;

/// In larger fields the probabilities of ranks aren't sampled: the work grows with the square.
pub const MOST_RANKED: usize = 300;

/// More cycles aren't named.
pub const MOST_CYCLES: usize = 100;

/// What the games of a field say about strength.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratings {
    /// By name; bots without a complete unit have none.
    pub bots: BTreeMap<String, Rating>,
    /// The prior in words, where one entered.
    pub prior: Option<&'static str>,
    /// Sets of neighbours none of whom is stronger than another with a probability of [`APART`],
    /// the best first.
    pub groups: Vec<Vec<String>>,
    /// Threes that beat each other in a circle, each with a probability of [`APART`] by their own games.
    pub cycles: Vec<[String; 3]>,
}

/// The rating of one bot.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// On the scale of Elo, the mean of all being 0.
    pub rating: f64,
    /// Half of its 95 % interval.
    pub error: f64,
    /// The probability of each rank, from the first; empty in fields of more than [`MOST_RANKED`].
    pub ranks: Vec<f64>,
}

impl Tally {
    /// The ratings from all complete units but those with one of these bots. A field of more than
    /// [`MOST_PLAYERS`] isn't rated.
    pub fn ratings(&self, without: &BTreeSet<&str>) -> Ratings {
        let units: Vec<Unit> = self
            .units()
            .iter()
            .filter(|unit| {
                !unit
                    .result
                    .block
                    .iter()
                    .any(|bot| without.contains(bot.as_str()))
            })
            .filter_map(|unit| unit.numbered(&self.index))
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

    /// What each scores against each, where one of them is the stronger one in their own games with a
    /// probability of [`APART`]; how likely that is stands for the score.
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
