use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_games::cublino::{Contra, Pur};
use referee_games::koolaamee::Koolaamee;
use referee_games::onitama::Onitama;
use referee_games::{ChosenOptions, Game, random};

use super::*;

fn game<G: Game>() -> G {
    let options = ChosenOptions::choose(G::NAME, &G::options(), &[].into()).expect("the defaults");
    G::new(&options).expect("the defaults")
}

fn limits(depth: u32) -> SearchLimits {
    SearchLimits {
        depth,
        nodes: u64::MAX,
        until: None,
    }
}

/// Returns the value found by searching everything, without pruning.
fn plain<G: Evaluate>(game: &G, state: &G::State, seat: Seat, ply: u32, depth: u32) -> i32 {
    let value = |child: Child<G>| match child.next {
        None => later(child.value, ply),
        Some(_) if ply + 1 == depth => child.value,
        Some(next) if next == seat => plain(game, &child.state, next, ply + 1, depth),
        Some(next) => -plain(game, &child.state, next, ply + 1, depth),
    };
    children(game, state, seat, &EvaluationWeights::default())
        .map(value)
        .max()
        .expect("a move")
}

/// Plays random moves and returns a position that isn't over.
fn somewhere<G: Game>(game: &G, seed: u64) -> (G::State, Seat) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut state = game.deal(&mut rng);
    let mut last = None;
    for _ in 0..random::below(&mut rng, 40) {
        let Turn::Seat(seat) = game.turn(&state) else {
            break;
        };
        last = Some((state.clone(), seat));
        let mut moves = Vec::new();
        game.moves(&state, &mut moves);
        game.play(&mut state, &moves[random::index(&mut rng, moves.len())]);
    }
    match game.turn(&state) {
        Turn::Seat(seat) => (state, seat),
        _ => last.expect("a game lasts for a move"),
    }
}

fn agrees_with_looking_at_everything<G: Evaluate>(depth: u32) {
    let game = game::<G>();
    for seed in 0..30 {
        let (state, seat) = somewhere(&game, seed);
        let result = search(&game, &state, limits(depth), &EvaluationWeights::default());
        let place = format!("{} from {seed}", G::NAME);
        let value = plain(&game, &state, seat, 0, result.depth);
        assert_eq!(result.score, value, "{place}");
        assert!(result.depth == depth || decided(result.score), "{place}");
        let mut at = state;
        for m in &result.line {
            assert!(game.parse(&at, &m.to_string()).is_some(), "{place}");
            game.play(&mut at, m);
        }
    }
}

#[test]
fn cutting_changes_no_value() {
    agrees_with_looking_at_everything::<Onitama>(2);
    agrees_with_looking_at_everything::<Pur>(3);
    agrees_with_looking_at_everything::<Contra>(3);
    agrees_with_looking_at_everything::<Koolaamee>(4);
}

#[test]
fn limits_are_kept() {
    let game = game::<Koolaamee>();
    let start = game.start();
    let few = search(
        &game,
        &start,
        SearchLimits {
            nodes: 5000,
            ..limits(64)
        },
        &EvaluationWeights::default(),
    );
    assert!(few.depth >= 2 && few.nodes <= 5001, "{few:?}");
    let none = search(
        &game,
        &start,
        SearchLimits {
            nodes: 1,
            ..limits(64)
        },
        &EvaluationWeights::default(),
    );
    assert_eq!((none.depth, none.line.len()), (0, 1));

    let began = Instant::now();
    let until = Some(began + Duration::from_secs(1));
    let timed = search(
        &game,
        &start,
        SearchLimits {
            until,
            ..limits(64)
        },
        &EvaluationWeights::default(),
    );
    let took = began.elapsed();
    assert!(timed.depth >= 2, "{timed:?}");
    assert!(took < Duration::from_secs(30), "{took:?}");
}

/// The cards of the state lines below.
const DECK: &str = "...../.x.../.xo.x/...../..... ...../..x../..ox./...../..... \
                    ...../..x../..o../.x.../..... ...../.x.x./..o../.x.../..... \
                    ..x../...x./..o../...../.....";

#[test]
fn a_win_is_taken_at_once() {
    let game = game::<Onitama>();
    let line = format!("B..../..A../...../...../..... A 9 {DECK}");
    let state = game.read(&line).expect(&line);
    let result = search(&game, &state, limits(6), &EvaluationWeights::default());
    assert_eq!((result.depth, result.score), (1, WIN));
    assert_eq!(result.line[0].to_string(), "2b3a3s");
}

#[test]
fn the_end_of_the_game_is_the_end_of_the_search() {
    let game = game::<Onitama>();
    let line = format!("bbBbb/...../W..../...../aaAaa A 2 {DECK}");
    let state = game.read(&line).expect(&line);
    let result = search(&game, &state, limits(64), &EvaluationWeights::default());
    assert_eq!((result.depth, result.score), (2, 0));
}
