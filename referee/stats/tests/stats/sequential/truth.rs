//! Tests the results at a known strength.

use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_stats::SprtModel::{self, Logistic, Normalized};
use referee_stats::sequential::{Play, PlayError};
use referee_stats::{ResultCounts, Strength};

/// Returns counts of many pairs with exactly the expected frequencies.
fn many(pairs: &[f64; 5]) -> ResultCounts {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count"
    )]
    ResultCounts::Pairs(pairs.map(|p| (p * 1e15) as u64))
}

proptest! {
    #[test]
    fn pairs_have_the_strength(
        normalized in any::<bool>(), elo in -200.0..200.0, draws in 0.0..0.8, starts in 0.0..200.0,
    ) {
        let model = if normalized { Normalized } else { Logistic };
        let truth = Play { draws, starts }.truth(model, elo).expect("such games");
        prop_assert!((truth.pairs().iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let strength = Strength::of(&many(truth.pairs())).expect("results");
        let actual = match model {
            Normalized => strength.nelo.expect("a strength"),
            Logistic => strength.elo,
        };
        prop_assert!((actual - elo).abs() < 1e-6, "{actual}");
    }

    #[test]
    fn both_sides_see_the_same(elo in 0.0..200.0, draws in 0.0..0.8, starts in 0.0..200.0) {
        let play = Play { draws, starts };
        let ours = play.truth(Logistic, elo).expect("such games");
        let mut theirs = *play.truth(Logistic, -elo).expect("such games").pairs();
        theirs.reverse();
        for (a, b) in ours.pairs().iter().zip(theirs) {
            prop_assert!((a - b).abs() < 1e-9);
        }
    }
}

/// Without the start a pair is two independent games; with it one of them is won where the other is lost.
#[test]
fn the_start_binds_a_pair_together() {
    let variance = |starts: f64| {
        let play = Play { draws: 0.0, starts };
        play.truth(Logistic, 0.0).expect("such games").moments().1
    };
    assert!((variance(0.0) - 0.125).abs() < 1e-9);
    assert!(variance(200.0) < 0.11 && variance(1000.0) < 0.05);
}

#[test]
fn equals_draw_as_often_as_they_should() {
    let play = Play {
        draws: 0.6,
        starts: 100.0,
    };
    let truth = play.truth(Normalized, 0.0).expect("such games");
    let mut chance = ChaCha8Rng::seed_from_u64(1);
    let mut counts = [0_u32; 5];
    let mut draws = 0_u32;
    for _ in 0..100_000 {
        let games = truth.draw(&mut chance);
        draws += games
            .iter()
            .map(|&halves| u32::from(halves == 1))
            .sum::<u32>();
        counts[usize::from(games[0] + games[1])] += 1;
    }
    let near = |count: u32, of: f64, share: f64| {
        let error = (share * (1.0 - share) / of).sqrt();
        assert!(
            (f64::from(count) / of - share).abs() < 4.0 * error,
            "{count} of {of}"
        );
    };
    near(draws, 2e5, 0.6);
    for (count, share) in counts.into_iter().zip(truth.pairs()) {
        near(count, 1e5, *share);
    }
}

#[test]
fn what_cant_be_is_refused() {
    let play = |draws, starts| Play { draws, starts }.truth(SprtModel::Logistic, 5.0);
    assert_eq!(play(1.0, 0.0), Err(PlayError::Draws(1.0)));
    assert_eq!(play(0.3, -1.0), Err(PlayError::Starts(-1.0)));
    assert!(matches!(play(f64::NAN, 0.0), Err(PlayError::Draws(_))));
    let far = Play {
        draws: 0.0,
        starts: 0.0,
    }
    .truth(Logistic, 9000.0);
    assert_eq!(far, Err(PlayError::Strength(9000.0)));
}
