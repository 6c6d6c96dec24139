//! Exact sums of points: thirds don't add up exactly in floating point, and equal sums must stay equal.
//!
//! A [`Score`] holds both what the places in games are worth by themselves and the results, so that the points
//! of an exam, which gives a win, a draw and a loss a [`Worth`] of its own, follow from it as well.

use std::cmp::Ordering;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::marks::{Results, Worth};

/// Parts of a point: a multiple of every 2 · (seats − 1) up to eight seats, so that all points of a game are
/// whole numbers of parts.
const PARTS: u64 = 840;

/// A sum of points over a number of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PointSum {
    parts: u64,
    pub(crate) games: u64,
}

impl PointSum {
    /// Creates the sum of one game with these points, from 0 to 1.
    pub(crate) fn game(points: f64) -> PointSum {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_precision_loss,
            clippy::cast_sign_loss,
            reason = "from 0 to 840"
        )]
        let parts = (points.clamp(0.0, 1.0) * PARTS as f64).round() as u64;
        PointSum { parts, games: 1 }
    }

    #[expect(clippy::cast_precision_loss, reason = "exact up to 10^13 games")]
    pub(crate) fn points(self) -> f64 {
        self.parts as f64 / PARTS as f64
    }

    /// Returns the points per game; None without a game.
    #[expect(clippy::cast_precision_loss, reason = "exact up to 10^13 games")]
    pub(crate) fn per_game(self) -> Option<f64> {
        (self.games > 0).then(|| self.points() / self.games as f64)
    }

    /// Compares points per game exactly; a sum without a game is less than any other.
    pub(crate) fn compare(self, other: PointSum) -> Ordering {
        let cross = |a: PointSum, b: PointSum| u128::from(a.parts) * u128::from(b.games);
        (self.games > 0)
            .cmp(&(other.games > 0))
            .then_with(|| cross(self, other).cmp(&cross(other, self)))
    }
}

impl AddAssign for PointSum {
    fn add_assign(&mut self, other: PointSum) {
        self.parts += other.parts;
        self.games += other.games;
    }
}

/// What was scored in games. In games of more than two, a win is a first place alone and a draw a shared first
/// place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Score {
    sum: PointSum,
    pub(crate) results: Results,
}

impl Score {
    /// Counts a game with these points, from 0 to 1, and this result.
    pub(crate) fn add(&mut self, points: f64, result: Results) {
        self.sum += PointSum::game(points);
        self.results += result;
    }

    /// Returns the number of games.
    pub(crate) fn games(self) -> u64 {
        self.sum.games
    }

    /// Returns the points: those of the places, unless results have a worth of their own.
    pub(crate) fn sum(self, worth: Option<Worth>) -> PointSum {
        let whole = |worth: Worth| PointSum {
            parts: worth.score(self.results).saturating_mul(PARTS),
            ..self.sum
        };
        worth.map_or(self.sum, whole)
    }

    /// Returns the share of the points that as many wins would bring, from 0 to 1; None without a game.
    pub(crate) fn share(self, worth: Option<Worth>) -> Option<f64> {
        let win = worth.map_or(1.0, |worth| worth.win.into());
        self.sum(worth).per_game().map(|points| points / win)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirds_add_up() {
        let mut sum = PointSum::default();
        for _ in 0..6 {
            sum += PointSum::game(1.0 / 3.0);
            sum += PointSum::game(1.0 / 6.0);
        }
        let mut halves = PointSum::default();
        halves += PointSum::game(0.5);
        halves += PointSum::game(0.0);
        assert_eq!(sum.compare(halves), Ordering::Equal);
        assert_eq!((sum.points(), sum.per_game()), (3.0, Some(0.25)));
        assert_eq!(
            PointSum::default().compare(PointSum::game(0.0)),
            Ordering::Less
        );
    }
}
