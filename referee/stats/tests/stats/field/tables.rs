//! Tests groups, separated ranks and cycles.

use referee_stats::field::{
    ErrorSource, FitOptions, RankAmbiguity, cycles, fit, groups, separated,
};

use super::{published, score};

const MODEL: FitOptions = FitOptions {
    first_seat: false,
    errors: ErrorSource::Information,
};

#[test]
fn groups_hold_neighbours_that_are_alike() {
    let fit = fit(4, &published(), MODEL);
    // Superiority: A over B .975, B over C .815, C over D .931, A over C .997, B over D .990.
    assert_eq!(groups(&fit, 0.5), Vec::<Vec<usize>>::new());
    assert_eq!(groups(&fit, 0.9), [vec![1, 2]]);
    assert_eq!(groups(&fit, 0.98), [vec![0, 1], vec![1, 2], vec![2, 3]]);
    assert_eq!(groups(&fit, 0.992), [vec![0, 1], vec![1, 2, 3]]);
    assert_eq!(groups(&fit, 1.0), [vec![0, 1, 2, 3]]);
}

#[test]
fn separated_ranks_are_those_that_hold() {
    let fit = fit(5, &published(), MODEL);
    let order = fit.order();
    assert_eq!(order, [0, 1, 2, 3]);
    assert_eq!(separated(&fit, &order, 0.5), Ok(()));
    let doubts = separated(&fit, &order, 0.95).unwrap_err();
    let pairs: Vec<(usize, usize)> = doubts.iter().map(|d| (d.upper, d.lower)).collect();
    assert_eq!(pairs, [(1, 2), (2, 3)]);
    assert_eq!(doubts[0].probability, fit.superiority(1, 2));
    // In the reverse order nothing holds, and nothing is known about a player without games.
    assert_eq!(separated(&fit, &[1, 0], 0.5).unwrap_err().len(), 1);
    let unknown = RankAmbiguity {
        upper: 0,
        lower: 4,
        probability: None,
    };
    assert_eq!(separated(&fit, &[0, 4], 0.1), Err(vec![unknown]));
    assert_eq!(separated(&fit, &[], 0.9), Ok(()));
}

#[test]
fn a_sure_win_is_separated() {
    let fit = fit(2, &score(1, 0, [100, 0, 10]), MODEL);
    assert_eq!(separated(&fit, &[1, 0], 0.999), Ok(()));
    assert!(groups(&fit, 0.95).is_empty());
}

#[test]
fn cycles_are_named_once_in_order() {
    let won = |wins: &[(usize, usize)]| {
        let mut scores = vec![vec![None; 5]; 5];
        for &(a, b) in wins {
            scores[a][b] = Some(0.75);
            scores[b][a] = Some(0.25);
        }
        scores
    };
    let two = won(&[(0, 1), (1, 2), (2, 0), (1, 3), (4, 1), (3, 4), (0, 3)]);
    assert_eq!(cycles(&two, 9), [[0, 1, 2], [1, 3, 4]]);
    assert_eq!(cycles(&two, 1), [[0, 1, 2]]);
    assert_eq!(cycles(&two, 0), Vec::<[usize; 3]>::new());
    assert!(cycles(&won(&[(0, 1), (1, 2), (0, 2)]), 9).is_empty());
    // In the other direction the cycle begins with the same player.
    assert_eq!(cycles(&won(&[(1, 0), (2, 1), (0, 2)]), 9), [[0, 2, 1]]);
    let mut level = won(&[(0, 1), (1, 2), (2, 0)]);
    level[2][0] = Some(0.5);
    assert!(cycles(&level, 9).is_empty());
    assert!(cycles(&[], 9).is_empty());
}
