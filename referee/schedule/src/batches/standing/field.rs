//! Rates a field from results that are added one by one: what a batch costs doesn't grow with the games before it.

use referee_record::Outcome;
use referee_stats::{BradleyTerry, DirectScores, UnitBuilder};

use crate::batches::neighbours::Neighbours;

/// Results so far, and the strengths and order that follow from them.
pub(super) struct RatedField {
    units: UnitBuilder,
    strengths: BradleyTerry,
    /// Results of the games between two bots, on which the promise of separation rests.
    scores: DirectScores,
    /// By bot its weight when the bots were ranked; None if it had no result.
    weights: Vec<Option<f64>>,
    /// Weight of the bot in the middle of the rated ones.
    middle: f64,
}

impl RatedField {
    /// Creates a field of these bots without results.
    pub(super) fn new(names: &[String]) -> RatedField {
        RatedField {
            units: UnitBuilder::new(names),
            strengths: BradleyTerry::new(names.len()),
            scores: DirectScores::default(),
            weights: vec![None; names.len()],
            middle: 1.0,
        }
    }

    /// Adds a game; the order of games doesn't matter.
    pub(super) fn add(&mut self, outcome: &Outcome) {
        if let Some(unit) = self.units.add(outcome) {
            self.strengths.add(&unit);
            self.scores.add(&unit);
        }
    }

    /// Leaves out a bot and its results; those of others in its games stay. It doesn't matter if its games are added before
    /// or after.
    pub(super) fn park(&mut self, bot: usize) {
        self.strengths.remove(bot);
    }

    /// Rates all bots, and returns these ones in their order, the best first; bots without a result come last.
    pub(super) fn rank(&mut self, bots: &[usize]) -> Vec<usize> {
        self.strengths.refit();
        let all = 0..self.weights.len();
        self.weights = all.map(|bot| self.strengths.weight(bot)).collect();
        // Weights are above 0.
        let weight = |bot: &usize| self.weights[*bot].unwrap_or(0.0);
        let mut order = bots.to_vec();
        order.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
        let rated: Vec<f64> = order.iter().filter_map(|bot| self.weights[*bot]).collect();
        self.middle = rated.get(rated.len() / 2).copied().unwrap_or(1.0);
        order
    }

    /// Compares the neighbours in an order, with these errors of the intervals by bot.
    pub(super) fn neighbours(&self, order: &[usize], errors: &[f64]) -> Neighbours {
        Neighbours::new(order, &self.scores, errors)
    }

    /// Returns by bot its weight when the bots were ranked.
    pub(super) fn weights(&self) -> &[Option<f64>] {
        &self.weights
    }

    /// Tells if a bot had a result when the bots were ranked.
    pub(super) fn is_rated(&self, bot: usize) -> bool {
        self.weights[bot].is_some()
    }

    /// Returns how much one game between two bots says of their difference: the product of their expected scores, at most
    /// ¼. A bot without a result is expected to be in the middle of the others.
    pub(super) fn information(&self, a: usize, b: usize) -> f64 {
        let [a, b] = [a, b].map(|bot| self.weights[bot].unwrap_or(self.middle));
        (a / (a + b)) * (b / (a + b))
    }
}
