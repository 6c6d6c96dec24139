//! Tests laws that must hold for every field.

use proptest::prelude::*;
use referee_stats::field::{
    ErrorSource, FieldGame, Fit, FitOptions, Unit, fit, rank_probabilities,
};

use super::simulation::{Deal, SimulationPlan, SimulationRng};
use super::{once, published, times};

const MODEL: FitOptions = FitOptions {
    first_seat: false,
    errors: ErrorSource::Information,
};
const ROBUST: FitOptions = FitOptions {
    first_seat: false,
    errors: ErrorSource::Robust,
};
const TERM: FitOptions = FitOptions {
    first_seat: true,
    errors: ErrorSource::Robust,
};

/// Asserts that player i of the first is player `to(i)` of the second, in ratings times `sign` and in errors.
fn assert_alike(a: &Fit, b: &Fit, to: impl Fn(usize) -> usize, sign: f64) {
    assert_eq!(a.prior, b.prior);
    let close = |x: f64, y: f64| (x - y).abs() < 1e-6;
    for player in 0..a.ratings.len() {
        match (a.ratings[player], b.ratings[to(player)]) {
            (None, None) => {}
            (Some(x), Some(y)) => assert!(close(x, sign * y), "{a:?} {b:?}"),
            _ => panic!("{a:?} {b:?}"),
        }
        let errors = (
            a.error(player).unwrap_or(0.0),
            b.error(to(player)).unwrap_or(0.0),
        );
        assert!(close(errors.0, errors.1), "{a:?} {b:?}");
    }
    assert!(close(
        a.first_seat.unwrap_or(0.0),
        b.first_seat.unwrap_or(0.0)
    ));
}

/// Generates games of two to four out of five players.
fn units() -> impl Strategy<Value = Vec<Unit>> {
    let players = Just(vec![0, 1, 2, 3, 4]).prop_shuffle();
    let game = (players, 2_usize..5, prop::collection::vec(1_u8..4, 4)).prop_map(
        |(mut seats, count, mut places)| {
            seats.truncate(count);
            places.truncate(count);
            FieldGame { seats, places }
        },
    );
    let unit = (prop::collection::vec(game, 1..3), 1..5_u64, 1..5_u64);
    let unit = unit.prop_map(|(games, count, distinct)| Unit {
        games,
        count,
        distinct,
    });
    prop::collection::vec(unit, 1..25)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_order_of_games_is_nothing(units in units(), shift in 0_usize..25) {
        for options in [MODEL, ROBUST, TERM] {
            let mut turned = units.clone();
            turned.rotate_left(shift % units.len());
            for unit in &mut turned {
                unit.games.reverse();
            }
            assert_alike(&fit(5, &units, options), &fit(5, &turned, options), |i| i, 1.0);
        }
    }

    #[test]
    fn names_are_nothing(units in units(), to in Just(vec![0, 1, 2, 3, 4]).prop_shuffle()) {
        for options in [MODEL, ROBUST, TERM] {
            let mut renamed = units.clone();
            for seat in renamed.iter_mut().flat_map(|u| &mut u.games).flat_map(|g| &mut g.seats) {
                *seat = to[*seat];
            }
            assert_alike(&fit(5, &units, options), &fit(5, &renamed, options), |i| to[i], 1.0);
        }
    }

    /// Only the order and equality of places matter, and who is in the first seat.
    #[test]
    fn places_are_an_order(units in units()) {
        let mut stretched = units.clone();
        for game in stretched.iter_mut().flat_map(|unit| &mut unit.games) {
            game.places.iter_mut().for_each(|place| *place = 10 + 3 * *place);
            game.seats[1..].reverse();
            game.places[1..].reverse();
        }
        for options in [MODEL, ROBUST, TERM] {
            assert_alike(&fit(5, &units, options), &fit(5, &stretched, options), |i| i, 1.0);
        }
    }

    #[test]
    fn two_seats_turned_around_negate_ratings(units in units()) {
        let mut two = units;
        for game in two.iter_mut().flat_map(|unit| &mut unit.games) {
            game.seats.truncate(2);
            game.places.truncate(2);
        }
        let mut turned = two.clone();
        turned.iter_mut().flat_map(|u| &mut u.games).for_each(|game| game.places.reverse());
        for options in [MODEL, ROBUST] {
            assert_alike(&fit(5, &two, options), &fit(5, &turned, options), |i| i, -1.0);
        }
    }

    /// A tie is the mean over its orders: six ties count as each of the six orders once.
    #[test]
    fn a_tie_is_the_mean_of_its_orders(units in units()) {
        let orders = [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]];
        let (mut tied, mut ordered) = (units.clone(), units);
        tied.push(times(6, &[0, 1, 2, 3], &[1, 1, 1, 2]));
        for [a, b, c] in orders {
            ordered.push(once(&[0, 1, 2, 3], &[a, b, c, 4]));
        }
        assert_alike(&fit(5, &tied, MODEL), &fit(5, &ordered, MODEL), |i| i, 1.0);
    }

    /// If all units repeat equally often, no rating moves and nothing becomes more certain.
    #[test]
    fn repetitions_say_nothing(units in units(), times in 2..9_u64) {
        let mut distinct = units;
        for unit in &mut distinct {
            unit.distinct = unit.count;
        }
        let mut repeated = distinct.clone();
        for unit in &mut repeated {
            unit.count *= times;
        }
        for options in [MODEL, ROBUST] {
            let (once, often) = (fit(5, &distinct, options), fit(5, &repeated, options));
            if once.prior.is_none() {
                assert_alike(&once, &often, |i| i, 1.0);
            }
        }
    }
}

