//! P(rank = k): how often a player has each rank when ratings are drawn at random.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use super::spread::posteriors;
use super::{Fit, real};

/// Seed of all printed rank probabilities, fixed so that they are the same in every output.
pub const RANK_SEED: u64 = 400;

/// Number of samples of the field's ratings for printed probabilities: a standard error of at most 0.5 %.
pub const RANK_SAMPLES: u32 = 10_000;

/// Returns by player, then by rank from the first, the share of samples (0 to 1) in which the player has that
/// rank.
///
/// Each sample draws all ratings at once, around the fit and shrunk together as far as the field's spread
/// makes likely (`super::spread`). Players without a rating have no ranks and aren't counted.
pub fn rank_probabilities(fit: &Fit, samples: u32, seed: u64) -> Vec<Vec<f64>> {
    let mut shares = vec![Vec::new(); fit.ratings.len()];
    let rated = fit.players.len();
    let posteriors = posteriors(fit, 0.5 / f64::from(samples.max(1)));
    let total: f64 = posteriors.iter().map(|posterior| posterior.weight).sum();
    let mut counts = vec![vec![0_u32; rated]; rated];
    let mut normal = Polar::new(seed);
    let mut order: Vec<usize> = (0..rated).collect();
    let mut sample = 0;
    let mut until = 0.0;
    for posterior in &posteriors {
        until += posterior.weight / total * f64::from(samples);
        // Each spread gets its exact share of the samples, not a random one.
        while sample < samples && f64::from(sample) + 0.5 < until {
            sample += 1;
            let chances: Vec<f64> = (0..rated).map(|_| normal.next()).collect();
            let drawn = posterior.ratings(&chances);
            order.sort_by(|&a, &b| drawn[b].total_cmp(&drawn[a]));
            for (rank, &player) in order.iter().enumerate() {
                counts[player][rank] += 1;
            }
        }
    }
    for (&player, counts) in fit.players.iter().zip(counts) {
        let share = |count| f64::from(count) / f64::from(sample.max(1));
        shares[player] = counts.into_iter().map(share).collect();
    }
    shares
}

/// Normal random numbers by the polar method (G. Marsaglia and T. A. Bray, A convenient method for generating
/// normal variables, 1964).
struct Polar {
    rng: ChaCha8Rng,
    spare: Option<f64>,
}

impl Polar {
    fn new(seed: u64) -> Polar {
        Polar {
            rng: ChaCha8Rng::seed_from_u64(seed),
            spare: None,
        }
    }

    fn next(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        loop {
            let (x, y) = (self.side(), self.side());
            let square = x * x + y * y;
            if square < 1.0 && square > 0.0 {
                let stretch = (-2.0 * square.ln() / square).sqrt();
                self.spare = Some(y * stretch);
                return x * stretch;
            }
        }
    }

    /// Returns a uniform number from −1 to 1.
    fn side(&mut self) -> f64 {
        let steps = self.rng.next_u64() >> 11;
        real(steps) / real(1 << 52) - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_numbers_are_normal() {
        let mut polar = Polar::new(1);
        let numbers: Vec<f64> = (0..100_000).map(|_| polar.next()).collect();
        let mean = |power: i32| numbers.iter().map(|x| x.powi(power)).sum::<f64>() / 1e5;
        for (power, expected) in [(1, 0.0), (2, 1.0), (3, 0.0), (4, 3.0)] {
            assert!(
                (mean(power) - expected).abs() < 0.1,
                "{power}: {}",
                mean(power)
            );
        }
    }
}
