//! Tests calibration: of all statements "with a probability of 30 %" 30 of 100 must be true.

use referee_stats::field::{FitOptions, fit, rank_probabilities};

use super::simulation::{Deal, SimulationPlan, SimulationRng};

/// Statements whose probabilities are in one fifth of the scale.
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

    /// Returns the number of statements, their mean probability, and the share that is true.
    fn means(&self) -> [f64; 3] {
        let statements = f64::from(self.statements.max(1));
        [
            statements,
            self.said / statements,
            f64::from(self.true_ones) / statements,
        ]
    }

    /// Returns the largest standard error of a calibrated frequency if `together` statements are true at
    /// once.
    fn error(&self, together: f64) -> f64 {
        let [statements, said, _] = self.means();
        (together * said * (1.0 - said) / statements).sqrt()
    }
}

/// Number of standard errors that chance explains: in one of two thousand bins it is more.
const CHANCE: f64 = 3.5;

/// Collects all statements about the first rank, and those about any rank.
fn statements(plan: SimulationPlan, tournaments: u64) -> [[Bin; 5]; 2] {
    let mut bins = [[Bin::default(); 5]; 2];
    for seed in 0..tournaments {
        let mut chance = SimulationRng::new(seed);
        let strengths = chance.strengths(plan);
        let units = chance.tournament(plan, &strengths);
        let fit = fit(plan.players, &units, FitOptions::default());
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

/// Checks that bins are off by less than `band` and so many standard errors.
fn check(tournaments: u64, least: u32, band: f64, errors: f64) {
    for draws in [0.0, 0.3, 0.6] {
        let plan = SimulationPlan {
            players: 5,
            pairs: 15,
            draws,
            deal: Deal::Seat,
            first_seat: 0.0,
            spread: 150.0,
        };
        // Only one player is first, but two neighbours can only swap ranks together.
        for (bins, together) in statements(plan, tournaments).into_iter().zip([1.0, 2.0]) {
            for bin in bins {
                let [_, said, came] = bin.means();
                println!("{draws}: {bin:?}: {:.3}", came - said);
                assert!(bin.statements >= least, "too few to tell: {bin:?}");
                let allowed = band + errors * bin.error(together);
                assert!((came - said).abs() <= allowed, "{draws}: {bin:?}");
            }
        }
    }
}

#[test]
fn rank_probabilities_are_calibrated() {
    check(150, 10, 0.04, CHANCE);
}

#[test]
#[ignore = "long: twenty thousand tournaments of each kind"]
fn rank_probabilities_are_calibrated_within_four_in_a_hundred() {
    check(20_000, 40, 0.04, 0.0);
}

/// Checks fields of close bots, where most of a lead is luck, so that a bot that seems sure to be first often
/// isn't.
fn check_close(spreads: &[f64], tournaments: u64, band: f64, errors: f64) {
    let mut told = false;
    for &spread in spreads {
        for (players, pairs) in [(3, 15), (5, 15), (10, 5)] {
            let plan = SimulationPlan {
                players,
                pairs,
                draws: 0.3,
                deal: Deal::Seat,
                first_seat: 0.0,
                spread,
            };
            for bin in statements(plan, tournaments)[0] {
                let [statements, said, came] = bin.means();
                println!(
                    "{spread} Elo, {players} players: {statements} said {said:.3} came {came:.3}"
                );
                let allowed = band + errors * bin.error(1.0);
                // For likely statements too low a probability does no harm, nor for the others too high a
                // one.
                let sure = said > 0.5 && bin.statements >= 20;
                assert!(!sure || said - came <= allowed, "{plan:?}: {said} {came}");
                told |= sure;
            }
        }
    }
    assert!(told, "too few to tell");
}

#[test]
fn close_fields_are_not_said_to_be_sure() {
    check_close(&[10.0, 75.0], 100, 0.02, CHANCE);
}

#[test]
#[ignore = "long: twenty thousand tournaments of each kind"]
fn close_fields_are_not_said_to_be_sure_in_twenty_thousand_tournaments() {
    check_close(&[10.0, 30.0, 75.0, 150.0], 20_000, 0.02, 0.0);
}
