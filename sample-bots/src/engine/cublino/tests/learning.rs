//! Learning again gives the weights that come with the program, bit for bit.

use super::rules;
use crate::engine::cublino::{Contra, Kind, Pur, learn};

fn learns_the_same<K: Kind>() {
    let mut learner = learn::Learner::<K>::new(&rules::<K>(), learn::SEED);
    learner.play(learn::PREFIX);
    assert!(K::WEIGHTS.contains(&learn::prefix_line(learner.sum())));
}

#[test]
fn the_first_games_teach_the_same() {
    learns_the_same::<Contra>();
    learns_the_same::<Pur>();
}

#[test]
#[ignore = "takes minutes"]
fn all_games_teach_the_shipped_weights() {
    assert_eq!(
        learn::text::<Contra>(&rules::<Contra>(), learn::SEED, learn::GAMES),
        Contra::WEIGHTS
    );
    assert_eq!(
        learn::text::<Pur>(&rules::<Pur>(), learn::SEED, learn::GAMES),
        Pur::WEIGHTS
    );
}
