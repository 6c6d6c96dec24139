//! Tests direct scores of two bots: their certainty, and the cycles that depend on them.

use std::collections::BTreeSet;

use referee_record::Outcome;
use referee_stats::field::{FieldGame, Unit};
use referee_stats::{DirectScores, ResultCounts, Tally, anytime};

use super::common::{game, names};

/// Creates mirrored pairs of players 0 and 1, with `counts` by the half points of the first.
fn pairs(counts: [u64; 5]) -> Vec<Unit> {
    let game = |seats: [usize; 2], first_halves: usize| FieldGame {
        seats: seats.to_vec(),
        places: match (first_halves, seats[0]) {
            (1, _) => vec![1, 1],
            (2, 0) | (0, 1) => vec![1, 2],
            _ => vec![2, 1],
        },
    };
    let unit = |(halves, count): (usize, u64)| Unit {
        games: vec![
            game([0, 1], halves.min(2)),
            game([1, 0], halves - halves.min(2)),
        ],
        count: 10 * count,
        distinct: count,
    };
    (0..)
        .zip(counts)
        .filter(|(_, count)| *count > 0)
        .map(unit)
        .collect()
}

#[test]
fn intervals_are_those_of_pairs_and_copies_count_once() {
    for counts in [[3, 10, 20, 30, 9], [0, 0, 7, 0, 0], [0, 0, 4, 9, 0]] {
        let scores = DirectScores::new(&pairs(counts));
        let units = counts.iter().sum::<u64>();
        assert_eq!(
            [(0, 1), (1, 0)].map(|(a, b)| scores.units(a, b)),
            [units; 2]
        );
        let mut turned = counts;
        turned.reverse();
        for (a, b, expected) in [(0, 1, counts), (1, 0, turned)] {
            let ours = scores.anytime(a, b, 0.01).expect("met").score;
            let known = anytime(&ResultCounts::Pairs(expected), 0.01);
            for (ours, known) in ours.iter().zip(known.expect("results").score) {
                assert!((ours - known).abs() < 1e-9, "{counts:?}: {ours} {known}");
            }
        }
    }
    let scores = DirectScores::new(&pairs([0, 0, 1, 0, 0]));
    assert_eq!(scores.units(0, 2), 0);
    assert_eq!(scores.anytime(0, 2, 0.05), None);
}

#[test]
fn who_is_ahead_follows_from_the_interval() {
    let mut seen = [0; 3];
    for counts in [
        [0, 0, 0, 0, 9],
        [1, 2, 3, 4, 5],
        [0, 0, 4, 9, 0],
        [40, 0, 0, 0, 9],
    ] {
        let mut scores = DirectScores::default();
        for unit in pairs(counts) {
            scores.add(&unit);
        }
        for alpha in [0.3, 0.05, 1e-3, 1e-6] {
            let [least, most] = scores.anytime(0, 1, alpha).expect("met").score;
            let ahead = [(0, 1), (1, 0)].map(|(a, b)| scores.is_ahead(a, b, alpha));
            assert_eq!(ahead, [least > 0.5, most < 0.5], "{counts:?} {alpha}");
            seen[usize::from(ahead[0]) + 2 * usize::from(ahead[1])] += 1;
        }
        assert!(!scores.is_ahead(0, 2, 0.05), "they never met");
    }
    assert!(seen.iter().all(|seen| *seen > 0), "{seen:?}");
}

#[test]
fn superiority_is_that_of_student_and_of_the_sign_test() {
    let sure = |counts| {
        DirectScores::new(&pairs(counts))
            .superiority(0, 1)
            .expect("met")
    };
    let near = |actual: f64, expected: f64| assert!((actual - expected).abs() < 1e-9, "{actual}");
    near(sure([0, 0, 0, 0, 4]), 1.0 - 1.0 / 16.0);
    near(sure([3, 0, 0, 0, 0]), 1.0 / 8.0);
    near(sure([0, 0, 9, 0, 0]), 0.5);
    // Two scores of 1 and one of 3/4: a mean of 11/12 with an error of 1/12, so t = 5 with 2 degrees of
    // freedom: 1/2 + 5/(2·√27).
    near(sure([0, 0, 0, 1, 2]), 0.5 + 2.5 / 27_f64.sqrt());
    let scores = DirectScores::new(&pairs([3, 10, 20, 30, 9]));
    let both = [(0, 1), (1, 0)].map(|(a, b)| scores.superiority(a, b).expect("met"));
    assert!((both[0] + both[1] - 1.0).abs() < 1e-12 && both[0] > 0.95);
    assert_eq!(scores.superiority(0, 2), None);
}

/// In a game of three, each player meets each other.
#[test]
fn a_table_holds_all_its_meetings() {
    let game = |places: [u8; 3]| FieldGame {
        seats: vec![2, 0, 1],
        places: places.to_vec(),
    };
    let unit = Unit {
        games: vec![game([1, 2, 3]), game([2, 2, 1]), game([1, 3, 2])],
        count: 6,
        distinct: 6,
    };
    let scores = DirectScores::new(&[unit]);
    // Player 2 scores 2½ of 3 against 0, and 0 scores 1 against 1.
    assert!(scores.superiority(2, 0).expect("met") > 0.95);
    assert!(scores.superiority(0, 1).expect("met") < 0.05);
}

/// Creates games of each bot against the next, `games` for each two, of which the first wins `won`.
fn circle(won: u32, games: u32) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    let mut number = 0;
    for (a, b) in [("a", "b"), ("b", "c"), ("c", "a")] {
        for played in 0..games {
            let result = if played < won {
                format!("{a}1 {b}2")
            } else {
                format!("{a}2 {b}1")
            };
            number += 1;
            let mut outcome = Outcome::of(&game(&result));
            outcome.number = number;
            outcome.print = number;
            outcome.place.deal = u32::try_from(number).expect("few");
            outcomes.push(outcome);
        }
    }
    outcomes
}

#[test]
fn only_wins_beyond_their_errors_make_a_cycle() {
    let cycles = |won, games| {
        let mut tally = Tally::new(&names("a b c"));
        for outcome in circle(won, games) {
            tally.add(&outcome);
        }
        tally.ratings(&BTreeSet::new()).cycles
    };
    assert!(cycles(51, 100).is_empty(), "a point more is chance");
    assert!(cycles(3, 3).is_empty(), "three games are chance");
    let named = ["a", "b", "c"].map(str::to_owned);
    assert_eq!(cycles(70, 100), [named]);
}
