//! Tests the expected rest of a running test.

use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_stats::SprtModel::{Logistic, Normalized};
use referee_stats::sequential::IncrementalTest;
use referee_stats::{NoResults, ResultCounts};

use super::{test, truth};

#[test]
fn a_test_that_ended_has_nothing_left() {
    let test = test(Normalized, 0.0, 5.0);
    assert_eq!(
        test.games_left(&ResultCounts::Pairs([0; 5])),
        Err(NoResults)
    );
    let won = ResultCounts::Pairs([0, 100, 900, 1000, 400]);
    assert_eq!(test.games_left(&won), Ok(0.0));
}

/// Over tests of many strengths, all equally likely, the forecast after 200 pairs is the mean of what
/// follows.
#[test]
fn what_is_said_comes() {
    let test = test(Logistic, 0.0, 30.0);
    let (mut said, mut came) = (0.0, 0.0);
    for number in 0..2000_u32 {
        let elo = f64::from(number % 40) * 3.0 - 45.0;
        let truth = truth(Logistic, elo);
        let mut chance = ChaCha8Rng::seed_from_u64(number.into());
        let mut watch = IncrementalTest::new(test);
        let mut halves = || truth.draw(&mut chance).map(usize::from).iter().sum();
        // Only tests that last this long are included.
        if (0..200).any(|_| watch.add(halves()).is_some()) {
            continue;
        }
        said += test
            .games_left(&ResultCounts::Pairs(watch.counts()))
            .expect("results");
        came -= f64::from(u32::try_from(watch.played()).expect("few")) * 2.0;
        while watch.add(halves()).is_none() {}
        came += f64::from(u32::try_from(watch.played()).expect("few")) * 2.0;
    }
    assert!((said / came - 1.0).abs() < 0.15, "{said} {came}");
}

proptest! {
    #[test]
    fn it_is_always_a_number(
        pairs in proptest::array::uniform5(0_u64..3000), elo1 in 0.5..100.0, games in any::<bool>(),
    ) {
        let [a, b, c, d, e] = pairs;
        let counts = if games { ResultCounts::Single([a, b, c]) } else { ResultCounts::Pairs([a, b, c, d, e]) };
        prop_assume!(counts.level().is_ok());
        for model in [Logistic, Normalized] {
            let left = test(model, 0.0, elo1).games_left(&counts).expect("results");
            prop_assert!(left.is_finite() && left >= 0.0, "{left}");
        }
    }
}
