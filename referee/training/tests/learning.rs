//! Tests that learning again gives the shipped weights, bit for bit.

use referee_bots::engine::cublino::{ContraEngine, Kind, PurEngine};
use referee_games::{ChosenOptions, Game};
use referee_training::{GAMES, Learner, PREFIX, SEED, prefix_line, text};

fn rules<K: Kind>() -> K::Game {
    let specs = K::Game::options();
    let options = ChosenOptions::choose(K::Game::NAME, &specs, &[].into()).expect("the defaults");
    K::Game::new(&options).expect("the defaults")
}

fn learns_the_same<K: Kind>() {
    let mut learner = Learner::<K>::new(&rules::<K>(), SEED);
    learner.play(PREFIX);
    assert!(K::WEIGHTS.contains(&prefix_line(learner.sum())));
}

#[test]
fn the_first_games_teach_the_same() {
    learns_the_same::<ContraEngine>();
    learns_the_same::<PurEngine>();
}

#[test]
#[ignore = "takes minutes"]
fn all_games_teach_the_shipped_weights() {
    let learnt = text::<ContraEngine>(&rules::<ContraEngine>(), SEED, GAMES);
    assert_eq!(learnt, ContraEngine::WEIGHTS);
    let learnt = text::<PurEngine>(&rules::<PurEngine>(), SEED, GAMES);
    assert_eq!(learnt, PurEngine::WEIGHTS);
}
