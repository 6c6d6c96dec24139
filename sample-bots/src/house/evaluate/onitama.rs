//! Evaluation of Onitama: the pawns, and the general's distance to the opponent's base.

use referee_games::Seat;
use referee_games::onitama::{Onitama, OnitamaState};

use super::{Evaluate, EvaluationWeights, difference};

/// Value of a pawn; more than its place can ever add.
const PAWN: i32 = 100;
/// Value of each step that the general is closer to the opponent's base.
const STEP: i32 = 6;
/// Value of each pawn on one of the nine squares in the middle.
const CENTRE: i32 = 4;

/// Bits from one row of a set to the next, as [`OnitamaState::pawns`] has them.
const STRIDE: u32 = 9;
/// The squares b2 to d4.
const MIDDLE: u64 = 0b01110 << STRIDE | 0b01110 << (2 * STRIDE) | 0b01110 << (3 * STRIDE);
/// Rows and columns of the two bases that A and B must reach.
const TARGETS: [(u32, u32); 2] = [(0, 2), (4, 2)];

impl Evaluate for Onitama {
    fn evaluate(&self, state: &OnitamaState, seat: Seat, _: &EvaluationWeights) -> i32 {
        difference(seat, |seat| side(state, seat))
    }
}

fn side(state: &OnitamaState, seat: Seat) -> i32 {
    let pawns = state.pawns(seat);
    PAWN * count(pawns) + CENTRE * count(pawns & MIDDLE) - STEP * way(state, seat)
}

fn count(set: u64) -> i32 {
    set.count_ones().cast_signed()
}

/// Returns the rows plus the columns between a general and the opponent's base.
fn way(state: &OnitamaState, seat: Seat) -> i32 {
    let general = state.general(seat).trailing_zeros();
    let (row, column) = TARGETS[usize::from(seat != Seat::A)];
    let rows = (general / STRIDE).abs_diff(row);
    (rows + (general % STRIDE).abs_diff(column)).cast_signed()
}
