//! Direct scores: the results of two bots against each other, whichever others they met.
//!
//! A result is a unit in which both played: a pair of mirrored games, or a block of rotated ones. Its games
//! depend on each other, so a unit counts as one result, with the share of the points that one bot scored
//! against the other, from 0 to 1. Of units that are equal to the move only one counts.

use std::collections::{BTreeMap, HashMap};

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::anytime::{Anytime, of_scores, rules_out};
use crate::counts::real;
use crate::field::Unit;

/// Units of each two players, counted by their results.
#[derive(Clone, Debug, Default)]
pub struct DirectScores(HashMap<(usize, usize), Results>);

/// Distinct units by the half points of the player with the lower number and the most that were possible.
type Results = BTreeMap<(u32, u32), u64>;

impl DirectScores {
    /// Counts the results of units whose players are numbers.
    pub fn new(units: &[Unit]) -> DirectScores {
        let mut scores = DirectScores::default();
        for unit in units {
            scores.add(unit);
        }
        scores
    }

    /// Counts the results of one more unit.
    pub fn add(&mut self, unit: &Unit) {
        let distinct = unit.distinct.max(1).min(unit.count);
        for (pair, result) in meetings(unit) {
            *self.0.entry(pair).or_default().entry(result).or_default() += distinct;
        }
    }

    /// Returns the number of distinct units that two players have played against each other.
    pub fn units(&self, a: usize, b: usize) -> u64 {
        self.0
            .get(&(a.min(b), a.max(b)))
            .map_or(0, |results| results.values().sum())
    }

    /// Returns the probability that the first of two players scores more than half of the points against the
    /// second; None if they never met.
    ///
    /// It is Student's t distribution at the mean excess over ½ in standard errors. If all units have the
    /// same result their variance is unknown, and the sign test is used: 1 − ½^N if N were won.
    pub fn superiority(&self, a: usize, b: usize) -> Option<f64> {
        let (scores, counts) = self.seen_by(a, b)?;
        let total: f64 = counts.iter().sum();
        let mean = mean(&scores, &counts);
        if let [score] = scores[..] {
            let level = 0.5_f64.powf(total);
            return Some(match score.total_cmp(&0.5) {
                std::cmp::Ordering::Less => level,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 1.0 - level,
            });
        }
        let squares = scores.iter().map(|score| (score - mean).powi(2));
        let squares: f64 = counts
            .iter()
            .zip(squares)
            .map(|(n, square)| n * square)
            .sum();
        let error = (squares / (total - 1.0) / total).sqrt();
        let student = StudentsT::new(0.0, 1.0, total - 1.0).ok()?;
        Some(student.cdf((mean - 0.5) / error))
    }

    /// Returns the shares of the points of the first player against the second that aren't ruled out, with an
    /// error probability of `alpha` over the whole course, however often anybody looks
    /// ([`crate::anytime()`]); None if they never met.
    pub fn anytime(&self, a: usize, b: usize, alpha: f64) -> Option<Anytime> {
        let (scores, counts, won) = self.possible(a, b)?;
        Some(of_scores(scores, &counts, [won, 1.0 - won], alpha))
    }

    /// Tells if [`DirectScores::anytime`] rules out that the first player scores half of the points or less, without
    /// computing the whole interval.
    pub fn is_ahead(&self, a: usize, b: usize, alpha: f64) -> bool {
        let Some((scores, counts, won)) = self.possible(a, b) else {
            return false;
        };
        won > 0.5 && rules_out(0.5, &scores, &counts, alpha)
    }

    /// Returns the scores of the first player that are possible in units with the second, how often each occurred, and
    /// their mean; None if they never met.
    fn possible(&self, a: usize, b: usize) -> Option<(Vec<f64>, Vec<f64>, f64)> {
        let (mut scores, mut counts) = self.seen_by(a, b)?;
        let won = mean(&scores, &counts);
        // All losses and all wins are possible too, which bounds the bets.
        scores.extend([0.0, 1.0]);
        counts.extend([0.0, 0.0]);
        Some((scores, counts, won))
    }

    /// Returns the scores of the first player in units with the second, and how often each occurred.
    fn seen_by(&self, a: usize, b: usize) -> Option<(Vec<f64>, Vec<f64>)> {
        let results = self.0.get(&(a.min(b), a.max(b)))?;
        let seen = results.iter().map(|(&(halves, most), &count)| {
            let own_halves = if a < b { halves } else { most - halves };
            (f64::from(own_halves) / f64::from(most), real(count.into()))
        });
        Some(seen.unzip())
    }
}

fn mean(scores: &[f64], counts: &[f64]) -> f64 {
    let sum: f64 = scores.iter().zip(counts).map(|(score, n)| score * n).sum();
    sum / counts.iter().sum::<f64>()
}

/// Returns each two players of a unit, the lower number first, with that player's half points and the most
/// that were possible.
pub(crate) fn meetings(unit: &Unit) -> BTreeMap<(usize, usize), (u32, u32)> {
    let mut meetings: BTreeMap<(usize, usize), (u32, u32)> = BTreeMap::new();
    for game in &unit.games {
        let seated: Vec<(usize, u8)> = game
            .seats
            .iter()
            .copied()
            .zip(game.places.clone())
            .collect();
        for &(a, own) in &seated {
            for &(b, theirs) in seated.iter().filter(|(b, _)| a < *b) {
                let (halves, most) = meetings.entry((a, b)).or_default();
                *most += 2;
                *halves += match own.cmp(&theirs) {
                    std::cmp::Ordering::Less => 2,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Greater => 0,
                };
            }
        }
    }
    meetings
}
