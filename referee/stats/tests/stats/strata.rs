//! Tests the comparison of a part of the games with all of them.

use referee_stats::StrataComparison;

#[test]
fn published_figures_hold() {
    // Admissions at Berkeley in 1973, by department: men who were admitted and applied, women likewise; R's
    // documentation of `mantelhaen.test` has the result.
    let departments = [
        [512, 825, 89, 108],
        [353, 560, 17, 25],
        [120, 325, 202, 593],
        [138, 417, 131, 375],
        [53, 191, 94, 393],
        [22, 373, 24, 341],
    ];
    let mut men = StrataComparison::default();
    for [admitted, applied, women, applicants] in departments {
        men.add(
            (admitted, applied),
            (admitted + women, applied + applicants),
        );
    }
    let chance = men.chance().expect("enough");
    assert!((chance - 0.2323).abs() < 5e-5, "{chance}");
    assert_eq!((men.happened, men.games), (1198, 2691));
}

#[test]
fn who_plays_harder_games_is_no_worse() {
    let mut part = StrataComparison::default();
    // It plays most of the hard games and few of the easy ones, and loses as many of each as others do.
    part.add((100, 1000), (110, 1100));
    part.add((90, 100), (990, 1100));
    assert!(part.chance().expect("enough") > 0.9);
    let mut worse = StrataComparison::default();
    worse.add((10, 100), (11, 110));
    worse.add((9, 100), (99, 200));
    assert!(worse.chance().expect("enough") < 1e-6);
}

#[test]
fn little_tells_nothing() {
    let mut few = StrataComparison::default();
    few.add((3, 3), (3, 6));
    assert_eq!(few.chance(), None);
    few.add((0, 0), (0, 0));
    few.add((1, 1), (1, 1));
    assert_eq!(few.chance(), None);
    let mut all = StrataComparison::default();
    all.add((50, 100), (50, 100));
    assert_eq!(all.chance(), None, "there is nobody else");
}
