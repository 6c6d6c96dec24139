//! Cards as tables: the squares that a pawn can reach, by seat and square.

use super::board::{BASES, NONE, OnitamaBoard, SIDE, bit};

/// The five cards of a game.
pub(super) struct Cards {
    /// Targets by card, seat and square. [`NONE`] and the unused indices below it have none.
    targets: [[[u32; 32]; 2]; 5],
}

impl Cards {
    /// Reads five patterns. Returns the cards, and the number of each pattern. Cards are numbered
    /// in the order of their patterns, so a card keeps its number throughout a game.
    pub(super) fn read(patterns: &[&str]) -> Option<(Cards, [u8; 5])> {
        let patterns: &[&str; 5] = patterns.try_into().ok()?;
        let mut slots = [0, 1, 2, 3, 4];
        slots.sort_by_key(|slot| patterns[*slot]);
        let (mut targets, mut numbers) = ([[[0; 32]; 2]; 5], [0; 5]);
        for ((card, number), slot) in targets.iter_mut().zip(0..).zip(slots) {
            *card = table(patterns[slot])?;
            numbers[slot] = number;
        }
        Some((Cards { targets }, numbers))
    }

    /// Returns the squares that a seat's pawn can reach from a square, whatever is on them.
    pub(super) fn targets(&self, card: u8, seat: usize, from: u8) -> u32 {
        self.targets[usize::from(card)][seat][usize::from(from)]
    }

    /// Returns the squares from which a seat's pawns can reach a square: the targets of the card as
    /// seen from the other side.
    pub(super) fn sources(&self, card: u8, seat: usize, to: u8) -> u32 {
        self.targets(card, 1 - seat, to)
    }

    /// Returns true if a seat, on turn, can win with its next move: by capturing the other general,
    /// or by moving its own to the base.
    pub(super) fn can_win(&self, board: &OnitamaBoard, seat: usize) -> bool {
        let (own_general, other) = (board.generals[seat], board.generals[1 - seat]);
        let base = bit(BASES[1 - seat]) & !board.pawns[seat] & !wall(board);
        board.hand(seat).into_iter().any(|card| {
            self.sources(card, seat, other) & board.pawns[seat]
                | self.targets(card, seat, own_general) & base
                != 0
        })
    }
}

/// Returns the wall as a set.
pub(super) fn wall(board: &OnitamaBoard) -> u32 {
    if board.wall == NONE {
        0
    } else {
        bit(board.wall)
    }
}

/// Returns the targets of a pattern by seat and square.
fn table(pattern: &str) -> Option<[[u32; 32]; 2]> {
    let letters: Vec<u8> = pattern.bytes().filter(|letter| *letter != b'/').collect();
    let side = i32::from(SIDE);
    let place = |i: usize| i32::try_from(i).ok().map(|i| (i / side, i % side));
    let pawn = place(letters.iter().position(|letter| *letter == b'o')?)?;
    let mut table = [[0; 32]; 2];
    for (i, _) in letters.iter().enumerate().filter(|(_, x)| **x == b'x') {
        let (row, column) = place(i)?;
        for (seat, sign) in [(0, 1), (1, -1)] {
            for from in 0..SIDE * SIDE {
                let (from_row, from_column) = place(from.into())?;
                let to_row = from_row + sign * (row - pawn.0);
                let to_column = from_column + sign * (column - pawn.1);
                if (0..side).contains(&to_row) && (0..side).contains(&to_column) {
                    table[seat][usize::from(from)] |= 1 << (to_row * side + to_column);
                }
            }
        }
    }
    Some(table)
}
