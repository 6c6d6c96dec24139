//! Judges how certain the ranks are after the finished batches.

use std::collections::{BTreeMap, HashMap, HashSet};

use referee_record::Outcome;
use referee_stats::field::{Fit, FitOptions, Unit, fit};
use referee_stats::{DirectScores, Tally, UnitRow};

use super::AdaptiveSettings;
use super::neighbours::Neighbours;
use crate::TieBreak;

/// Parts that a share is counted in, so that a floating-point number's last digit never decides a rank.
const PARTS: f64 = 1e9;
/// Doubt of an open pair of neighbours: large enough to be divided by their meetings.
const OPEN: u64 = 500_000_000;

/// Games judged so far, and the ratings and order that follow from them.
pub(super) struct FieldJudge {
    names: Vec<String>,
    index: HashMap<String, usize>,
    tally: Tally,
    withdrawn: HashSet<String>,
    /// Bots that left without being withdrawn: their games are left out of the ratings.
    parked: HashSet<String>,
    /// Probability with which everything called separated is so.
    separated: f64,
    /// By bot, the error of its intervals, which hold at any time.
    errors: Vec<f64>,
    fit: Option<Fit>,
    /// Results of the games between neighbours, on which the promise of separation rests.
    neighbours: Option<Neighbours>,
    /// Bots that play, best first; bots without a rating come last.
    pub(super) order: Vec<usize>,
}

impl FieldJudge {
    /// Creates a judge without games; `errors` are by bot those of intervals that hold at any time.
    pub(super) fn new(
        names: Vec<String>,
        withdrawn: HashSet<String>,
        settings: &AdaptiveSettings,
        errors: Vec<f64>,
    ) -> FieldJudge {
        let index = names.iter().cloned().zip(0..).collect();
        FieldJudge {
            tally: Tally::unstored(&names),
            names,
            index,
            withdrawn,
            parked: HashSet::new(),
            separated: settings.separated,
            errors,
            fit: None,
            neighbours: None,
            order: Vec::new(),
        }
    }

    /// Adds a game; the order of games doesn't matter.
    pub(super) fn add(&mut self, outcome: &Outcome) {
        self.tally.add(outcome);
    }

    /// Notes the bots that have left.
    pub(super) fn leave(&mut self, gone: &[String]) {
        let parked = gone.iter().filter(|bot| !self.withdrawn.contains(*bot));
        self.parked.extend(parked.cloned());
    }

    /// Returns true if a bot has left without being withdrawn.
    pub(super) fn has_left(&self, bot: usize) -> bool {
        self.parked.contains(&self.names[bot])
    }

    /// Rates all bots, and ranks those in `here`, which play.
    pub(super) fn rate(&mut self, here: &[usize]) {
        let rows = self.tally.units();
        let units: Vec<Unit> = rows.iter().filter_map(|row| self.unit(row)).collect();
        let fit = fit(self.names.len(), &units, FitOptions::default());
        let rated = |bot: &usize| here.contains(bot);
        let mut order: Vec<usize> = fit.order().into_iter().filter(rated).collect();
        let ranked: HashSet<usize> = order.iter().copied().collect();
        order.extend(here.iter().filter(|bot| !ranked.contains(bot)));
        let scores = DirectScores::new(&units);
        self.neighbours = Some(Neighbours::new(&order, &scores, &self.errors));
        self.order = order;
        self.fit = Some(fit);
    }

    /// Converts a unit's names to numbers; None if one of its bots has left.
    fn unit(&self, row: &UnitRow) -> Option<Unit> {
        let block = &row.result.block;
        if block.iter().any(|bot| self.parked.contains(bot)) {
            return None;
        }
        row.numbered(&self.index)
    }

    /// Returns the doubt about the order of two bots: 0 unless they are neighbours whose order is open. All
    /// open pairs have the same doubt, so the pair with the fewest meetings is next.
    pub(super) fn doubt(&self, a: usize, b: usize) -> u64 {
        let neighbours = self.neighbours.as_ref();
        if neighbours.is_some_and(|neighbours| neighbours.is_open(a, b)) {
            OPEN
        } else {
            0
        }
    }

    /// Returns true if no pair of neighbours in the order is open.
    pub(super) fn is_settled(&self) -> bool {
        self.neighbours
            .as_ref()
            .is_some_and(Neighbours::are_settled)
    }

    /// Returns true if all pairs of neighbours in the order are separated.
    pub(super) fn is_separated(&self) -> bool {
        self.neighbours
            .as_ref()
            .is_some_and(Neighbours::are_separated)
    }

    /// Returns the share of the points (0 to 1) that the ratings expect of a bot if it met every other rated
    /// bot equally often; None without a rating or a rated opponent. A higher rating means a larger share, so
    /// this ranks as the ratings do.
    fn expected(&self, bot: usize) -> Option<f64> {
        let ratings = &self.fit.as_ref()?.ratings;
        let rating = (*ratings.get(bot)?)?;
        let others = (ratings.iter().enumerate()).filter(|(other, _)| *other != bot);
        let shares = others
            .filter_map(|(_, other)| Some(1.0 / (1.0 + 10_f64.powf(((*other)? - rating) / 400.0))));
        let (sum, count) =
            shares.fold((0.0, 0.0), |(sum, count), share| (sum + share, count + 1.0));
        (count > 0.0).then(|| sum / count)
    }

    /// Returns the expected score by name; empty before the first batch is finished.
    pub(super) fn tie_breaks(&self) -> BTreeMap<String, TieBreak> {
        if self.fit.is_none() {
            return BTreeMap::new();
        }
        let tie_break = |(bot, name): (usize, &String)| {
            let expected = self.expected(bot);
            let shown =
                expected.map_or_else(|| "–".to_owned(), |share| format!("{:.1} %", 100.0 * share));
            let key = expected.map_or(-1, |share| i64::try_from(parts(share)).unwrap_or(i64::MAX));
            let tie_break = TieBreak {
                keys: vec![key],
                shown: vec![("expected score", shown)],
            };
            (name.clone(), tie_break)
        };
        self.names.iter().enumerate().map(tie_break).collect()
    }

    /// Describes in sentences which ranks are separated and which aren't.
    pub(super) fn notes(&self) -> Vec<String> {
        let Some(neighbours) = self.neighbours.as_ref().filter(|_| self.order.len() > 1) else {
            return Vec::new();
        };
        // Drops digits that only the multiplication produced.
        let percent = (100.0 * self.separated * PARTS).round() / PARTS;
        neighbours.notes(&self.names, percent)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "from 0 to a billion"
)]
fn parts(probability: f64) -> u64 {
    (probability.clamp(0.0, 1.0) * PARTS).round() as u64
}
