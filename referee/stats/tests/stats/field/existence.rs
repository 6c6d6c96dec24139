//! Tests that no input, however small or extreme, gives a number that isn't finite.

use proptest::prelude::*;
use referee_stats::field::{
    ErrorSource, FieldGame, Fit, FitOptions, PRIOR, Unit, fit, groups, rank_probabilities,
    separated,
};

use super::{once, published, score, times};

const ALL: [FitOptions; 4] = [
    FitOptions {
        first_seat: false,
        errors: ErrorSource::Information,
    },
    FitOptions {
        first_seat: true,
        errors: ErrorSource::Information,
    },
    FitOptions {
        first_seat: false,
        errors: ErrorSource::Robust,
    },
    FitOptions {
        first_seat: true,
        errors: ErrorSource::Robust,
    },
];

fn check(fit: &Fit) {
    let players = 0..fit.ratings.len();
    for a in players.clone() {
        assert_eq!(fit.ratings[a].is_some(), fit.error(a).is_some());
        assert!(fit.ratings[a].is_none_or(f64::is_finite), "{fit:?}");
        assert!(
            fit.error(a).is_none_or(|e| e.is_finite() && e >= 0.0),
            "{fit:?}"
        );
        for b in players.clone() {
            assert!(
                fit.difference_error(a, b)
                    .is_none_or(|e| e.is_finite() && e >= 0.0)
            );
            let (s, t) = (fit.superiority(a, b), fit.superiority(b, a));
            assert_eq!(s.is_some(), fit.ratings[a].and(fit.ratings[b]).is_some());
            let (s, t) = (s.unwrap_or(0.5), t.unwrap_or(0.5));
            assert!(
                (0.0..=1.0).contains(&s) && (s + t - 1.0).abs() < 1e-9,
                "{s} {t} {fit:?}"
            );
        }
    }
    assert!(fit.first_seat.is_none_or(f64::is_finite));
    assert!(fit.first_seat_error().is_none_or(f64::is_finite));
    let rated: Vec<f64> = fit.ratings.iter().copied().flatten().collect();
    let largest = rated.iter().fold(1.0, |most, r| f64::max(most, r.abs()));
    assert!(rated.iter().sum::<f64>().abs() < 1e-9 * largest, "{fit:?}");
    for ranks in rank_probabilities(fit, 20, 1) {
        assert!(ranks.is_empty() || (ranks.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
    for group in groups(fit, 0.95) {
        assert!(group.len() >= 2);
    }
    let _ = separated(fit, &fit.order(), 0.95);
}

#[test]
fn nothing_gives_nothing() {
    for options in ALL {
        let empty = fit(0, &[], options);
        check(&empty);
        assert!(empty.ratings.is_empty() && empty.prior.is_none() && empty.first_seat.is_none());
        let none = fit(3, &[times(0, &[0, 1], &[1, 2])], options);
        check(&none);
        assert_eq!((none.ratings.clone(), none.prior), (vec![None; 3], None));
        assert!(none.order().is_empty() && none.difference(0, 1).is_none());
    }
}

#[test]
fn a_player_without_games_has_no_rating() {
    let mut units = published();
    units.push(times(0, &[4, 0], &[1, 2]));
    let with = fit(6, &units, ALL[0]);
    check(&with);
    assert_eq!(with.ratings[4..], [None, None]);
    assert_eq!(with.ratings[..4], fit(4, &published(), ALL[0]).ratings);
    assert_eq!(rank_probabilities(&with, 20, 1)[4], Vec::<f64>::new());
}

#[test]
fn one_game_is_enough() {
    for options in ALL {
        let won = fit(2, &[once(&[0, 1], &[1, 2])], options);
        check(&won);
        assert_eq!(won.prior, Some(PRIOR));
        assert!(won.difference(0, 1).unwrap() > 50.0 || options.first_seat);
        assert!(won.difference_error(0, 1).unwrap() > 150.0);
    }
    // A single draw has a maximum, and gives hardly any information.
    let drawn = fit(2, &[once(&[0, 1], &[1, 1])], ALL[2]);
    assert_eq!((drawn.prior, drawn.superiority(0, 1)), (None, Some(0.5)));
    let model = fit(2, &[once(&[0, 1], &[1, 1])], ALL[0]);
    let off = drawn.error(0).unwrap() - model.error(0).unwrap();
    assert!(off.abs() < 1e-6, "{off}");
}

#[test]
fn a_perfect_score_has_a_prior_and_a_wide_error() {
    for options in ALL {
        let mut units = published();
        units.extend(score(4, 0, [10, 0, 0]));
        units.extend(score(1, 4, [0, 0, 10]));
        let fit = fit(5, &units, options);
        check(&fit);
        assert_eq!(fit.prior, Some(PRIOR));
        assert_eq!(fit.order()[0], 4);
        assert!(
            fit.error(4).unwrap() > 1.5 * fit.error(0).unwrap(),
            "{fit:?}"
        );
    }
}

/// Between two groups that never met only the prior provides information.
#[test]
fn groups_that_never_met_have_a_prior() {
    let mut units = score(0, 1, [40, 10, 20]);
    units.extend(score(2, 3, [20, 30, 30]));
    for options in [ALL[0], ALL[2]] {
        let fit = fit(4, &units, options);
        check(&fit);
        assert_eq!(fit.prior, Some(PRIOR));
        assert!(fit.difference_error(0, 1).unwrap() < 60.0);
        assert!(fit.difference_error(0, 2).unwrap() > 200.0);
    }
}

/// With one drawn game between two groups that played many games among themselves, the fit reproduces it
/// exactly, and its error is still that of a single game.
#[test]
fn a_bridge_of_one_game_is_a_weak_one() {
    let mut units = score(0, 1, [40, 10, 20]);
    units.extend(score(2, 3, [20, 30, 30]));
    units.push(once(&[0, 2], &[1, 1]));
    for options in [ALL[0], ALL[2]] {
        let fit = fit(4, &units, options);
        assert_eq!(fit.prior, None);
        let error = fit.difference_error(0, 2).unwrap();
        assert!((error - 800.0 / 10.0_f64.ln()).abs() < 10.0, "{error}");
    }
}

#[test]
fn a_first_seat_that_always_wins_has_a_prior() {
    let units = [
        once(&[0, 1], &[1, 2]),
        once(&[1, 0], &[1, 2]),
        once(&[0, 1], &[1, 2]),
    ];
    let with = fit(2, &units, ALL[1]);
    check(&with);
    assert_eq!(with.prior, Some(PRIOR));
    assert!(with.first_seat.unwrap() > 100.0);
    assert_eq!(fit(2, &units, ALL[0]).prior, None);
    // If one player always was in the first seat, seat and strength can't be told apart.
    let confounded = fit(2, &score(0, 1, [5, 2, 3]), ALL[1]);
    check(&confounded);
    assert_eq!(confounded.prior, Some(PRIOR));
    // One player that lost in the first seat may owe it to the other's strength, but both players can't.
    let mut held = units.to_vec();
    held.push(once(&[0, 1], &[2, 1]));
    assert_eq!(fit(2, &held, ALL[1]).prior, Some(PRIOR));
    held.push(once(&[1, 0], &[2, 1]));
    assert_eq!(fit(2, &held, ALL[1]).prior, None);
}

#[test]
fn what_is_no_game_says_nothing() {
    let sound = published();
    let mut units = published();
    units.push(once(&[0, 0], &[1, 2]));
    units.push(once(&[0, 9], &[1, 2]));
    units.push(once(&[0], &[1]));
    units.push(once(&[], &[]));
    units.push(once(&[0, 1], &[1, 2, 3]));
    assert_eq!(
        fit(4, &units, ALL[3]).ratings,
        fit(4, &sound, ALL[3]).ratings
    );
    let crowd: Vec<usize> = (0..20).collect();
    assert_eq!(
        fit(20, &[once(&crowd, &[1; 20])], ALL[3]).ratings,
        vec![None; 20]
    );
}

#[test]
fn lopsided_scores_stay_finite() {
    for options in ALL {
        let many = 1_000_000_000_000;
        let mut units = Vec::new();
        for player in 0..6 {
            units.extend(score(player, player + 1, [many, 0, 1]));
            units.extend(score(player + 1, player, [0, 1, many]));
        }
        let fit = fit(7, &units, options);
        check(&fit);
        assert_eq!(fit.prior, None);
        assert!(
            fit.difference(0, 6).unwrap() > 20_000.0,
            "{:?}",
            fit.ratings
        );
    }
}

/// A weight so large that all others are lost in sums.
#[test]
fn weights_that_drown_others_stay_finite() {
    let unit = |seats: &[usize], places: &[u8], count| Unit {
        games: vec![FieldGame {
            seats: seats.to_vec(),
            places: places.to_vec(),
        }],
        count,
        distinct: 0,
    };
    let units = [
        unit(&[3, 4], &[1, 0], 2),
        unit(&[2, 0, 4], &[2, 2, 0], 3),
        unit(&[1, 2, 0], &[1, 2, 0], u64::MAX),
    ];
    for options in ALL {
        check(&fit(5, &units, options));
    }
}

fn game() -> impl Strategy<Value = FieldGame> {
    (
        prop::collection::vec(0_usize..6, 0..5),
        prop::collection::vec(0_u8..4, 4),
    )
        .prop_map(|(seats, mut places)| {
            places.truncate(seats.len());
            FieldGame { seats, places }
        })
}

fn unit() -> impl Strategy<Value = Unit> {
    let counts = prop_oneof![3 => 0..4_u64, 1 => Just(u64::MAX), 1 => Just(1_000_000)];
    (prop::collection::vec(game(), 0..4), counts, 0..3_u64).prop_map(|(games, count, distinct)| {
        Unit {
            games,
            count,
            distinct,
        }
    })
}

proptest! {
    #[test]
    fn every_number_is_finite(units in prop::collection::vec(unit(), 0..12)) {
        for options in ALL {
            check(&fit(5, &units, options));
        }
    }

    /// Without a prior the score of each player equals what the ratings expect of it.
    #[test]
    fn scores_are_as_expected(
        results in prop::collection::vec((0_usize..4, 0_usize..4, 0_usize..3), 1..30),
    ) {
        let places = [[1, 2], [1, 1], [2, 1]];
        let units: Vec<Unit> = results.iter().filter(|(a, b, _)| a != b)
            .map(|&(a, b, result)| once(&[a, b], &places[result])).collect();
        let fit = fit(4, &units, ALL[0]);
        if fit.prior.is_none() {
            for player in 0..4 {
                let mut surplus = 0.0;
                for &(a, b, result) in results.iter().filter(|(a, b, _)| a != b) {
                    let expected = 1.0 / (1.0 + 10.0_f64.powf(-fit.difference(a, b).unwrap() / 400.0));
                    let off = [1.0, 0.5, 0.0][result] - expected;
                    surplus += if player == a { off } else if player == b { -off } else { 0.0 };
                }
                prop_assert!(surplus.abs() < 1e-9, "{surplus}");
            }
        }
    }
}
