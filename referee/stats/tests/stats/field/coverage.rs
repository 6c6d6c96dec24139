//! Tests coverage: 95 of 100 intervals must contain the true value.

use referee_stats::field::{FitOptions, fit};

use super::simulation::{Deal, SimulationPlan, SimulationRng};

/// Realistic fields: numbers of bots, and of mirrored pairs for each two of them.
const SIZES: [(usize, usize); 3] = [(4, 15), (8, 10), (12, 3)];
/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;
const DRAWS: [f64; 3] = [0.0, 0.3, 0.6];
const DEALS: [Deal; 3] = [Deal::Independent, Deal::Player, Deal::Seat];

/// Returns the shares of intervals (rating ± 1.96 errors) that contain the true rating, and of those of the
/// differences between neighbours.
fn coverage(plan: SimulationPlan, tournaments: u64, options: FitOptions) -> [f64; 2] {
    let mut held = [0_u32; 2];
    let mut asked = [0_u32; 2];
    for seed in 0..tournaments {
        let mut chance = SimulationRng::new(seed);
        let strengths = chance.strengths(plan);
        let units = chance.tournament(plan, &strengths);
        let fit = fit(plan.players, &units, options);
        for (player, strength) in strengths.iter().enumerate() {
            let off = fit.ratings[player].unwrap() - strength;
            asked[0] += 1;
            held[0] += u32::from(off.abs() <= Z * fit.error(player).unwrap());
            let next = (player + 1) % plan.players;
            let off = fit.difference(player, next).unwrap() - (strength - strengths[next]);
            let error = fit.difference_error(player, next).unwrap();
            asked[1] += 1;
            held[1] += u32::from(off.abs() <= Z * error);
        }
    }
    [0, 1].map(|i| f64::from(held[i]) / f64::from(asked[i]))
}

fn check(tournaments: u64, band: f64, sizes: &[(usize, usize)]) {
    let mut off = Vec::new();
    for &(players, pairs) in sizes {
        for draws in DRAWS {
            for deal in DEALS {
                for (first_seat, term) in [(0.0, false), (70.0, true)] {
                    let plan = SimulationPlan {
                        players,
                        pairs,
                        draws,
                        deal,
                        first_seat,
                        spread: 100.0,
                    };
                    let options = FitOptions {
                        first_seat: term,
                        ..FitOptions::default()
                    };
                    let shares = coverage(plan, tournaments, options);
                    println!("{plan:?}: {shares:.4?}");
                    if shares.iter().any(|share| (share - 0.95).abs() > band) {
                        off.push((plan, shares));
                    }
                }
            }
        }
    }
    assert!(off.is_empty(), "{off:#?}");
}

/// Checks the coverage of the ratings in games of four seats.
fn check_four_seats(tournaments: u64, band: f64) {
    for (players, blocks) in [(4, 40), (6, 60)] {
        for shared in [0.0, 0.7] {
            let mut held = 0_u32;
            let mut asked = 0_u32;
            for seed in 0..tournaments {
                let mut chance = SimulationRng::new(seed);
                let strengths = chance.strengths(SimulationPlan {
                    players,
                    pairs: 0,
                    draws: 0.0,
                    deal: Deal::Independent,
                    first_seat: 0.0,
                    spread: 100.0,
                });
                let units = chance.blocks(&strengths, blocks, shared);
                let fit = fit(players, &units, FitOptions::default());
                for (player, strength) in strengths.iter().enumerate() {
                    let off = fit.ratings[player].unwrap() - strength;
                    asked += 1;
                    held += u32::from(off.abs() <= Z * fit.error(player).unwrap());
                }
            }
            let share = f64::from(held) / f64::from(asked);
            println!("{players} players, {blocks} blocks, {shared} shared: {share:.4}");
            assert!(
                (share - 0.95).abs() <= band,
                "{players} {blocks} {shared}: {share}"
            );
        }
    }
}

/// Returns the shares of ± 1.96 errors and of intervals that contain the true rating, for four bots that all
/// play in each game.
fn small(blocks: usize, tournaments: u64) -> [f64; 2] {
    let (mut held, mut asked) = ([0_u32; 2], 0_u32);
    for seed in 0..tournaments {
        let mut chance = SimulationRng::new(seed);
        let strengths = chance.strengths(SimulationPlan {
            players: 4,
            pairs: 0,
            draws: 0.0,
            deal: Deal::Independent,
            first_seat: 0.0,
            spread: 100.0,
        });
        let units = chance.blocks(&strengths, blocks, 0.7);
        let fit = fit(4, &units, FitOptions::default());
        for (player, strength) in strengths.iter().enumerate() {
            let off = (fit.ratings[player].unwrap() - strength).abs();
            asked += 1;
            held[0] += u32::from(off <= Z * fit.error(player).unwrap());
            held[1] += u32::from(off <= fit.interval(player).unwrap());
        }
    }
    held.map(|held| f64::from(held) / f64::from(asked))
}

fn check_small(tournaments: u64, band: f64) {
    for blocks in [5, 10, 40] {
        let [normal, student] = small(blocks, tournaments);
        println!("{blocks} blocks: {student:.4}, 1.96 errors {normal:.4}");
        assert!((student - 0.95).abs() <= band, "{blocks}: {student}");
    }
}

#[test]
fn intervals_cover_what_they_say_after_few_blocks() {
    check_small(500, 0.025);
}

#[test]
#[ignore = "long: ten thousand tournaments of each kind"]
fn intervals_cover_what_they_say_after_few_blocks_within_two_in_a_hundred() {
    check_small(10_000, 0.02);
}

#[test]
fn errors_cover_what_they_say_with_four_seats() {
    check_four_seats(150, 0.03);
}

#[test]
#[ignore = "long: a thousand tournaments of each kind"]
fn errors_cover_what_they_say_with_four_seats_within_two_in_a_hundred() {
    check_four_seats(1000, 0.02);
}

#[test]
fn errors_cover_what_they_say() {
    check(200, 0.03, &[(4, 15)]);
}

#[test]
#[ignore = "long: a thousand tournaments of each kind"]
fn errors_cover_what_they_say_within_two_in_a_hundred() {
    check(1000, 0.02, &SIZES);
}
