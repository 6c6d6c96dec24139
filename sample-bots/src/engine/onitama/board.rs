//! A position: the pawns, the wall and the cards.

use super::moves::{PawnStep, WallStep};
use crate::engine::keys;

/// Number of squares in a row and in a column.
pub(super) const SIDE: u8 = 5;
/// All squares: row by row from a1, five bits each.
pub(super) const ALL: u32 = (1 << 25) - 1;
/// Stands for a square that isn't on the board; a set can hold it.
pub(super) const NONE: u8 = 31;
/// Bases of A and B; each must reach the other's.
pub(super) const BASES: [u8; 2] = [22, 2];
/// The first column.
pub(super) const LEFT: u32 = 0b00001_00001_00001_00001_00001;
pub(super) const RIGHT: u32 = LEFT << 4;

const PAWNS: [[u64; 32]; 2] = [keys(1), keys(2)];
const GENERALS: [[u64; 32]; 2] = [keys(3), keys(4)];
const WALL: [u64; 32] = keys(5);
/// Hash keys by card and holder: A, B, the side of the board.
const HELD: [[u64; 3]; 5] = [keys(6), keys(7), keys(8), keys(9), keys(10)];
const PLAYER: u64 = crate::engine::key(1 << 40);

/// A position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnitamaBoard {
    /// The pawns of A and B, including generals.
    pub(super) pawns: [u32; 2],
    /// The generals' squares; [`NONE`] after a capture.
    pub(super) generals: [u8; 2],
    pub(super) wall: u8,
    /// Numbers of the cards: two of A, two of B, the side card.
    pub(super) cards: [u8; 5],
    /// The player to move: 0 for A, 1 for B.
    pub(super) player: usize,
    pub(super) turns: u32,
    pub(super) hash: u64,
}

/// Returns the set with only this square.
pub(super) const fn bit(square: u8) -> u32 {
    1 << square
}

/// Iterates over the squares of a set.
pub(super) fn each(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros().try_into().ok()?;
        (set != 0).then(|| set &= set - 1)?;
        Some(square)
    })
}

/// Returns a square's name; `XX` for none.
pub(super) fn name(square: u8) -> String {
    if square == NONE {
        return "XX".to_owned();
    }
    let row = char::from(b'a' + square / SIDE);
    format!("{row}{}", square % SIDE + 1)
}

impl OnitamaBoard {
    /// Reads the board, the player and the turns left; the cards are given by their numbers.
    pub(super) fn read(words: &[&str], cards: [u8; 5]) -> Option<OnitamaBoard> {
        let [squares, player, turns] = words else {
            return None;
        };
        let mut board = OnitamaBoard {
            pawns: [0; 2],
            generals: [NONE; 2],
            wall: NONE,
            cards,
            player: usize::from(*player == "B"),
            turns: turns.parse().ok()?,
            hash: 0,
        };
        let letters = squares.bytes().filter(|letter| *letter != b'/');
        for (square, letter) in (0..SIDE * SIDE).zip(letters) {
            let seat = usize::from(letter.eq_ignore_ascii_case(&b'b'));
            match letter {
                b'A' | b'B' => {
                    board.generals[seat] = square;
                    board.pawns[seat] |= bit(square);
                }
                b'a' | b'b' => board.pawns[seat] |= bit(square),
                b'W' => board.wall = square,
                _ => {}
            }
        }
        board.hash = board.hash_anew();
        Some(board)
    }

    fn hash_anew(&self) -> u64 {
        let mut hash = WALL[usize::from(self.wall)];
        for seat in 0..2 {
            hash ^= GENERALS[seat][usize::from(self.generals[seat])];
            for square in each(self.pawns[seat]) {
                hash ^= PAWNS[seat][usize::from(square)];
            }
        }
        for (slot, card) in self.cards.into_iter().enumerate() {
            hash ^= HELD[usize::from(card)][slot / 2];
        }
        hash ^ if self.player == 1 { PLAYER } else { 0 }
    }

    /// Returns the numbers of the cards that a seat holds.
    pub(super) fn hand(&self, seat: usize) -> [u8; 2] {
        [self.cards[2 * seat], self.cards[2 * seat + 1]]
    }

    /// Returns 1, 0 or -1 for the seat on turn if the game is over, else `None`.
    pub(super) fn ending(&self) -> Option<i32> {
        let won =
            |seat: usize| self.generals[seat] == BASES[1 - seat] || self.generals[1 - seat] == NONE;
        match self.player {
            player if won(player) => Some(1),
            player if won(1 - player) => Some(-1),
            _ if self.turns == 0 => Some(0),
            _ => None,
        }
    }

    /// Returns the position after a legal move. After a win, the loser is on turn.
    pub(super) fn play(&self, step: PawnStep) -> OnitamaBoard {
        let mut next = *self;
        let (mover, other) = (self.player, 1 - self.player);
        if step.from != NONE {
            next.toggle(mover, step.from);
            next.toggle(mover, step.to);
            if self.generals[mover] == step.from {
                next.lead(mover, step.to);
            }
            if self.pawns[other] & bit(step.to) != 0 {
                next.toggle(other, step.to);
                if self.generals[other] == step.to {
                    next.lead(other, NONE);
                }
            }
        }
        next.pass_on(step.card);
        next.push_wall(step.wall);
        next.turns = self.turns.saturating_sub(1);
        next.player = other;
        next.hash ^= PLAYER;
        next
    }

    fn toggle(&mut self, seat: usize, square: u8) {
        self.pawns[seat] ^= bit(square);
        self.hash ^= PAWNS[seat][usize::from(square)];
    }

    fn lead(&mut self, seat: usize, to: u8) {
        let keys = &GENERALS[seat];
        self.hash ^= keys[usize::from(self.generals[seat])] ^ keys[usize::from(to)];
        self.generals[seat] = to;
    }

    /// Exchanges the player's card with the side card.
    fn pass_on(&mut self, card: u8) {
        let player = self.player;
        let [first, _] = self.hand(player);
        let slot = 2 * player + usize::from(card != first);
        self.cards.swap(slot, 4);
        for card in [self.cards[slot], card] {
            let keys = &HELD[usize::from(card)];
            self.hash ^= keys[player] ^ keys[2];
        }
    }

    /// Moves the wall. If there is a pawn of the player on the new square, the two change places.
    fn push_wall(&mut self, wall: WallStep) {
        if wall == WallStep::Stay || self.wall == NONE {
            return;
        }
        let to = wall.shift(self.wall);
        if self.pawns[self.player] & bit(to) != 0 {
            self.toggle(self.player, to);
            self.toggle(self.player, self.wall);
        }
        self.hash ^= WALL[usize::from(self.wall)] ^ WALL[usize::from(to)];
        self.wall = to;
    }
}
