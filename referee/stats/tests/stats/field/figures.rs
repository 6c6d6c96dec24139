//! Tests published figures, to every digit.

use referee_stats::field::{ErrorSource, FitOptions, fit};

use super::{published, score};

const MODEL: FitOptions = FitOptions {
    first_seat: false,
    errors: ErrorSource::Information,
};

#[test]
fn a_field_of_four() {
    let fit = fit(4, &published(), MODEL);
    let ratings: Vec<String> = fit
        .ratings
        .iter()
        .flatten()
        .map(|r| format!("{r:.4}"))
        .collect();
    assert_eq!(ratings, ["135.1132", "18.1239", "-33.0486", "-120.1885"]);
    let errors: Vec<String> = (0..4)
        .filter_map(|i| fit.error(i))
        .map(|e| format!("{e:.4}"))
        .collect();
    assert_eq!(errors, ["38.5185", "35.2777", "35.3906", "37.7191"]);
    let difference = (
        fit.difference(0, 1).unwrap(),
        fit.difference_error(0, 1).unwrap(),
    );
    assert_eq!(
        format!("{:.4} {:.4}", difference.0, difference.1),
        "116.9893 59.7533"
    );
    assert_eq!((fit.first_seat, fit.prior), (None, None));
    assert_eq!(fit.first_seat_error(), None);
}

#[test]
fn the_same_field_with_a_term_for_the_first_seat() {
    let fit = fit(
        4,
        &published(),
        FitOptions {
            first_seat: true,
            ..MODEL
        },
    );
    let ratings: Vec<String> = fit
        .ratings
        .iter()
        .flatten()
        .map(|r| format!("{r:.4}"))
        .collect();
    assert_eq!(ratings, ["140.6060", "18.9075", "-34.4067", "-125.1068"]);
    assert_eq!(format!("{:.4}", fit.first_seat.unwrap()), "73.3771");
    assert_eq!(fit.prior, None);
}

/// Two players have the Elo of their score, and its textbook error k / √(4 N p (1 − p)) · 2.
#[test]
fn two_players_have_the_elo_of_their_score() {
    let fit = fit(2, &score(0, 1, [136, 111, 96]), MODEL);
    let (games, share) = (343.0_f64, 191.5_f64 / 343.0);
    let elo = -400.0 * (1.0 / share - 1.0).log10();
    assert!((fit.difference(0, 1).unwrap() - elo).abs() < 1e-9);
    let error = 400.0 / 10.0_f64.ln() / (games * share * (1.0 - share)).sqrt();
    assert!((fit.difference_error(0, 1).unwrap() - error).abs() < 1e-9);
    assert!((fit.error(0).unwrap() - error / 2.0).abs() < 1e-9);
}

/// Six games of three players, each order once: all are equal, and errors can be computed by hand.
#[test]
fn three_players_by_hand() {
    let orders = [
        [1, 2, 3],
        [1, 3, 2],
        [2, 1, 3],
        [2, 3, 1],
        [3, 1, 2],
        [3, 2, 1],
    ];
    let units: Vec<_> = orders
        .iter()
        .map(|places| super::once(&[0, 1, 2], places))
        .collect();
    let fit = fit(3, &units, MODEL);
    // A player's own information is p (1 - p) per stage: 1/3 · 2/3 at the first one, and 1/2 · 1/2 at the
    // second one, in which two of three remain.
    let fisher = 6.0 * (2.0 / 9.0 + 2.0 / 3.0 / 4.0);
    // Rows of the matrix add up to 0, so it is 3/2 · own times the projection on mean 0, whose diagonal is
    // 2/3.
    let error = 400.0 / 10.0_f64.ln() * f64::sqrt(2.0 / 3.0 / (1.5 * fisher));
    for player in 0..3 {
        assert!(fit.ratings[player].unwrap().abs() < 1e-9);
        assert!((fit.error(player).unwrap() - error).abs() < 1e-9);
    }
}
