//! Tests marks: the published case, every bound from both sides, and the laws.

#![expect(
    clippy::float_cmp,
    reason = "marks are copied, and these sums are exact"
)]

use proptest::prelude::*;
use referee_stats::{Band, Points, Results, Scale, StagePoints, Worth};

fn results(wins: u64, draws: u64, losses: u64) -> Results {
    Results {
        wins,
        draws,
        losses,
    }
}

/// Returns results with exactly this share of all points, in thousandths of a per cent.
fn share(thousandths: u64) -> Results {
    results(thousandths, 0, 100_000 - thousandths)
}

#[test]
fn the_published_case() {
    // In this case 43 of 82 were eligible: 42 opponents, six games each.
    let case = results(111, 16, 125);
    assert_eq!(case.games(), 42 * 6);
    let grade = Scale::default().grade(case);
    let shown = format!("{:.2}", grade.normalized.expect("there are games"));
    assert_eq!(
        (grade.score, shown.as_str(), grade.mark),
        (238, "47.22", 7.5)
    );
}

#[test]
fn a_bound_belongs_to_the_band_above_it() {
    let scale = Scale::default();
    let bands = [
        (80, 20.0),
        (64, 15.0),
        (49, 10.0),
        (42, 7.5),
        (35, 5.0),
        (28, 3.0),
        (20, 2.0),
        (10, 1.0),
        (0, 0.0),
    ];
    assert_eq!(scale.bands().len(), bands.len());
    let mut above = None;
    for (from, mark) in bands {
        assert_eq!(scale.grade(share(from * 1000)).mark, mark, "at {from}");
        let above = above.replace(from);
        let below = above.map(|from: u64| scale.grade(share(from * 1000 - 1)).mark);
        assert_eq!(below.unwrap_or(mark), mark, "below the band above {from}");
    }
    assert_eq!(scale.grade(share(100_000)).mark, 20.0);
}

#[test]
fn what_is_shown_as_a_bound_may_lie_below_it() {
    // A score of 4 899 600 of 10 000 000 is 48.996 %, shown as 49.00.
    let grade = Scale::default().grade(results(4_899_600, 0, 5_100_400));
    let shown = format!("{:.2}", grade.normalized.expect("there are games"));
    assert_eq!((shown.as_str(), grade.mark), ("49.00", 7.5));
    // One third of three games is 33.3… %, against a bound of 33.333 and one of 33.334.
    for (from, mark) in [(33.333, 1.0), (33.334, 0.0)] {
        let bands = [(from, 1.0), (0.0, 0.0)];
        let bands = bands.map(|(from, mark)| Band::new(from, mark).expect("in range"));
        let scale = Scale::new(Worth::default(), bands.to_vec()).expect("a scale");
        assert_eq!(scale.grade(results(1, 0, 2)).mark, mark);
    }
}

#[test]
fn without_a_game_there_is_nothing_to_normalize() {
    let grade = Scale::default().grade(Results::default());
    assert_eq!((grade.score, grade.normalized, grade.mark), (0, None, 0.0));
}

#[test]
fn other_points_give_the_same_scale() {
    let worth = Worth {
        win: 3,
        draw: 1,
        loss: 0,
    };
    let scale = Scale::new(worth, Scale::default().bands().to_vec()).expect("a scale");
    let grade = scale.grade(results(8, 0, 2));
    assert_eq!(
        (grade.score, grade.normalized, grade.mark),
        (24, Some(80.0), 20.0)
    );
}

