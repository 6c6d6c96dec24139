//! Tests the strength of two bots: figures, limits, and laws.

use proptest::prelude::*;
use referee_stats::{Bound, NoResults, ResultCounts, Strength};

fn strength(counts: ResultCounts) -> Strength {
    Strength::of(&counts).expect("there are results")
}

/// Reverses the counts: the same match from the other bot's side.
pub(crate) fn reversed(mut counts: ResultCounts) -> ResultCounts {
    match &mut counts {
        ResultCounts::Single(games) => games.reverse(),
        ResultCounts::Pairs(pairs) => pairs.reverse(),
    }
    counts
}

/// Checks that a figure, rounded to so many decimals, is the given text.
fn shows(figure: f64, decimals: usize, text: &str) {
    assert_eq!(format!("{figure:.decimals$}"), text);
}

#[test]
fn single_games_give_the_figures() {
    let strength = strength(ResultCounts::Single([96, 111, 136]));
    shows(strength.score, 6, "0.558309");
    shows(strength.elo, 4, "40.7025");
    shows(strength.elo_error.expect("an error"), 4, "30.4272");
    shows(strength.nelo.expect("a figure"), 4, "49.7684");
    shows(strength.nelo_error.expect("an error"), 4, "36.7685");
    shows(strength.los, 6, "0.996010");
    assert_eq!(strength.bound, None);
}

#[test]
fn pairs_give_the_figures() {
    let strength = strength(ResultCounts::Pairs([34, 54, 63, 64, 75]));
    shows(strength.score, 6, "0.579310");
    shows(strength.elo, 4, "55.5798");
    shows(strength.elo_error.expect("an error"), 4, "27.6534");
    shows(strength.nelo.expect("a figure"), 4, "57.9356");
    shows(strength.nelo_error.expect("an error"), 4, "28.2754");
    shows(strength.los, 6, "0.999970");
}

#[test]
fn no_result_says_nothing() {
    for none in [ResultCounts::Single([0; 3]), ResultCounts::Pairs([0; 5])] {
        assert_eq!(Strength::of(&none), Err(NoResults));
        assert_eq!(none.level(), Err(NoResults));
    }
}

#[test]
fn all_won_or_all_lost_is_a_bound() {
    for won in [
        ResultCounts::Single([0, 0, 10]),
        ResultCounts::Pairs([0, 0, 0, 0, 10]),
    ] {
        let (best, worst) = (strength(won), strength(reversed(won)));
        // The bound is p = 0.05^(1/10) = 0.741134…
        shows(best.elo, 4, "182.7291");
        assert_eq!((best.score, best.bound), (1.0, Some(Bound::Lower)));
        assert_eq!((worst.score, worst.bound), (0.0, Some(Bound::Upper)));
        assert_eq!(worst.elo.to_bits(), (-best.elo).to_bits());
        for side in [best, worst] {
            let nothing = (side.elo_error, side.nelo, side.nelo_error);
            assert_eq!(nothing, (None, None, None));
        }
        assert_eq!((best.los, worst.los), (1.0, 0.0));
    }
}

#[test]
fn a_bound_grows_without_end_and_stays_finite() {
    let bound = |games| strength(ResultCounts::Single([0, 0, games])).elo;
    let games = [1, 2, 10, 1000, 1_000_000_000, u64::MAX];
    assert!(games.is_sorted_by(|a, b| bound(*a) < bound(*b)));
    assert!(bound(1) < 0.0, "one win may be luck");
    assert!(bound(u64::MAX) < 10_000.0);
}

#[test]
fn all_level_is_no_difference_of_unknown_error() {
    for level in [
        ResultCounts::Single([0, 7, 0]),
        ResultCounts::Pairs([0, 0, 7, 0, 0]),
    ] {
        let strength = strength(level);
        assert_eq!(
            (strength.score, strength.elo, strength.los),
            (0.5, 0.0, 0.5)
        );
        assert_eq!((strength.elo_error, strength.nelo_error), (None, None));
        assert_eq!((strength.nelo, strength.bound), (Some(0.0), None));
        assert_eq!(level.level(), Ok(1.0));
    }
}

#[test]
fn an_interval_without_an_end_has_no_error() {
    let strength = strength(ResultCounts::Single([1, 0, 9]));
    shows(strength.elo, 3, "381.697");
    assert_eq!(strength.elo_error, None);
    assert!(strength.nelo_error.is_some());
}

#[test]
fn one_loss_among_many_wins_is_not_rounded_away() {
    let strength = strength(ResultCounts::Single([1, 0, 1_000_000_000_000_000_000]));
    assert!((strength.elo - 7200.0).abs() < 1e-9 && strength.bound.is_none());
}

#[test]
fn the_middle_is_a_share() {
    assert_eq!(ResultCounts::Single([1, 1, 2]).level(), Ok(0.25));
    assert_eq!(ResultCounts::Pairs([1, 1, 6, 1, 3]).level(), Ok(0.5));
}

/// Generates counts of every size, many of them 0.
pub(crate) fn counts() -> impl Strategy<Value = ResultCounts> {
    let count = prop_oneof![
        2 => Just(0_u64),
        1 => 1_u64..5,
        2 => 0_u64..2000,
        1 => 0_u64..2_000_000_000,
        1 => Just(u64::MAX),
    ];
    let single = proptest::array::uniform3(count.clone()).prop_map(ResultCounts::Single);
    let pairs = proptest::array::uniform5(count).prop_map(ResultCounts::Pairs);
    prop_oneof![single, pairs].prop_filter("no results", |counts| counts.level().is_ok())
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

proptest! {
    #[test]
    fn every_figure_is_a_number(counts in counts()) {
        let s = strength(counts);
        let all = [Some(s.score), Some(s.elo), s.elo_error, s.nelo, s.nelo_error, s.nelo_error_full, Some(s.los)];
        for figure in all.into_iter().flatten() {
            prop_assert!(figure.is_finite(), "{counts:?}: {s:?}");
        }
        prop_assert!((0.0..=1.0).contains(&s.score) && (0.0..=1.0).contains(&s.los));
        for error in [s.elo_error, s.nelo_error].into_iter().flatten() {
            prop_assert!(error > 0.0, "{counts:?}: {s:?}");
        }
        prop_assert_eq!(s.nelo_error.is_some(), s.nelo_error_full.is_some());
        prop_assert!(s.nelo_error_full >= s.nelo_error, "{counts:?}: {s:?}");
    }

    #[test]
    fn the_other_side_sees_the_opposite(counts in counts()) {
        let (ours, theirs) = (strength(counts), strength(reversed(counts)));
        prop_assert!(near(ours.score, 1.0 - theirs.score));
        prop_assert!(near(ours.elo, -theirs.elo));
        prop_assert!(near(ours.los, 1.0 - theirs.los));
        prop_assert_eq!(ours.nelo.is_some(), theirs.nelo.is_some());
        prop_assert!(near(ours.nelo.unwrap_or(0.0), -theirs.nelo.unwrap_or(0.0)));
        prop_assert_eq!(ours.bound.is_some(), theirs.bound.is_some());
    }

    #[test]
    fn four_times_the_results_halve_the_error(
        counts in proptest::array::uniform5(1_u64..1000),
    ) {
        let [once, four] = [1, 4].map(|n| strength(ResultCounts::Pairs(counts.map(|count| n * count))));
        prop_assert!(near(once.elo, four.elo));
        let (Some(once), Some(four)) = (once.nelo_error, four.nelo_error) else {
            return Err(TestCaseError::fail("results differ"));
        };
        prop_assert!(near(once, 2.0 * four));
    }
}
