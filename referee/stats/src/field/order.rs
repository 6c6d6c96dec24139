//! Statistical separation of players: groups of neighbours that can't be told apart, and separated ranks.

use super::Fit;

/// Two neighbours in an order that aren't separated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankAmbiguity {
    /// The player with the better rank.
    pub upper: usize,
    /// The player on the next rank.
    pub lower: usize,
    /// The probability that the upper player is stronger, if both have a rating.
    pub probability: Option<f64>,
}

/// Returns sets of at least two neighbours by rating, in which no player is stronger than another with
/// probability `p`: the longest such sets, which may overlap, best first.
///
/// These are the letters of a compact letter display (H.-P. Piepho, An algorithm for a letter-based
/// representation of all-pairwise comparisons, 2004) restricted to neighbours.
pub fn groups(fit: &Fit, p: f64) -> Vec<Vec<usize>> {
    let order = fit.order();
    let alike = |a: usize, b: usize| fit.superiority(order[a], order[b]).is_some_and(|s| s < p);
    let mut groups = Vec::new();
    let mut reached = 0;
    let mut end = 0;
    for start in 0..order.len() {
        end = end.max(start + 1);
        // Members that are alike from an earlier start are alike from this one too.
        while end < order.len() && (start..end).all(|member| alike(member, end)) {
            end += 1;
        }
        if end > reached && end - start >= 2 {
            groups.push(order[start..end].to_vec());
        }
        reached = reached.max(end);
    }
    groups
}

/// Checks that in this order, best first, each player is stronger than the next with a probability of at
/// least `p`.
///
/// # Errors
/// Returns the pairs of neighbours for which that isn't certain.
pub fn separated(fit: &Fit, order: &[usize], p: f64) -> Result<(), Vec<RankAmbiguity>> {
    let doubt = |pair: &[usize]| RankAmbiguity {
        upper: pair[0],
        lower: pair[1],
        probability: fit.superiority(pair[0], pair[1]),
    };
    let doubts: Vec<RankAmbiguity> = (order.windows(2).map(doubt))
        .filter(|doubt| doubt.probability.is_none_or(|s| s < p))
        .collect();
    if doubts.is_empty() {
        Ok(())
    } else {
        Err(doubts)
    }
}