#[test]
fn what_is_no_scale_is_refused() {
    for (from, mark, why) in [
        (-1.0, 1.0, "from = -1"),
        (100.5, 1.0, "from = 100.5"),
        (f64::NAN, 1.0, "from = NaN"),
        (33.3333, 1.0, "three decimals"),
        (3.0, -1.0, "mark = -1"),
        (3.0, f64::INFINITY, "mark = inf"),
    ] {
        let refusal = Band::new(from, mark).expect_err(why);
        assert!(refusal.contains(why), "{refusal}");
    }
    let band = |from| Band::new(from, 1.0).expect("in range");
    for (bands, why) in [
        (vec![], "expected a band from 0"),
        (vec![band(1.0)], "expected a band from 0"),
        (
            vec![band(0.0), band(5.0), band(5.0)],
            "two bands begin at 5",
        ),
    ] {
        let refusal = Scale::new(Worth::default(), bands).expect_err(why);
        assert!(refusal.contains(why), "{refusal}");
    }
    for (win, draw, loss) in [(0, 0, 0), (1, 2, 0), (2, 1, 2)] {
        let worth = Worth { win, draw, loss };
        assert!(Scale::new(worth, vec![band(0.0)]).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// The mark is that of the highest band whose bound the exact score reaches.
    #[test]
    fn the_mark_is_that_of_the_band(wins in 0u64..400, draws in 0u64..400, losses in 0u64..400) {
        let scale = Scale::default();
        let games = results(wins, draws, losses);
        let grade = scale.grade(games);
        prop_assert_eq!(grade.normalized.is_some(), games.games() > 0);
        if let Some(normalized) = grade.normalized {
            prop_assert!((0.0..=100.0).contains(&normalized));
            let band = scale.bands().iter().find(|band| {
                // The bounds are whole: compares (2 W + D) · 50 with bound · games, in whole numbers.
                let bound = format!("{}", band.from()).parse::<u64>().expect("whole");
                (2 * wins + draws) * 50 >= bound * games.games()
            });
            prop_assert_eq!(grade.mark, band.expect("one from 0").mark());
        }
        let better = scale.grade(results(wins + 1, draws, losses));
        prop_assert!(better.mark >= grade.mark);
    }
}

#[test]
fn stages_give_their_share_and_nothing_more() {
    let stages = StagePoints::new(5.0, 2.0).expect("they are in range");
    assert_eq!(stages.of_answers(3, 5), 3.0);
    assert_eq!(stages.of_answers(4, 4), 5.0);
    assert_eq!(stages.of_answers(0, 0), 0.0);
    assert_eq!(StagePoints::default().of_answers(5, 5), 0.0);
    let points = Points {
        basics: 3.0,
        qualification: 2.0,
        games: 7.5,
    };
    assert_eq!(points.total(), 12.5);
    assert!(stages.any() && !StagePoints::default().any());
    for (basics, qualification) in [
        (-1.0, 0.0),
        (0.0, f64::NAN),
        (f64::INFINITY, 0.0),
        (0.0625, 0.0),
    ] {
        let why = StagePoints::new(basics, qualification).expect_err("out of range");
        let expected = "expected a number from 0 with three decimals at most";
        assert!(why.ends_with(expected), "{why}");
    }
    assert!(Band::new(0.0, 0.0625).is_err());
}

proptest! {
    /// Floating-point numbers that are added as they are would print as 1.2000000000000002.
    #[test]
    fn points_are_decimal_numbers_and_so_is_their_sum(
        [basics, qualification, mark] in prop::array::uniform3(0u32..100_000), right in 0u64..9, wrong in 0u64..9
    ) {
        let decimal = |parts: u32| f64::from(parts) / 1000.0;
        let stages = StagePoints::new(decimal(basics), decimal(qualification)).expect("decimals");
        let points = Points {
            basics: stages.of_answers(right, right + wrong),
            qualification: stages.qualification,
            games: Band::new(0.0, decimal(mark)).expect("decimals").mark(),
        };
        let parts = |shown: f64| {
            let text = shown.to_string();
            let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
            assert!(rest.len() <= 3, "{text}");
            format!("{whole}{rest:0<3}").parse::<u64>().expect("digits")
        };
        let sum = parts(points.basics) + parts(points.qualification) + parts(points.games);
        prop_assert_eq!(parts(points.total()), sum);
    }
}
