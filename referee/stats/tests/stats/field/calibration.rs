//! Whether of all statements "with a probability of 30 %" 30 of 100 are true.

use referee_stats::field::{Options, fit, rank_probabilities};

use super::simulation::{Chance, Deal, Plan};

/// Statements whose probabilities lie in one fifth of the scale.
#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    statements: u32,
    said: f64,
    true_ones: u32,
}

impl Bin {
    fn add(&mut self, said: f64, is_true: bool) {
        self.statements += 1;
        self.said += said;
        self.true_ones += u32::from(is_true);
    }

    /// How far the frequency is from what was said.
    fn off(&self) -> f64 {
        let statements = f64::from(self.statements.max(1));
        (f64::from(self.true_ones) - self.said).abs() / statements
    }
}

/// All statements on the first rank, and those on any rank.
fn statements(plan: Plan, tournaments: u64) -> [[Bin; 5]; 2] {
    let mut bins = [[Bin::default(); 5]; 2];
    for seed in 0..tournaments {
        let mut chance = Chance::new(seed);
        let strengths = chance.strengths(plan);
        let units = chance.tournament(plan, &strengths);
        let fit = fit(plan.players, &units, Options::default());
        let probabilities = rank_probabilities(&fit, 500, seed);
        for (player, ranks) in probabilities.iter().enumerate() {
            let better = strengths.iter().filter(|&&s| s > strengths[player]).count();
            for (rank, &said) in ranks.iter().enumerate() {
                let bin = [0.2, 0.4, 0.6, 0.8]
                    .iter()
                    .filter(|&&bound| said >= bound)
                    .count();
                bins[1][bin].add(said, rank == better);
                if rank == 0 {
                    bins[0][bin].add(said, rank == better);
                }
            }
        }
    }
    bins
}

/// Bins are off by less than `band`, and `chance` over the root of their numbers.
fn check(tournaments: u64, band: f64, chance: f64) {
    for draws in [0.0, 0.3, 0.6] {
        let plan = Plan {
            players: 5,
            pairs: 15,
            draws,
            deal: Deal::Seat,
            first_seat: 0.0,
            spread: 150.0,
        };
        for bins in statements(plan, tournaments) {
            for bin in bins {
                println!("{draws}: {bin:?}: {:.3}", bin.off());
                assert!(bin.statements >= 40, "too few to tell: {bin:?}");
                let allowed = band + chance / f64::from(bin.statements).sqrt();
                assert!(bin.off() <= allowed, "{draws}: {bin:?}");
            }
        }
    }
}

#[test]
fn rank_probabilities_are_calibrated() {
    check(600, 0.03, 1.0);
}

#[test]
#[ignore = "long: twenty thousand tournaments of each kind"]
fn rank_probabilities_are_calibrated_within_three_in_a_hundred() {
    check(20_000, 0.03, 0.0);
}
