//! Tests wrong answers and lengths against alpha, beta and Wald's formula.

use referee_stats::SprtModel::{self, Logistic, Normalized};
use referee_stats::sequential::{Formula, Simulation, SimulationSummary, simulate};

use super::{most_errors, play, test, truth};

fn check(model: SprtModel, elo1: f64, tests: u64) {
    let test = test(model, 0.0, elo1);
    for (elo, second) in [(0.0, false), (elo1, true)] {
        let truth = truth(model, elo);
        let summary = play(test, &truth, tests);
        let wrong = if second {
            1.0 - summary.share()
        } else {
            summary.share()
        };
        assert!(wrong <= most_errors(tests), "{model:?} {elo}: {wrong}");
        let wald = test.course(&truth, Formula::Wald).games;
        let off = (summary.games() - wald).abs();
        let most = 0.05 * wald + 3.0 * summary.games_error();
        assert!(
            off <= most,
            "{model:?} {elo}: {} for {wald}",
            summary.games()
        );
    }
}

#[test]
fn logistic_tests_keep_their_word() {
    check(Logistic, 10.0, 200);
}

#[test]
fn normalized_tests_keep_their_word() {
    check(Normalized, 10.0, 200);
}

#[test]
#[ignore = "long: a thousand tests of each kind, also of a small difference"]
fn a_thousand_tests_keep_their_word() {
    for model in [Logistic, Normalized] {
        for elo1 in [5.0, 10.0] {
            check(model, elo1, 1000);
        }
    }
}

/// A test that goes far beyond its bounds is longer and safer.
#[test]
fn wide_tests_are_longer_and_safer() {
    let test = test(Logistic, 0.0, 50.0);
    for elo in [0.0, 50.0] {
        let truth = truth(Logistic, elo);
        let summary = play(test, &truth, 2000);
        let wrong = summary.share().min(1.0 - summary.share());
        assert!(wrong <= most_errors(2000), "{wrong}");
        assert!(summary.games() > test.course(&truth, Formula::Wald).games);
    }
}

#[test]
fn parts_add_up_to_the_whole() {
    let simulation = Simulation {
        test: test(Logistic, 0.0, 50.0),
        truth: truth(Logistic, 50.0),
        parallel: None,
        seed: 7,
    };
    let mut sum = SimulationSummary::default();
    for part in [0..30, 30..31, 31..200] {
        sum += simulate(&simulation, part);
    }
    assert_eq!(sum, simulate(&simulation, 0..200));
    let other = Simulation {
        seed: 8,
        ..simulation
    };
    assert_ne!(sum, simulate(&other, 0..200));
}
