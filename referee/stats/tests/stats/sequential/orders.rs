//! Tests games in parallel: an order of counting that doesn't depend on the length of games, and one that
//! does.

use referee_stats::SprtModel::Logistic;
use referee_stats::sequential::{
    Formula, PairOrder, ParallelGames, Play, Simulation, TestDecision, simulate,
};

use super::{most_errors, test};

/// Number of tests that distinguishes the two orders. They have the same games, so the difference hardly
/// varies: by another program, with a normal approximation, it is 6 ± 0.5 wrong answers in a hundred, and 5.6
/// ± 1.3 pairs.
const TESTS: u64 = 3000;
/// Number of tests that measures the difference.
const MANY: u64 = 10_000;

/// Games that are seldom drawn, in which the first bot's losses take a tenth of the time.
fn simulation(elo: f64, order: PairOrder) -> Simulation {
    let play = Play {
        draws: 0.1,
        starts: 60.0,
    };
    Simulation {
        test: test(Logistic, 0.0, 50.0),
        truth: play.truth(Logistic, elo).expect("such games"),
        parallel: Some(ParallelGames {
            at_once: 8,
            lost: 0.1,
            order,
        }),
        seed: 1,
    }
}

/// Returns the share of tests that accept the second hypothesis, and their length relative to Wald's formula.
fn figures(elo: f64, order: PairOrder, tests: u64) -> (f64, f64) {
    let simulation = simulation(elo, order);
    let summary = simulate(&simulation, 0..tests);
    let wald = simulation.test.course(&simulation.truth, Formula::Wald);
    (summary.share(), summary.games() / wald.games)
}

fn keep_their_word(tests: u64) {
    let (first, _) = figures(0.0, PairOrder::Schedule, tests);
    let second = 1.0 - figures(50.0, PairOrder::Schedule, tests).0;
    assert!(
        first <= most_errors(tests) && second <= most_errors(tests),
        "{first} {second}"
    );
}

#[test]
fn counted_in_the_order_of_the_schedule_a_test_keeps_its_word() {
    keep_their_word(TESTS);
}

/// Pairs that are counted early are lost more often than not: the stronger bot is rejected too often, and it
/// takes longer until it is accepted.
#[test]
fn counted_as_games_finish_a_test_breaks_it() {
    let (right, length) = figures(50.0, PairOrder::Schedule, TESTS);
    let (wrong, longer) = figures(50.0, PairOrder::Finishing, TESTS);
    let (right, wrong) = (1.0 - right, 1.0 - wrong);
    assert!(wrong > 0.05, "{wrong}");
    assert!(
        wrong > right && longer > length,
        "{wrong} {right} {longer} {length}"
    );
}

#[test]
#[ignore = "long: ten thousand tests of each kind"]
fn ten_thousand_tests_keep_their_word_or_break_it_by_much() {
    keep_their_word(MANY);
    let (right, length) = figures(50.0, PairOrder::Schedule, MANY);
    let (wrong, longer) = figures(50.0, PairOrder::Finishing, MANY);
    let (right, wrong) = (1.0 - right, 1.0 - wrong);
    assert!(wrong > most_errors(MANY), "{wrong}");
    assert!(
        wrong > 1.25 * right && longer > 1.05 * length,
        "{wrong} {longer}"
    );
}

/// In schedule order the number of parallel games and their length don't matter: decision and pair are those
/// of the same results, one after the other.
#[test]
fn the_order_of_the_schedule_knows_no_time() {
    let ends = |at_once: usize, lost: f64| -> Vec<(TestDecision, u64)> {
        let mut simulation = simulation(20.0, PairOrder::Schedule);
        simulation.parallel = Some(ParallelGames {
            at_once,
            lost,
            order: PairOrder::Schedule,
        });
        (0..200).map(|number| simulation.play(number)).collect()
    };
    let one = ends(1, 1.0);
    assert_eq!(one, ends(8, 0.1));
    assert_eq!(one, ends(64, 20.0));
    // A single worker finishes games in schedule order.
    let mut finishing = simulation(20.0, PairOrder::Finishing);
    finishing.parallel = finishing.parallel.map(|parallel| ParallelGames {
        at_once: 1,
        ..parallel
    });
    let finishing: Vec<_> = (0..200).map(|number| finishing.play(number)).collect();
    assert_eq!(one, finishing);
}
