//! Exact sums of points: thirds don't add up exactly in floating point, and equal sums must stay equal.

use std::cmp::Ordering;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// Parts of a point: a multiple of every 2 · (seats − 1) up to eight seats, so that all points of a game are
/// whole numbers of parts.
const PARTS: f64 = 840.0;

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
            clippy::cast_sign_loss,
            reason = "from 0 to 840"
        )]
        let parts = (points.clamp(0.0, 1.0) * PARTS).round() as u64;
        PointSum { parts, games: 1 }
    }

    #[expect(clippy::cast_precision_loss, reason = "exact up to 10^13 games")]
    pub(crate) fn points(self) -> f64 {
        self.parts as f64 / PARTS
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

/// Wins, draws and losses. In games of more than two, a win is a first place alone and a draw a shared first
/// place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WinDrawLoss {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
}

impl WinDrawLoss {
    /// Counts a game by the place and by the number of seats that share the first place.
    pub(crate) fn add(&mut self, place: u8, firsts: usize) {
        match (place, firsts) {
            (1, 1) => self.wins += 1,
            (1, _) => self.draws += 1,
            _ => self.losses += 1,
        }
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
