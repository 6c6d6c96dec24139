//! Cublino: how far the dice have come, and what they show.

use referee_games::cublino::{Contra, Pur, Square, State};
use referee_games::{Game, Seat};

use super::{Evaluate, Weights, difference};

/// Rows from one end to the other.
const LAST_ROW: i32 = 6;

/// In Pur: each row that a die has come forward.
const ROW: i32 = 12;
/// Each point on the end row, which the final score counts.
const POINT: i32 = 10;

impl Evaluate for Pur {
    fn evaluate(&self, state: &<Pur as Game>::State, seat: Seat, _: &Weights) -> i32 {
        let worth = |(rows, top)| ROW * rows + if rows == LAST_ROW { POINT * top } else { 0 };
        difference(seat, |seat| dice(state, seat).map(worth).sum())
    }
}

impl Evaluate for Contra {
    fn evaluate(&self, state: &<Contra as Game>::State, seat: Seat, weights: &Weights) -> i32 {
        let Weights {
            die,
            top,
            row,
            foremost,
        } = weights;
        difference(seat, |seat| {
            let worth = |(rows, points)| die + top * points + row * rows;
            let first = dice(state, seat).map(|(rows, _)| rows).max().unwrap_or(0);
            dice(state, seat).map(worth).sum::<i32>() + foremost * first * first
        })
    }
}

/// For each die of a seat the rows that it has come forward, and its top number.
fn dice(state: &State, seat: Seat) -> impl Iterator<Item = (i32, i32)> {
    let own = state.dice().filter(move |(_, owner, _)| *owner == seat);
    own.map(move |(square, _, die)| (rows(square, seat), i32::from(die.top())))
}

fn rows(square: Square, seat: Seat) -> i32 {
    let row = i32::from(square.row());
    if seat == Seat::A { row } else { LAST_ROW - row }
}
