//! Compares a test that is evaluated only when it may end with one that is evaluated after every pair.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_stats::ResultCounts;
use referee_stats::SprtModel::{Logistic, Normalized};
use referee_stats::sequential::{IncrementalTest, Play};

use super::test;

#[test]
fn no_end_is_missed() {
    for (model, elo1) in [(Logistic, 10.0), (Logistic, 50.0), (Normalized, 30.0)] {
        let test = test(model, 0.0, elo1);
        for (draws, starts) in [(0.35, 60.0), (0.9, 0.0), (0.0, 300.0)] {
            let truth = Play { draws, starts }
                .truth(model, elo1 / 2.0)
                .expect("such games");
            for number in 0..30 {
                let mut chance = ChaCha8Rng::seed_from_u64(number);
                let mut watch = IncrementalTest::new(test);
                loop {
                    let halves = truth.draw(&mut chance).map(usize::from).iter().sum();
                    let seen = watch.add(halves);
                    let llr = test
                        .llr(&ResultCounts::Pairs(watch.counts()))
                        .expect("results");
                    assert_eq!(seen, test.verdict(llr), "{model:?} {:?}", watch.counts());
                    if seen.is_some() {
                        break;
                    }
                }
            }
        }
    }
}
