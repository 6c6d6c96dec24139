//! Tests that learning again gives the shipped weights, bit for bit.

use super::rules;
use crate::engine::cublino::{ContraEngine, Kind, PurEngine, learn};

fn learns_the_same<K: Kind>() {
    let mut learner = learn::Learner::<K>::new(&rules::<K>(), learn::SEED);
    learner.play(learn::PREFIX);
    assert!(K::WEIGHTS.contains(&learn::prefix_line(learner.sum())));
}

#[test]
fn the_first_games_teach_the_same() {
    learns_the_same::<ContraEngine>();
    learns_the_same::<PurEngine>();
}

#[test]
#[ignore = "takes minutes"]
fn all_games_teach_the_shipped_weights() {
    assert_eq!(
        learn::text::<ContraEngine>(&rules::<ContraEngine>(), learn::SEED, learn::GAMES),
        ContraEngine::WEIGHTS
    );
    assert_eq!(
        learn::text::<PurEngine>(&rules::<PurEngine>(), learn::SEED, learn::GAMES),
        PurEngine::WEIGHTS
    );
}
