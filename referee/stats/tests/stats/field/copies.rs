//! Tests copies of units: a unit that repeats another to the move adds no information.

use referee_stats::field::{FieldGame, Fit, FitOptions, Unit, fit};

/// Creates a mirrored pair that the first of two players won, seen `count` times.
fn won(a: usize, b: usize, count: u64) -> Unit {
    let game = |seats: [usize; 2], places: [u8; 2]| FieldGame {
        seats: seats.to_vec(),
        places: places.to_vec(),
    };
    Unit {
        games: vec![game([a, b], [1, 2]), game([b, a], [2, 1])],
        count,
        distinct: 1,
    }
}

/// One pair against each of two others, which drew against each other, all seen `count` times.
fn field(count: u64) -> Fit {
    let mut drawn = won(1, 2, count);
    drawn.games[1].places = vec![1, 2];
    fit(
        3,
        &[won(0, 1, count), won(0, 2, count), drawn],
        FitOptions::default(),
    )
}

fn read_figures(fit: &Fit) -> [f64; 2] {
    [fit.ratings[0], fit.error(0)].map(|figure| figure.expect("rated"))
}

#[test]
fn copies_of_a_perfect_score_change_nothing_beside_a_prior() {
    let once = field(1);
    assert!(once.prior.is_some());
    // The bot that won all games has +275 ± 353.
    let [rating, error] = read_figures(&once);
    assert!((rating - 274.9).abs() < 0.1 && (1.96 * error - 352.6).abs() < 0.1);
    for count in [5, 25] {
        for (copies, once) in read_figures(&field(count)).iter().zip(read_figures(&once)) {
            assert!((copies - once).abs() < 1e-9, "{count}: {copies} {once}");
        }
    }
}
