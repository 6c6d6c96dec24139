//! Tests the differences that a number of games can detect.

use referee_stats::SprtModel::{Logistic, Normalized};
use referee_stats::sequential::{DetectableEffect, Play};
use referee_stats::{ResultCounts, Strength};

use super::{PLAY, play, test, truth};

#[test]
fn the_error_is_that_of_the_match() {
    // The pairs that equal bots play, 20 000 games in total.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count"
    )]
    let counts = truth(Logistic, 0.0)
        .pairs()
        .map(|p| (p * 1e4).round() as u64);
    let strength = Strength::of(&ResultCounts::Pairs(counts)).expect("results");
    let logistic = DetectableEffect::new(Logistic, &PLAY, [0.05; 2], 2e4).expect("a budget");
    let normalized = DetectableEffect::new(Normalized, &PLAY, [0.05; 2], 2e4).expect("a budget");
    let near = |a: Option<f64>, b: Option<f64>| {
        let (a, b) = (a.expect("an error"), b.expect("an error"));
        assert!((a / b - 1.0).abs() < 1e-3, "{a} {b}");
    };
    near(logistic.error, strength.elo_error);
    near(normalized.error, strength.nelo_error);
}

/// Simulates that a test against the difference that a budget can detect takes that budget.
#[test]
fn the_test_takes_the_budget() {
    let budget = DetectableEffect::new(Logistic, &PLAY, [0.05; 2], 2000.0).expect("a budget");
    let elo1 = budget.sequential.expect("a difference");
    let summary = play(test(Logistic, 0.0, elo1), &truth(Logistic, elo1), 2000);
    let off = (summary.games() / 2000.0 - 1.0).abs();
    assert!(
        off < 0.05 + 3.0 * summary.games_error() / 2000.0,
        "{}",
        summary.games()
    );
    // A match of fixed length that detects as much has to be longer.
    assert!(budget.matched.expect("a difference") > elo1);
}

/// The games of a test grow with the inverse square of the difference, once the difference is small.
#[test]
fn a_hundred_times_the_games_tell_a_tenth_of_the_difference() {
    for model in [Logistic, Normalized] {
        let elo = |games: f64| {
            let budget = DetectableEffect::new(model, &PLAY, [0.05; 2], games).expect("a budget");
            budget.sequential.expect("a difference")
        };
        for (games, tolerance) in [(500.0, 0.04), (5e3, 0.01), (5e4, 0.003)] {
            let ratio = elo(games) / elo(100.0 * games);
            assert!((ratio / 10.0 - 1.0).abs() < tolerance, "{ratio}");
        }
    }
}

/// If games are too few to detect anything, no difference is returned.
#[test]
fn too_few_games_tell_nothing() {
    let play = Play {
        draws: 0.0,
        starts: 0.0,
    };
    let budget = DetectableEffect::new(Logistic, &play, [0.05; 2], 2.0).expect("a budget");
    assert_eq!(budget.matched, None);
    assert_eq!(budget.sequential, None);
}
