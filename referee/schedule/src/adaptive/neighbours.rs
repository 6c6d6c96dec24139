//! Which neighbours in the order are separated by the games between them, at whatever time.
//!
//! Of two who meet, the stronger one makes more than half of the points. An interval of a confidence
//! sequence ([`referee_stats::anytime()`]) leaves out the true share at some moment of the whole run with
//! a probability of its error at most. All pairs can come to be neighbours, so that the errors of all
//! pairs together are at most that of the run: then with the probability that is asked for nothing that
//! is ever called separated is wrong, whoever looks how often, and whatever is played on because of it.

use referee_stats::DirectScores;

/// Two neighbours, and what is known of them.
struct Pair {
    upper: usize,
    lower: usize,
    /// Pairs or blocks in which they met.
    units: u64,
    /// The shares of the points of the upper one that aren't ruled out.
    score: [f64; 2],
}

/// Neighbours in an order.
pub(super) struct Neighbours(Vec<Pair>);

impl Neighbours {
    /// What these scores say; `errors` are by bot those of its intervals with who came before it.
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

    /// Whether two are neighbours of whom it isn't known who is the stronger one.
    pub(super) fn is_open(&self, a: usize, b: usize) -> bool {
        let mut open = self.0.iter().filter(|pair| pair.is_open());
        open.any(|pair| (pair.upper, pair.lower) == (a, b) || (pair.lower, pair.upper) == (a, b))
    }

    /// Whether it is known of all.
    pub(super) fn are_settled(&self) -> bool {
        self.0.iter().all(|pair| !pair.is_open())
    }

    /// Whether all are separated, in the order in which they stand.
    pub(super) fn are_separated(&self) -> bool {
        self.0.iter().all(Pair::is_separated)
    }

    /// Which are separated and which aren't, in sentences.
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

    /// The lower one can be the stronger one for certain: ratings rest on games with others too. Then
    /// more games between the two say nothing new.
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

/// The errors of intervals by bot, for each pair with somebody who came before it or with it, where so
/// many came each time.
///
/// Half of the error of the run is for the pairs of those who were there from the beginning, a sixth for
/// those that the first arrivals bring, then a twelfth, 1/(k(k+1)) for the k-th: 1 in all, so that who
/// comes later changes nothing that was decided.
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
