//! Tests confidence sequences: laws, a known case, and simulated sequences that are checked all along.

use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_stats::SprtModel::Logistic;
use referee_stats::sequential::Play;
use referee_stats::{NoResults, ResultCounts, Strength, anytime};

use super::elo::{counts, reversed};
use super::sequential::most_errors;

/// Returns the share of sequences of so many pairs in which the interval excludes the mean at some moment.
fn left_out(play: Play, elo: f64, sequences: u64, pairs: u64, steps: u64) -> f64 {
    let truth = play.truth(Logistic, elo).expect("such games");
    let (mean, _) = truth.moments();
    let mut out = 0_u64;
    for number in 0..sequences {
        let mut chance = ChaCha8Rng::seed_from_u64(number);
        let mut counts = [0; 5];
        let mut look = 1;
        for played in 1..=pairs {
            let halves: usize = truth.draw(&mut chance).map(usize::from).iter().sum();
            counts[halves] += 1;
            // Checks at every pair in the beginning, later after the number of pairs grows by 1/`steps`.
            if played < look {
                continue;
            }
            look = played + (played / steps).max(1);
            let [low, high] = anytime(&ResultCounts::Pairs(counts), 0.05)
                .expect("results")
                .score;
            if !(low..=high).contains(&mean) {
                out += 1;
                break;
            }
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "some thousands")]
    let share = out as f64 / sequences as f64;
    share
}

/// Checks that for no kind of games a larger share of sequences than `most` excludes the mean.
fn check(sequences: u64, pairs: u64, steps: u64, most: f64) {
    for (draws, starts) in [(0.35, 60.0), (0.0, 0.0), (0.9, 0.0)] {
        for elo in [0.0, 100.0] {
            let out = left_out(Play { draws, starts }, elo, sequences, pairs, steps);
            println!("draws {draws}, starts {starts}, elo {elo}: {out:.4}");
            assert!(out <= most, "{draws} {elo}: {out}");
        }
    }
}

#[test]
fn the_mean_is_seldom_left_out() {
    // Allows what chance explains at 5 %; the usual interval excludes the mean in more than a quarter.
    check(50, 500, 10, most_errors(50));
}

#[test]
#[ignore = "long: ten thousand sequences of each kind"]
fn the_mean_is_seldom_left_out_in_ten_thousand_sequences() {
    check(10_000, 1000, 10, 0.05);
}

/// Stopping at the first 95 % interval that excludes the truth is wrong in far more than one of twenty cases:
/// the interval of a fixed number of games isn't valid at any time.
#[test]
fn the_usual_interval_is_left_often() {
    let truth = Play {
        draws: 0.35,
        starts: 60.0,
    }
    .truth(Logistic, 0.0)
    .expect("such games");
    let out = (0..200).filter(|&number| {
        let mut chance = ChaCha8Rng::seed_from_u64(number);
        let mut counts = [0; 5];
        (0..1000).any(|played| {
            counts[truth
                .draw(&mut chance)
                .map(usize::from)
                .iter()
                .sum::<usize>()] += 1;
            let strength = Strength::of(&ResultCounts::Pairs(counts)).expect("results");
            played > 20
                && strength
                    .elo_error
                    .is_some_and(|error| strength.elo.abs() > error)
        })
    });
    assert!(out.count() > 50);
}

/// With N won results the least mean m satisfies m^N = α/√(1+πN).
#[test]
fn all_won_is_what_it_must_be() {
    for n in [1_u32, 10, 1000] {
        let interval = anytime(&ResultCounts::Single([0, 0, n.into()]), 0.05).expect("results");
        let n = f64::from(n);
        let least = (0.05 / (std::f64::consts::PI * n + 1.0).sqrt()).powf(1.0 / n);
        assert!(
            (interval.score[0] - least).abs() < 1e-9,
            "{interval:?} {least}"
        );
        assert_eq!((interval.score[1], interval.elo[1]), (1.0, None));
    }
    assert_eq!(anytime(&ResultCounts::Pairs([0; 5]), 0.05), Err(NoResults));
}

proptest! {
    #[test]
    fn it_holds_the_mean_and_both_sides_agree(counts in counts()) {
        let ours = anytime(&counts, 0.05).expect("results");
        let theirs = anytime(&reversed(counts), 0.05).expect("results");
        let score = Strength::of(&counts).expect("results").score;
        let [low, high] = ours.score;
        // With 10^18 results the ends are equal to the mean up to rounding.
        let near = 1e-15;
        prop_assert!(0.0 <= low && low <= score + near, "{ours:?} {score}");
        prop_assert!(score - near <= high && high <= 1.0, "{ours:?} {score}");
        prop_assert!((low - (1.0 - theirs.score[1])).abs() < 1e-12);
        prop_assert!(ours.elo.iter().flatten().all(|elo| elo.is_finite()));
    }

    #[test]
    fn surer_is_wider(counts in counts()) {
        let [low, high] = anytime(&counts, 0.05).expect("results").score;
        let [lower, higher] = anytime(&counts, 0.01).expect("results").score;
        prop_assert!(lower <= low && high <= higher);
    }

    /// It is wider than the interval of a fixed number of games, but not by an order of magnitude.
    #[test]
    fn it_is_wider_than_the_usual_one(pairs in proptest::array::uniform5(20_u64..2000)) {
        let counts = ResultCounts::Pairs(pairs);
        let strength = Strength::of(&counts).expect("results");
        let [low, high] = anytime(&counts, 0.05).expect("results").elo.map(|elo| elo.expect("finite"));
        let ratio = (high - low) / 2.0 / strength.elo_error.expect("an error");
        prop_assert!((1.5..3.0).contains(&ratio), "{ratio}");
    }
}
