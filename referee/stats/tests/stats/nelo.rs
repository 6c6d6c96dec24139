//! Tests that 95 of 100 intervals of normalized Elo contain the true value, at any strength.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_stats::SprtModel::Logistic;
use referee_stats::sequential::Play;
use referee_stats::{ResultCounts, Strength};

/// Returns the shares of matches of so many pairs in which the figure ± the full and the published error
/// contains the true value.
fn coverage(play: Play, elo: f64, pairs: u64, matches: u64) -> [f64; 2] {
    let truth = play.truth(Logistic, elo).expect("such games");
    let many = truth.pairs().map(exactly);
    let true_one = nelo(many).nelo.expect("a figure");
    let mut held = [0_u32; 2];
    for number in 0..matches {
        let mut chance = ChaCha8Rng::seed_from_u64(number);
        let mut counts = [0; 5];
        for _ in 0..pairs {
            let halves: usize = truth.draw(&mut chance).map(usize::from).iter().sum();
            counts[halves] += 1;
        }
        let strength = nelo(counts);
        let off = (strength.nelo.unwrap_or(f64::INFINITY) - true_one).abs();
        for (held, error) in held
            .iter_mut()
            .zip([strength.nelo_error_full, strength.nelo_error])
        {
            *held += u32::from(error.is_some_and(|error| off <= error));
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "some thousands")]
    let shares = held.map(|held| f64::from(held) / matches as f64);
    shares
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a count"
)]
fn exactly(share: f64) -> u64 {
    (share * 1e15) as u64
}

fn nelo(counts: [u64; 5]) -> Strength {
    Strength::of(&ResultCounts::Pairs(counts)).expect("results")
}

/// The published formula covers less the further the strength is from 0.
fn check(pairs: u64, matches: u64, band: f64) {
    for (draws, starts) in [(0.35, 60.0), (0.0, 0.0)] {
        let play = || Play { draws, starts };
        let mut before = 1.0;
        for elo in [0.0, 150.0, 400.0] {
            let [full, published] = coverage(play(), elo, pairs, matches);
            println!("draws {draws}, {elo} Elo: {full:.4}, published {published:.4}");
            assert!((full - 0.95).abs() <= band, "{draws} {elo}: {full}");
            assert!(published < before, "{draws} {elo}: {published}");
            before = published;
        }
        assert!(before < 0.75, "{draws}: {before}");
    }
}

#[test]
fn the_full_error_covers_at_any_strength() {
    check(1000, 1000, 0.02);
}

#[test]
#[ignore = "long: ten thousand matches of each kind"]
fn the_full_error_covers_in_ten_thousand_matches() {
    check(1000, 10_000, 0.01);
}

#[test]
fn at_level_scores_both_errors_are_the_same() {
    let level = nelo([10, 20, 30, 20, 10]);
    assert_eq!(level.nelo_error, level.nelo_error_full);
}
