//! Tests the comparison of a part of the games with all of them.

use referee_stats::StrataComparison;

#[test]
fn published_figures_hold() {
    // Admissions at Berkeley in 1973, by department: men who were admitted and applied, women likewise. R's
    // documentation of `mantelhaen.test` has the result with its correction for continuity: 1.4269.
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
    let difference = (men.square() * men.variance).sqrt();
    let corrected = (difference - 0.5).powi(2) / men.variance;
    assert!((corrected - 1.4269).abs() < 5e-5, "{corrected}");
    assert_eq!((men.happened, men.games), (1198, 2691));
    // Its p-value, 0.2323, is below the bound.
    assert!((0.2323..1.0).contains(&men.chance()), "{}", men.chance());
}

#[test]
fn who_plays_harder_games_is_no_worse() {
    let mut part = StrataComparison::default();
    // It plays most of the hard games and few of the easy ones, and loses as many of each as others do.
    part.add((100, 1000), (110, 1100));
    part.add((90, 100), (990, 1100));
    assert!(part.chance() > 0.9);
    let mut worse = StrataComparison::default();
    worse.add((10, 100), (11, 110));
    worse.add((9, 100), (99, 200));
    assert!(worse.chance() < 1e-6);
}

#[test]
fn little_tells_nothing() {
    let mut few = StrataComparison::default();
    few.add((3, 3), (3, 6));
    // The probability is 1 of 10.
    assert!(few.chance() > 0.1);
    few.add((0, 0), (0, 0));
    few.add((1, 1), (1, 1));
    assert!(few.chance() > 0.1);
    let mut all = StrataComparison::default();
    all.add((50, 100), (50, 100));
    assert!((all.chance() - 1.0).abs() < 1e-9, "there is nobody else");
    assert!(all.square().abs() < 1e-9);
}

/// Of games by the ten thousand a rare fault falls on one worker by chance more often than a normal distribution of this
/// variance says.
#[test]
fn rare_faults_are_not_underestimated() {
    let mut rare = StrataComparison::default();
    rare.add((15, 2000), (56, 20_000));
    // From the hypergeometric distribution: 2.9e-4 on this side alone.
    assert!(rare.chance() > 2.9e-4, "{}", rare.chance());
    assert!(rare.chance() < 0.05, "{}", rare.chance());
}
