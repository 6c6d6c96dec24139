//! Selects the positions of a book: those that a bot judges to be balanced.

/// A position, and the score of the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoredPosition {
    /// State line of the position.
    pub line: String,
    /// Score in the unit of the bot that judged it.
    pub score: f64,
}

/// Selection of the positions to keep.
#[derive(Clone, Debug)]
pub struct PositionSelection {
    wanted: usize,
    balance: Option<f64>,
    /// Kept positions, in the order in which they were drawn.
    pub kept: Vec<ScoredPosition>,
    /// Scores of all judged positions.
    pub scores: Vec<f64>,
    /// Positions without a score, such as those in which the bot gave up.
    pub lost: u64,
}

impl PositionSelection {
    /// Creates an empty selection.
    pub fn new(wanted: usize, balance: Option<f64>) -> PositionSelection {
        PositionSelection {
            wanted,
            balance,
            kept: Vec::new(),
            scores: Vec::new(),
            lost: 0,
        }
    }

    /// Returns how many positions have to be found: twice as many as wanted if there is no bound.
    pub fn wanted(&self) -> u64 {
        let wanted = self.wanted as u64;
        match self.balance {
            Some(_) => wanted,
            None => 2 * wanted,
        }
    }

    /// Returns how many positions were found.
    pub fn kept_count(&self) -> u64 {
        self.kept.len() as u64
    }

    /// Returns whether enough positions were found.
    pub fn is_complete(&self) -> bool {
        self.kept_count() >= self.wanted()
    }

    /// Adds a position if it is balanced; one without a score counts as lost.
    pub fn add(&mut self, line: String, score: Option<f64>) {
        let Some(score) = score else {
            self.lost += 1;
            return;
        };
        self.scores.push(score);
        if self.balance.is_none_or(|most| score.abs() <= most) {
            self.kept.push(ScoredPosition { line, score });
        }
    }

    /// Keeps the more balanced half if there is no bound; of equal scores the earlier ones.
    #[must_use]
    pub fn settled(mut self) -> PositionSelection {
        if self.balance.is_some() {
            return self;
        }
        let mut order: Vec<usize> = (0..self.kept.len()).collect();
        let far = |i: &usize| self.kept.get(*i).map_or(0.0, |line| line.score.abs());
        order.sort_by(|a, b| far(a).total_cmp(&far(b)));
        order.truncate(self.kept.len().div_ceil(2).min(self.wanted));
        order.sort_unstable();
        let kept = order.iter().filter_map(|i| self.kept.get(*i).cloned());
        self.kept = kept.collect();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(balance: Option<f64>, scores: &[f64]) -> Vec<f64> {
        let mut choice = PositionSelection::new(2, balance);
        for score in scores {
            if !choice.is_complete() {
                choice.add(score.to_string(), Some(*score));
            }
        }
        choice.add("given up".to_owned(), None);
        let choice = choice.settled();
        assert_eq!(choice.lost, 1);
        choice.kept.iter().map(|line| line.score).collect()
    }

    #[test]
    fn the_balanced_half_is_kept_in_its_order() {
        assert_eq!(kept(None, &[9.0, -3.0, 4.0, 2.0, 0.0]), [-3.0, 2.0]);
        assert_eq!(kept(None, &[9.0, -3.0, 3.0]), [-3.0, 3.0]);
        assert_eq!(kept(None, &[]), [0.0; 0]);
    }

    #[test]
    fn a_bound_keeps_what_is_within() {
        assert_eq!(kept(Some(3.0), &[9.0, -3.0, 3.5, 3.0, 0.0]), [-3.0, 3.0]);
        assert_eq!(kept(Some(1.0), &[9.0]), [0.0; 0]);
    }
}
