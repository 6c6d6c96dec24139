//! Tests positions with an obvious best move, the limits, and the estimated turns against simulated
//! dice.

use std::collections::BTreeMap;
use std::time::Instant;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_games::{ChosenOptions, Game, Turn as Next, random};

use super::*;

fn game(seats: &str) -> Ludo {
    let given = BTreeMap::from([("seats".to_owned(), seats.to_owned())]);
    let options = ChosenOptions::choose("ludo", &Ludo::options(), &given).expect("seats");
    Ludo::new(&options).expect("seats")
}

fn limits(depth: u32, nodes: u64) -> SearchLimits {
    SearchLimits {
        depth,
        nodes,
        until: None,
    }
}

fn search_state(state: &LudoState, depth: u32) -> search::LudoSearchResult {
    Search::new(Race::known(), limits(depth, u64::MAX)).run(state)
}

#[test]
fn plain_positions() {
    let game = game("AB");
    for (line, nearest, expected) in [
        // It finishes and wins instead of kicking.
        ("A:57,55/B:50,9 A 2 0 - 99", 1, LudoMove::Q),
        ("A:24,55/B:12,9 A 2 0 - 99", 1, LudoMove::P),
        // It kicks a token that is nearly home.
        ("A:1,20/B:44,44 A 1 0 - 99", 1, LudoMove::P),
        // It leads the race and moves the token that could be kicked next; a search of two rolls
        // sees that.
        ("A:47,20/B:31,-1 A 4 0 - 99", 2, LudoMove::P),
        // It leaves the yard, because the other token loses nothing by waiting.
        ("A:-1,53/B:20,20 A 6 0 - 99", 1, LudoMove::P),
        // With the last roll only steps count, and a bounce would lose some.
        ("A:3,56/B:30,33 A 5 0 - 1", 1, LudoMove::P),
    ] {
        let state = game.read(line).expect(line);
        for depth in nearest..=3 {
            let chosen = search_state(&state, depth).chosen;
            assert_eq!(chosen, Some(expected), "{line}, {depth}");
        }
    }
}

#[test]
fn a_decided_game_is_known() {
    let game = game("AB");
    let state = game.read("A:57,55/B:50,9 A 2 0 - 99").expect("a state");
    assert!(search_state(&state, 2).share > 0.999);
    let state = game.read("A:3,3/B:57,56 A 2 0 - 2").expect("a state");
    assert!(search_state(&state, 2).share < 0.001);
}

#[test]
fn only_legal_moves_and_whole_shares() {
    for seats in ["AB", "BCD", "ABCD"] {
        let game = game(seats);
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Next::Over(_) | Next::Failed(_) => break,
                Next::Chance(_) => game.cast(&mut state, random::index(&mut rng, 6)),
                Next::Forced(_, m) => game.play(&mut state, &m),
                Next::Seat(_) => {
                    let shares = shares::expected(Race::known(), &state);
                    let sum = shares.iter().sum::<f32>();
                    let half = f32::from(u8::try_from(seats.len()).expect("few")) / 2.0;
                    assert!((sum - half).abs() < 1e-3, "{shares:?}");
                    let mut legal = Vec::new();
                    game.moves(&state, &mut legal);
                    let chosen = search_state(&state, 1).chosen.expect("a move");
                    assert!(legal.contains(&chosen), "{state:?}");
                    assert_eq!(search_state(&state, 2), search_state(&state, 2));
                    game.play(&mut state, &chosen);
                }
            }
        }
    }
}

#[test]
fn limits_are_kept() {
    let state = game("AB")
        .read("A:12,28/B:3,30 A 4 0 - 99")
        .expect("a state");
    let race = Race::known();
    for nodes in [0, 1, 2, 100, 5000] {
        let result = Search::new(race, limits(9, nodes)).run(&state);
        assert!(result.nodes <= nodes);
        assert!(result.chosen.is_some());
    }
    assert_eq!(search_state(&state, 2).depth, 2);
    let late = SearchLimits {
        until: Some(Instant::now()),
        ..limits(9, u64::MAX)
    };
    let result = Search::new(race, late).run(&state);
    assert!(result.nodes < 256 && result.chosen.is_some(), "{result:?}");
}

/// Checks the estimated turns of a player that has no choice against the probabilities of the die.
#[test]
fn a_lone_token_needs_what_dice_say() {
    let race = Race::known();
    // One square to go: a one finishes, or a six (which bounces to 52) and then a five on the bonus
    // roll.
    let one = race.fresh([57, 56]);
    assert!((4.0..8.0).contains(&one.mean), "{one:?}");
    assert!(one.variance() > 0.0);
    assert!(race.fresh([-1, -1]).mean > race.fresh([0, -1]).mean);
    assert!(race.bonus([57, 56]).mean < one.mean);
}
