//! Judges how certain the ranks are after the finished batches.

use std::collections::{BTreeMap, HashMap, HashSet};

use referee_record::Outcome;
use referee_stats::field::{Fit, FitOptions, Unit, fit};
use referee_stats::{DirectScores, Tally, UnitRow};

use crate::TieBreak;
use crate::batches::expected_score;
use crate::batches::neighbours::Neighbours;

/// Games judged so far, and the ratings and order that follow from them.
pub(super) struct FieldJudge {
    names: Vec<String>,
    index: HashMap<String, usize>,
    tally: Tally,
    /// Bots whose games are left out of the ratings.
    parked: HashSet<String>,
    /// By bot, the error of its intervals, which hold at any time.
    errors: Vec<f64>,
    fit: Option<Fit>,
    /// Results of the games between two bots, on which the promise of separation rests.
    scores: DirectScores,
    neighbours: Option<Neighbours>,
    /// Bots that play, best first; bots without a rating come last.
    pub(super) order: Vec<usize>,
}

impl FieldJudge {
    /// Creates a judge without games; `errors` are by bot those of intervals that hold at any time.
    pub(super) fn new(names: Vec<String>, errors: Vec<f64>) -> FieldJudge {
        let index = names.iter().cloned().zip(0..).collect();
        FieldJudge {
            tally: Tally::unstored(&names),
            names,
            index,
            parked: HashSet::new(),
            errors,
            fit: None,
            scores: DirectScores::default(),
            neighbours: None,
            order: Vec::new(),
        }
    }

    /// Adds a game; the order of games doesn't matter.
    pub(super) fn add(&mut self, outcome: &Outcome) {
        self.tally.add(outcome);
    }

    /// Leaves the games of a bot out of the ratings.
    pub(super) fn park(&mut self, bot: usize) {
        self.parked.insert(self.names[bot].clone());
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
        self.scores = DirectScores::new(&units);
        self.neighbours = Some(Neighbours::new(&order, &self.scores, &self.errors));
        self.order = order;
        self.fit = Some(fit);
    }

    /// Converts a unit's names to numbers; None if one of its bots was parked.
    fn unit(&self, row: &UnitRow) -> Option<Unit> {
        let block = &row.result.block;
        if block.iter().any(|bot| self.parked.contains(bot)) {
            return None;
        }
        row.numbered(&self.index)
    }

    /// Tells for each two neighbours in the order if it isn't known which one is stronger.
    pub(super) fn open(&self) -> Vec<bool> {
        let neighbours = self.neighbours.as_ref();
        neighbours.map(Neighbours::open).unwrap_or_default()
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

    /// Returns the expected score by name; empty before the first batch is finished.
    pub(super) fn tie_breaks(&self) -> BTreeMap<String, TieBreak> {
        let ratings = self.fit.as_ref().map_or(&[][..], |fit| &fit.ratings[..]);
        let weight = |rating: &Option<f64>| rating.map(|rating| 10_f64.powf(rating / 400.0));
        let weights: Vec<Option<f64>> = ratings.iter().map(weight).collect();
        expected_score::tie_breaks(&self.names, &weights)
    }

    /// Describes in sentences which ranks are separated, with this probability for all together, and which aren't.
    pub(super) fn notes(&self, separated: f64) -> Vec<String> {
        let Some(neighbours) = &self.neighbours else {
            return Vec::new();
        };
        let mut notes: Vec<String> = neighbours.summary(separated).into_iter().collect();
        notes.extend(neighbours.describe(&self.names, &self.scores));
        notes
    }
}
