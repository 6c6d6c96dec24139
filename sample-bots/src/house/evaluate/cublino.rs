//! Evaluation of Cublino: the progress of the dice and the numbers on top of them.

use referee_games::cublino::{Contra, CublinoSquare, CublinoState, Pur};
use referee_games::{Game, Seat};

use super::{Evaluate, EvaluationWeights, difference};

/// Number of rows from one end to the other.
const LAST_ROW: i32 = 6;

/// In Contra: value of a die.
const DIE: i32 = 100;
/// Value of each point on top of a die, which decides battles.
const TOP: i32 = 2;
/// Factor for the squared row of the foremost die, because a single die wins the race.
const FOREMOST: i32 = 5;

impl Evaluate for Pur {
    fn evaluate(
        &self,
        state: &<Pur as Game>::State,
        seat: Seat,
        weights: &EvaluationWeights,
    ) -> i32 {
        let EvaluationWeights { row, point, way } = weights;
        let worth = |(rows, top)| row * rows + top * if rows == LAST_ROW { point } else { way };
        difference(seat, |seat| dice(state, seat).map(worth).sum())
    }
}

impl Evaluate for Contra {
    fn evaluate(&self, state: &<Contra as Game>::State, seat: Seat, _: &EvaluationWeights) -> i32 {
        difference(seat, |seat| {
            let worth = |(rows, top)| DIE + TOP * top + rows;
            let foremost = dice(state, seat).map(|(rows, _)| rows).max().unwrap_or(0);
            dice(state, seat).map(worth).sum::<i32>() + FOREMOST * foremost * foremost
        })
    }
}

/// Returns, for each die of a seat, the rows that it has moved forward and its top number.
fn dice(state: &CublinoState, seat: Seat) -> impl Iterator<Item = (i32, i32)> {
    let own_dice = state.dice().filter(move |(_, owner, _)| *owner == seat);
    own_dice.map(move |(square, _, die)| (rows(square, seat), i32::from(die.top())))
}

fn rows(square: CublinoSquare, seat: Seat) -> i32 {
    let row = i32::from(square.row());
    if seat == Seat::A { row } else { LAST_ROW - row }
}
