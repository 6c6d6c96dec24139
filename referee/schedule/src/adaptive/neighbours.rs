//! Determines which neighbours in the order are separated by the games between them, valid at any time.
//!
//! Of two bots that meet, the stronger one scores more than half of the points. The probability that an
//! interval of a confidence sequence ([`referee_stats::anytime()`]) ever excludes the true share, at any
//! moment of the run, is at most its error. Any two bots can become neighbours, so the errors of all pairs
//! together are limited to that of the run (a union bound). Then, with the requested probability, nothing
//! that is ever called separated is wrong, however often anybody looks and whatever is played because of it.

use referee_stats::DirectScores;

/// Two neighbours and the results between them.
struct Pair {
    upper: usize,
    lower: usize,
    /// Pairs or blocks of games in which they met.
    units: u64,
    /// Interval of the upper bot's share of the points (0 to 1) that isn't ruled out.
    score: [f64; 2],
}

/// Neighbouring bots in an order.
pub(super) struct Neighbours(Vec<Pair>);

impl Neighbours {
    /// Computes the intervals of all neighbours; `errors` holds, by bot, the error of its intervals with bots
    /// that arrived before it or with it.
    pub(super) fn new(order: &[usize], scores: &DirectScores, errors: &[f64]) -> Neighbours {
        let pair = |pair: &[usize]| {
            let (upper, lower) = (pair[0], pair[1]);
            let interval = scores.anytime(upper, lower, errors[upper.max(lower)]);
            Pair {
                upper,
                lower,
                units: scores.units(upper, lower),
                score: interval.map_or([0.0, 1.0], |interval| interval.score),
            }
        };
        Neighbours(order.windows(2).map(pair).collect())
    }

    /// Returns true if the two are neighbours and it isn't known which one is stronger.
    pub(super) fn is_open(&self, a: usize, b: usize) -> bool {
        let mut open = self.0.iter().filter(|pair| pair.is_open());
        open.any(|pair| (pair.upper, pair.lower) == (a, b) || (pair.lower, pair.upper) == (a, b))
    }

    /// Returns true if it is known for all neighbours which one is stronger.
    pub(super) fn are_settled(&self) -> bool {
        self.0.iter().all(|pair| !pair.is_open())
    }

    /// Returns true if all neighbours are separated in their present order.
    pub(super) fn are_separated(&self) -> bool {
        self.0.iter().all(Pair::is_separated)
    }

    /// Describes in sentences which neighbours are separated and which aren't.
    pub(super) fn notes(&self, names: &[String], percent: f64) -> Vec<String> {
        let separated = self.0.iter().filter(|pair| pair.is_separated()).count();
        let mut notes = vec![format!(
            "{separated} of {} neighbouring ranks are separated by the games between the two; with \
             {percent} % at least, nothing that is called so in the whole run is wrong",
            self.0.len()
        )];
        let rest = self.0.iter().filter(|pair| !pair.is_separated());
        notes.extend(rest.map(|pair| pair.describe(names)));
        notes
    }
}

impl Pair {
    fn is_separated(&self) -> bool {
        self.score[0] > 0.5
    }

    /// Returns true if the interval includes one half. The lower bot can be known to be the stronger one, as
    /// ratings also depend on games with others; then more games between the two say nothing new.
    fn is_open(&self) -> bool {
        self.score[0] <= 0.5 && self.score[1] >= 0.5
    }

    fn describe(&self, names: &[String]) -> String {
        let (upper, lower) = (&names[self.upper], &names[self.lower]);
        let [least, most] = self.score.map(|score| 100.0 * score);
        match self.units {
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

/// Computes by bot the error of each of its intervals with a bot that arrived before it or with it;
/// `arrivals` are the numbers of bots that arrived each time.
///
/// Half of the run's error is for the pairs of bots that were there from the beginning, a sixth for the pairs
/// that the first arrivals bring, then a twelfth: 1/(k(k+1)) for the k-th. The sum is at most 1, so later
/// arrivals don't change anything that was decided.
pub(super) fn errors(arrivals: impl IntoIterator<Item = usize>, error: f64) -> Vec<f64> {
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
        let before = errors([4], 0.05);
        let after = errors([4, 2, 0, 1, 3], 0.05);
        assert_eq!(after[..4], before);
        let pairs = (0..after.len()).flat_map(|newer| (0..newer).map(move |_| newer));
        let sum: f64 = pairs.map(|newer| after[newer]).sum();
        assert!(sum < 0.05 && sum > 0.035, "{sum}");
    }
}
