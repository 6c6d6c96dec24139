//! Tests the formulas for a test against simulated tests and against each other.

use proptest::prelude::*;
use referee_stats::SprtModel::{self, Logistic, Normalized};
use referee_stats::sequential::{Formula, SequentialTest};

use super::{PLAY, play, test, truth};

/// Places below, at, between, at and above the hypotheses.
const PLACES: [f64; 6] = [-1.0, 0.0, 0.25, 0.5, 1.0, 2.0];

/// Checks that the forecast is within 5 % and three standard errors of the simulated length.
fn check(model: SprtModel, elo1: f64, tests: u64, places: &[f64]) {
    let test = test(model, 0.0, elo1);
    for place in places {
        let truth = truth(model, place * elo1);
        let summary = play(test, &truth, tests);
        let said = test.forecast(&truth);
        let off = (summary.games() / said.games - 1.0).abs();
        let most = 0.05 + 3.0 * summary.games_error() / said.games;
        assert!(
            off <= most,
            "{model:?} {elo1}, {place}: {} {said:?}",
            summary.games()
        );
        // The error of the forecast, not of the count: few tests may contain no wrong answer.
        let chance = 3.0 * (said.second * (1.0 - said.second)).sqrt() / root(tests);
        assert!(
            (said.second - summary.share()).abs() <= 0.02 + chance,
            "{said:?}"
        );
    }
}

fn root(tests: u64) -> f64 {
    f64::from(u32::try_from(tests).expect("some thousands")).sqrt()
}

#[test]
fn narrow_tests_take_as_long_as_said() {
    check(Logistic, 10.0, 100, &PLACES);
    check(Normalized, 10.0, 100, &[0.0, 0.5, 1.0]);
}

#[test]
fn wide_tests_take_as_long_as_said() {
    check(Logistic, 20.0, 200, &PLACES);
    check(Logistic, 50.0, 500, &[0.0, 0.5, 2.0]);
    check(Normalized, 50.0, 300, &[1.0]);
}

#[test]
#[ignore = "long: ten thousand tests of each kind"]
fn ten_thousand_tests_take_as_long_as_said() {
    for model in [Logistic, Normalized] {
        for elo1 in [5.0, 10.0, 50.0] {
            check(model, elo1, 10_000, &PLACES);
        }
    }
}

/// At the hypotheses Wald's formula gives alpha and beta, and the expected lengths that follow.
#[test]
fn walds_formula_is_walds() {
    let (alpha, beta) = (0.02, 0.1);
    let test = SequentialTest::new(Normalized, [-5.0, 0.0], alpha, beta).expect("a test");
    let first = test.course(&truth(Normalized, -5.0), Formula::Wald);
    let second = test.course(&truth(Normalized, 0.0), Formula::Wald);
    assert!((first.second - alpha).abs() < 1e-4, "{first:?}");
    assert!((second.second - (1.0 - beta)).abs() < 1e-4, "{second:?}");
    // A pair adds t²/2 on average, with t = √2·5·ln 10/800.
    let t = 2_f64.sqrt() * 5.0 * std::f64::consts::LN_10 / 800.0;
    let (lower, upper) = (test.bounds().lower, test.bounds().upper);
    let games = 2.0 * (beta * lower + (1.0 - beta) * upper) / (t * t / 2.0);
    assert!(
        (second.games / games - 1.0).abs() < 1e-3,
        "{} {games}",
        second.games
    );
}

fn same_from_both_sides(elo1: f64, place: f64) -> Result<(), TestCaseError> {
    let ours = test(Normalized, 0.0, elo1);
    let theirs = test(Normalized, -elo1, 0.0);
    let ours = ours.course(&truth(Normalized, place * elo1), Formula::Corrected);
    let theirs = theirs.course(&truth(Normalized, -place * elo1), Formula::Corrected);
    prop_assert!((ours.second + theirs.second - 1.0).abs() < 1e-6);
    prop_assert!((ours.games / theirs.games - 1.0).abs() < 1e-6);
    Ok(())
}

proptest! {
    #[test]
    fn the_curve_rises(
        normalized in any::<bool>(), elo1 in 1.0..60.0, place in -2.0..3.0, step in 0.01..0.5,
    ) {
        let model = if normalized { Normalized } else { Logistic };
        let test = test(model, 0.0, elo1);
        for formula in [Formula::Wald, Formula::Corrected] {
            let at = |place: f64| test.course(&truth(model, place * elo1), formula);
            let (low, high) = (at(place), at(place + step));
            prop_assert!(0.0 <= low.second && low.second <= high.second && high.second <= 1.0);
            prop_assert!(low.games >= 2.0 && low.games.is_finite());
        }
    }

    /// Seen from the other side, a test has the same forecast.
    #[test]
    fn both_sides_see_the_same(elo1 in 1.0..60.0_f64, place in -1.0..2.0_f64) {
        same_from_both_sides(elo1, place)?;
    }

    /// Also between the hypotheses, where the drift nearly vanishes.
    #[test]
    fn a_slight_drift_has_all_its_digits(elo1 in 1.0..5.0_f64, off in -1e-3..1e-3) {
        same_from_both_sides(elo1, 0.5 + off)?;
    }

    /// There is no jump where the drift vanishes.
    #[test]
    fn without_drift_nothing_breaks(elo1 in 1.0..60.0_f64, off in -1e-6..1e-6) {
        let test = test(Logistic, -elo1, elo1);
        let level = test.course(&PLAY.truth(Logistic, 0.0).expect("games"), Formula::Wald);
        let near = test.course(&PLAY.truth(Logistic, off).expect("games"), Formula::Wald);
        prop_assert!((level.games / near.games - 1.0).abs() < 1e-4, "{level:?} {near:?}");
        prop_assert!((level.second - near.second).abs() < 1e-4);
    }
}