/// Compares with the fixed point of Zermelo's iteration, computed without the fit.
#[test]
fn two_seats_are_bradley_terry() {
    let units = published();
    let (mut weights, mut wins, mut games) = ([1.0_f64; 4], [0.0; 4], [[0.0; 4]; 4]);
    for unit in &units {
        let game = &unit.games[0];
        let count = f64::from(u32::try_from(unit.count).unwrap());
        let (a, b) = (game.seats[0], game.seats[1]);
        games[a][b] += count;
        games[b][a] += count;
        let score = match game.places[..] {
            [1, 2] => 1.0,
            [1, 1] => 0.5,
            _ => 0.0,
        };
        wins[a] += count * score;
        wins[b] += count * (1.0 - score);
    }
    for _ in 0..10_000 {
        for a in 0..4 {
            let met = (0..4).map(|b| games[a][b] / (weights[a] + weights[b]));
            weights[a] = wins[a] / met.sum::<f64>();
        }
    }
    let mean = weights.iter().map(|w| w.log10()).sum::<f64>() / 4.0;
    let fit = fit(4, &units, MODEL);
    for (rating, weight) in fit.ratings.iter().zip(weights) {
        assert!((rating.unwrap() - 400.0 * (weight.log10() - mean)).abs() < 1e-6);
    }
}

#[test]
fn strengths_are_found_again() {
    let plan = SimulationPlan {
        players: 6,
        pairs: 400,
        draws: 0.3,
        deal: Deal::Seat,
        first_seat: 50.0,
        spread: 200.0,
    };
    let mut chance = SimulationRng::new(1);
    let strengths = chance.strengths(plan);
    let fit = fit(6, &chance.tournament(plan, &strengths), TERM);
    for (player, strength) in strengths.iter().enumerate() {
        let off = fit.ratings[player].unwrap() - strength;
        assert!(
            off.abs() < 25.0 && off.abs() < 4.0 * fit.error(player).unwrap(),
            "{off}"
        );
    }
    assert!((fit.first_seat.unwrap() - 50.0).abs() < 4.0 * fit.first_seat_error().unwrap());
}

#[test]
fn strengths_are_found_again_with_four_seats() {
    let strengths = [220.0, 90.0, 0.0, -40.0, -270.0];
    let units = SimulationRng::new(2).blocks(&strengths, 600, 0.0);
    for options in [MODEL, ROBUST] {
        let fit = fit(5, &units, options);
        for (player, strength) in strengths.iter().enumerate() {
            let off = fit.ratings[player].unwrap() - strength;
            let error = fit.error(player).unwrap();
            assert!(off.abs() < 3.5 * error && error < 10.0, "{off} ± {error}");
        }
    }
}

#[test]
fn ranks_agree_to_the_digit_and_with_superiority() {
    let fit = fit(4, &published(), MODEL);
    let ranks = rank_probabilities(&fit, 20_000, 7);
    assert_eq!(ranks, rank_probabilities(&fit, 20_000, 7));
    assert_ne!(ranks, rank_probabilities(&fit, 20_000, 8));
    for rank in 0..4 {
        assert!((ranks.iter().map(|of| of[rank]).sum::<f64>() - 1.0).abs() < 1e-9);
    }
    // For two players the probability of the first rank is the superiority.
    let two = super::score(0, 1, [20, 5, 10]);
    let fit = referee_stats::field::fit(2, &two, MODEL);
    let first = rank_probabilities(&fit, 40_000, 1)[0][0];
    assert!(
        (first - fit.superiority(0, 1).unwrap()).abs() < 0.01,
        "{first}"
    );
}

#[test]
#[ignore = "long: a field of two hundred"]
fn a_large_field_is_found_again() {
    let plan = SimulationPlan {
        players: 200,
        pairs: 2,
        draws: 0.3,
        deal: Deal::Seat,
        first_seat: 50.0,
        spread: 200.0,
    };
    let mut chance = SimulationRng::new(3);
    let strengths = chance.strengths(plan);
    let units = chance.tournament(plan, &strengths);
    let fit = fit(200, &units, TERM);
    let within = (0..200).filter(|&player| {
        let off = fit.ratings[player].unwrap() - strengths[player];
        off.abs() < 1.96 * fit.error(player).unwrap()
    });
    assert!((180..=198).contains(&within.count()));
}
