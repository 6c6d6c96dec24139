//! Tests the sequential test between two strengths: figures and laws.

use proptest::prelude::*;
use referee_stats::{MAX_ELO, NoResults, ResultCounts, SprtError, SprtModel, bounds, llr};

use super::elo::{counts, reversed};
use SprtModel::{Logistic, Normalized};

fn ratio(model: SprtModel, elo0: f64, elo1: f64, counts: ResultCounts) -> f64 {
    llr(model, elo0, elo1, &counts).expect("there are results")
}

fn is_near(actual: f64, expected: f64) {
    let error = (actual - expected).abs() / expected.abs();
    assert!(error < 1e-9, "{actual} for {expected}");
}

#[test]
fn the_figures_hold() {
    let pairs = ResultCounts::Pairs([365, 16618, 36229, 16974, 390]);
    is_near(ratio(Normalized, 0.0, 2.0, pairs), 2.250_367_703_547);
    let pairs = ResultCounts::Pairs([5, 10, 20, 18, 7]);
    is_near(ratio(Normalized, 0.0, 10.0, pairs), 0.379_947_155_388);
    let pairs = ResultCounts::Pairs([223, 9863, 21279, 10037, 246]);
    is_near(ratio(Logistic, 0.5, 2.5, pairs), -3.074_126_439_589);
    let games = ResultCounts::Single([36027, 68692, 36433]);
    is_near(ratio(Normalized, 0.0, 2.0, games), 0.923_293_450_950);
}

/// Computed with 60 digits by the plain iteration, with bisection for θ.
#[test]
fn extreme_counts_lose_no_digits() {
    const G: u64 = 1_000_000_000;
    let many = ResultCounts::Pairs([G, 3 * G, 5 * G, 3 * G, G]);
    is_near(ratio(Normalized, 0.0, 2.0, many), -430_775.798_379_777);
    let many = ResultCounts::Single([G, G, G + 100_000]);
    is_near(ratio(Logistic, 0.0, 2.0, many), -73_695.018_729_389_2);
    let won = ResultCounts::Single([0, 0, G]);
    is_near(ratio(Normalized, 0.0, 0.5, won), 1_438_079.660_470_929);
    let won = ResultCounts::Pairs([0, 0, 0, 0, G]);
    is_near(ratio(Logistic, -5.0, 0.0, won), 14_494_705.954_522_606);
    let level = ResultCounts::Pairs([0, 0, G, 0, 0]);
    is_near(ratio(Normalized, 0.0, 5.0, level), -414_125.008_244_037);
    let wide = ResultCounts::Single([1, 2, 3]);
    is_near(
        ratio(Logistic, -4000.0, 4000.0, wide),
        47.507_217_689_882_76,
    );
}

#[test]
fn the_bounds_are_walds() {
    let even = bounds(0.05, 0.05).expect("probabilities");
    is_near(even.upper, 2.944_438_979_166_440_5);
    assert_eq!(even.lower.to_bits(), (-even.upper).to_bits());
    let uneven = bounds(0.01, 0.1).expect("probabilities");
    is_near(uneven.lower, (0.1_f64 / 0.99).ln());
    is_near(uneven.upper, 90_f64.ln());
}

#[test]
fn what_is_no_test_is_refused() {
    let counts = ResultCounts::Single([1, 1, 1]);
    for wrong in [f64::NAN, f64::INFINITY, -10_000.1, 1e300] {
        let first = llr(Logistic, wrong, 0.0, &counts).expect_err("no hypothesis");
        assert!(first.to_string().starts_with("elo0 is "), "{first}");
        let second = llr(Normalized, 0.0, wrong, &counts).expect_err("no hypothesis");
        assert!(second.to_string().starts_with("elo1 is "), "{second}");
    }
    let none = llr(Logistic, 0.0, 1.0, &ResultCounts::Pairs([0; 5]));
    assert_eq!(none, Err(SprtError::NoResults(NoResults)));
    for (alpha, beta, name) in [
        (0.0, 0.05, "alpha is 0;"),
        (1.0, 0.05, "alpha is 1;"),
        (0.05, -0.1, "beta is -0.1;"),
        (0.05, f64::NAN, "beta is NaN;"),
        (0.5, 0.5, "alpha 0.5 and beta 0.5 "),
    ] {
        let error = bounds(alpha, beta).expect_err("no probabilities");
        assert!(error.to_string().starts_with(name), "{error}");
    }
}

/// Generates hypotheses from a usual test to the end of the range.
fn elo() -> impl Strategy<Value = f64> {
    prop_oneof![
        3 => -10.0..10.0,
        2 => -400.0..400.0,
        1 => -MAX_ELO..MAX_ELO,
        1 => proptest::sample::select(vec![0.0, MAX_ELO, -MAX_ELO]),
    ]
}

fn model() -> impl Strategy<Value = SprtModel> {
    proptest::sample::select(vec![Logistic, Normalized])
}

/// Compares up to the digits that a difference of sums over so many results can have.
fn close(a: f64, b: f64, counts: ResultCounts, reach: f64) -> bool {
    let results = match counts {
        ResultCounts::Single(counts) => counts.map(u128::from).iter().sum::<u128>(),
        ResultCounts::Pairs(counts) => counts.map(u128::from).iter().sum(),
    };
    #[expect(clippy::cast_precision_loss, reason = "a tolerance")]
    let results = results as f64;
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()) + 1e-12 * results * reach
}

proptest! {
    #[test]
    fn the_ratio_is_a_number(model in model(), a in elo(), b in elo(), counts in counts()) {
        let ratio = ratio(model, a, b, counts);
        prop_assert!(ratio.is_finite(), "{ratio}");
    }

    #[test]
    fn the_other_side_sees_the_same(model in model(), a in elo(), b in elo(), counts in counts()) {
        let ours = ratio(model, a, b, counts);
        let theirs = ratio(model, -a, -b, reversed(counts));
        let reach = 1.0 + a.abs().max(b.abs()) / 100.0;
        prop_assert!(close(ours, theirs, counts, reach), "{ours} {theirs}");
    }

    #[test]
    fn exchanged_hypotheses_turn_the_sign(
        model in model(), a in elo(), b in elo(), counts in counts(),
    ) {
        let (there, back) = (ratio(model, a, b, counts), ratio(model, b, a, counts));
        prop_assert!(there + back == 0.0, "{there} {back}");
    }

    #[test]
    fn equal_hypotheses_are_equally_likely(model in model(), a in elo(), counts in counts()) {
        prop_assert_eq!(ratio(model, a, a, counts).to_bits(), 0_f64.to_bits());
    }

    #[test]
    fn hypotheses_add_up(model in model(), a in elo(), b in elo(), c in elo(), counts in counts()) {
        let whole = ratio(model, a, c, counts);
        let sum = ratio(model, a, b, counts) + ratio(model, b, c, counts);
        let reach = 1.0 + a.abs().max(b.abs()).max(c.abs()) / 10.0;
        prop_assert!(close(whole, sum, counts, reach), "{whole} {sum}");
    }

    /// The mean is likeliest at exactly ½, and less likely the further it is from it on either side.
    #[test]
    fn further_is_less_likely(
        model in model(),
        (loss, draw) in (1_u64..1000, 1_u64..1000),
        (near, step) in (0.0..100.0, 1.0..100.0),
    ) {
        let counts = ResultCounts::Single([loss, draw, loss]);
        prop_assert!(ratio(model, near, near + step, counts) < 0.0);
        prop_assert!(ratio(model, -near, -near - step, counts) < 0.0);
    }
}
