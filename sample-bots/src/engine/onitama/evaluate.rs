//! Evaluates a position by the pawns, their squares and their mobility.

use super::board::{BASES, OnitamaBoard, SIDE, each};
use super::cards::Cards;

/// Value of a pawn.
const PAWN: i32 = 100;
/// Value of a pawn on one of the nine squares in the middle.
const CENTRE: i32 = 4;
/// Value of each step that the general is closer to the opponent's base.
const STEP: i32 = 6;
/// Value of each square that a pawn can reach with a card.
const MOBILITY: i32 = 2;
/// The squares b2 to d4.
const MIDDLE: u32 = 0b00000_01110_01110_01110_00000;

/// Returns the value for the seat on turn.
pub(super) fn evaluate(cards: &Cards, board: &OnitamaBoard) -> i32 {
    side(cards, board, board.player) - side(cards, board, 1 - board.player)
}

fn side(cards: &Cards, board: &OnitamaBoard, seat: usize) -> i32 {
    let pawns = board.pawns[seat];
    let mut freedom = 0;
    for card in board.hand(seat) {
        for from in each(pawns) {
            freedom += count(cards.targets(card, seat, from) & !pawns);
        }
    }
    PAWN * count(pawns) + CENTRE * count(pawns & MIDDLE) + MOBILITY * freedom
        - STEP * way(board.generals[seat], BASES[1 - seat])
}

fn count(set: u32) -> i32 {
    set.count_ones().cast_signed()
}

/// Returns the rows plus the columns between two squares.
fn way(from: u8, to: u8) -> i32 {
    let rows = (from / SIDE).abs_diff(to / SIDE);
    i32::from(rows + (from % SIDE).abs_diff(to % SIDE))
}
