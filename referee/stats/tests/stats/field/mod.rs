//! Tests ratings of a field.

mod calibration;
mod copies;
mod coverage;
mod existence;
mod figures;
mod laws;
mod simulation;
mod tables;

use referee_stats::field::{FieldGame, Unit};

/// Creates a game that was seen once.
fn once(seats: &[usize], places: &[u8]) -> Unit {
    times(1, seats, places)
}

/// Creates `count` games with one result, all of them distinct.
fn times(count: u64, seats: &[usize], places: &[u8]) -> Unit {
    let game = FieldGame {
        seats: seats.to_vec(),
        places: places.to_vec(),
    };
    Unit {
        games: vec![game],
        count,
        distinct: count,
    }
}

/// Creates the games that the first of two seats won, drew and lost against the second.
fn score(first: usize, second: usize, [wins, draws, losses]: [u64; 3]) -> Vec<Unit> {
    [(wins, [1, 2]), (draws, [1, 1]), (losses, [2, 1])]
        .into_iter()
        .map(|(count, places)| times(count, &[first, second], &places))
        .collect()
}

/// The published field of four players: A, B, C, D are 0 to 3.
fn published() -> Vec<Unit> {
    let scores = [
        (0, 1, [6, 3, 1]),
        (1, 0, [3, 4, 3]),
        (0, 2, [7, 2, 1]),
        (2, 0, [2, 3, 5]),
        (0, 3, [8, 2, 0]),
        (3, 0, [1, 2, 7]),
        (1, 2, [5, 3, 2]),
        (2, 1, [4, 3, 3]),
        (1, 3, [6, 3, 1]),
        (3, 1, [2, 4, 4]),
        (2, 3, [5, 4, 1]),
        (3, 2, [3, 4, 3]),
    ];
    let units = |&(first, second, counts): &(usize, usize, [u64; 3])| score(first, second, counts);
    scores.iter().flat_map(units).collect()
}
