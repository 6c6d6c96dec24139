//! What a position looks worth: pawns, where they stand, where they can go.

use super::board::{BASES, OnitamaBoard, SIDE, each};
use super::cards::Cards;

/// A pawn.
const PAWN: i32 = 100;
/// A pawn on one of the nine squares in the middle.
const CENTRE: i32 = 4;
/// Each step that the general has come closer to the opponent's base.
const STEP: i32 = 6;
/// Each square that a pawn can go to by a card.
const MOBILITY: i32 = 2;
/// The squares b2 to d4.
const MIDDLE: u32 = 0b00000_01110_01110_01110_00000;

/// The value for the seat on turn.
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

/// Rows and columns between two squares.
fn way(from: u8, to: u8) -> i32 {
    let rows = (from / SIDE).abs_diff(to / SIDE);
    i32::from(rows + (from % SIDE).abs_diff(to % SIDE))
}
