//! Determines which neighbours in the order are separated by the games between them, valid at any time.
//!
//! Of two bots that meet, the stronger one scores more than half of the points. The probability that an
//! interval of a confidence sequence ([`referee_stats::anytime()`]) ever excludes the true share, at any
//! moment of the run, is at most its error. Any two bots can become neighbours, so the errors of all pairs
//! together are limited to that of the run (a union bound). Then, with the requested probability, nothing
//! that is ever called separated is wrong, however often anybody looks and whatever is played because of it.

use referee_stats::DirectScores;

use crate::plan::Plan;

/// Parts that a percentage is rounded to: drops digits that only the multiplication produced.
const PARTS: f64 = 1e9;

/// Two neighbours.
struct Pair {
    upper: usize,
    lower: usize,
    /// The error of their interval.
    error: f64,
    /// The one that is known to be stronger.
    stronger: Option<usize>,
}

/// Neighbouring bots in an order.
pub(super) struct Neighbours(Vec<Pair>);

impl Neighbours {
    /// Compares all neighbours; `errors` holds, by bot, the error of its intervals with bots that arrived
    /// before it or with it.
    pub(super) fn new(order: &[usize], scores: &DirectScores, errors: &[f64]) -> Neighbours {
        let pair = |pair: &[usize]| {
            let (upper, lower) = (pair[0], pair[1]);
            let error = errors[upper.max(lower)];
            let stronger = if scores.is_ahead(upper, lower, error) {
                Some(upper)
            } else if scores.is_ahead(lower, upper, error) {
                Some(lower)
            } else {
                None
            };
            Pair {
                upper,
                lower,
                error,
                stronger,
            }
        };
        Neighbours(order.windows(2).map(pair).collect())
    }

    /// Tells for each two neighbours, from the best on, if it isn't known which one is stronger.
    pub(super) fn open(&self) -> Vec<bool> {
        self.0.iter().map(Pair::is_open).collect()
    }

    /// Returns true if it is known for all neighbours which one is stronger.
    pub(super) fn are_settled(&self) -> bool {
        self.0.iter().all(|pair| !pair.is_open())
    }

    /// Returns true if all neighbours are separated in their present order.
    pub(super) fn are_separated(&self) -> bool {
        self.0.iter().all(Pair::is_separated)
    }

    /// Says in a sentence how many neighbours are separated, with the probability that it is so for all; `None` if
    /// there are no neighbours.
    pub(super) fn summary(&self, probability: f64) -> Option<String> {
        let all = self.0.len();
        let separated = self.0.iter().filter(|pair| pair.is_separated()).count();
        let percent = (100.0 * probability * PARTS).round() / PARTS;
        (all > 0).then(|| {
            format!(
                "{separated} of {all} neighbouring ranks are separated by the games between the \
                 two; with {percent} % at least, nothing that is called so in the whole run is \
                 wrong"
            )
        })
    }

    /// Describes the neighbours that aren't separated, a sentence for each two.
    pub(super) fn describe(&self, names: &[String], scores: &DirectScores) -> Vec<String> {
        let rest = self.0.iter().filter(|pair| !pair.is_separated());
        rest.map(|pair| pair.describe(names, scores)).collect()
    }
}

impl Pair {
    fn is_separated(&self) -> bool {
        self.stronger == Some(self.upper)
    }

    /// Returns true if it isn't known which one is stronger. The lower bot can be known to be the stronger one, as
    /// ratings also depend on games with others; then more games between the two say nothing new.
    fn is_open(&self) -> bool {
        self.stronger.is_none()
    }

    fn describe(&self, names: &[String], scores: &DirectScores) -> String {
        let (upper, lower) = (&names[self.upper], &names[self.lower]);
        let interval = scores.anytime(self.upper, self.lower, self.error);
        let score = interval.map_or([0.0, 1.0], |interval| interval.score);
        let [least, most] = score.map(|score| 100.0 * score);
        match scores.units(self.upper, self.lower) {
            0 => format!("not separated: {upper} above {lower}: they didn't meet"),
            units if self.is_open() => format!(
                "not separated: {upper} above {lower}: between {least:.1} and {most:.1} % of the \
                 points, from {units} meetings"
            ),
            units => format!(
                "not separated: {upper} above {lower} by ratings, but with {most:.1} % of the points \
                 between the two at most, from {units} meetings"
            ),
        }
    }
}

/// Computes by bot the error of each of its intervals with a bot that arrived before it or with it, if everything is
/// to be right with this probability.
pub(super) fn errors(plan: &Plan, probability: f64) -> Vec<f64> {
    let later = plan.changes.iter().map(|change| change.joined.len());
    let arrivals = std::iter::once(plan.bots.len()).chain(later);
    share_out(1.0 - probability, arrivals)
}

/// Shares out the error of a run; `arrivals` are the numbers of bots that arrived each time.
///
/// Half of the run's error is for the pairs of bots that were there from the beginning, a sixth for the pairs
/// that the first arrivals bring, then a twelfth: 1/(k(k+1)) for the k-th. The sum is at most 1, so later
/// arrivals don't change anything that was decided.
fn share_out(error: f64, arrivals: impl IntoIterator<Item = usize>) -> Vec<f64> {
    let mut errors = Vec::new();
    let mut turn = 0.0;
    for arrived in arrivals.into_iter().filter(|arrived| *arrived > 0) {
        turn += 1.0;
        let pairs = arrived * errors.len() + arrived * (arrived - 1) / 2;
        #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
        let variance = error / (turn * (turn + 1.0)) / pairs.max(1) as f64;
        errors.resize(errors.len() + arrived, variance);
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_add_up_to_no_more_than_that_of_the_run() {
        let before = share_out(0.05, [4]);
        let after = share_out(0.05, [4, 2, 0, 1, 3]);
        assert_eq!(after[..4], before);
        let pairs = (0..after.len()).flat_map(|newer| (0..newer).map(move |_| newer));
        let sum: f64 = pairs.map(|newer| after[newer]).sum();
        assert!(sum < 0.05 && sum > 0.035, "{sum}");
    }
}
