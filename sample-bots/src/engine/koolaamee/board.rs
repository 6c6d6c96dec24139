//! A position with points and evaluation, which each move updates.

use super::KoolaameeEngine;
use super::layout::{Layout, TILES, each};
use crate::engine::keys;

/// Stands for the square of a marble that doesn't exist.
const NONE: u8 = 64;

const MARBLES: [[u64; 64]; 2] = [keys(1), keys(2)];
const LAST: [u64; 65] = keys(3);
const OWN: [u64; TILES + 1] = keys(4);
const PLAYER: u64 = crate::engine::key(1 << 40);

/// A position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KoolaameeBoard {
    /// The squares with marbles of A and of B.
    marbles: [u64; 2],
    /// The opponent's last marble; [`NONE`] before the first.
    last: u8,
    /// The last marble of the player to move.
    own_last: u8,
    /// Number of marbles that A and B have left.
    left: [u8; 2],
    /// The player to move: 0 for A, 1 for B.
    player: usize,
    /// A's points minus B's. `worth` is the same difference in the evaluation of the tiles.
    lead: i32,
    worth: i32,
    /// Hash of the marbles.
    hash: u64,
}

impl KoolaameeEngine {
    /// Reads the fields of a state line after the first one.
    pub(super) fn read_board(&self, rest: &str) -> Option<KoolaameeBoard> {
        let words: Vec<&str> = rest.split(' ').collect();
        let [marbles, player, last, own, left] = words[..] else {
            return None;
        };
        let (a, b) = left.split_once(',')?;
        let square = |name| self.layout.square(name).unwrap_or(NONE);
        let mut board = KoolaameeBoard {
            marbles: [b'A', b'B'].map(|seat| self.layout.set(marbles, seat)),
            last: square(last),
            own_last: square(own),
            left: [a.parse().ok()?, b.parse().ok()?],
            player: usize::from(player == "B"),
            lead: 0,
            worth: 0,
            hash: 0,
        };
        for tile in self.layout.tiles {
            let (points, worth) = self.tile(&board, tile);
            board.lead += points;
            board.worth += worth;
        }
        for (marbles, keys) in board.marbles.into_iter().zip(&MARBLES) {
            board.hash ^= each(marbles).fold(0, |hash, square| hash ^ keys[usize::from(square)]);
        }
        Some(board)
    }

    /// Returns A's points minus B's on a tile, and the tile's evaluation for A.
    fn tile(&self, board: &KoolaameeBoard, tile: u64) -> (i32, i32) {
        let size = tile.count_ones();
        let [a, b] = board.marbles.map(|marbles| (marbles & tile).count_ones());
        let sign = i32::from(a > b) - i32::from(a < b);
        (sign * size.cast_signed(), self.worth.of(size, a, b))
    }

    /// Returns the position after the player has put a marble on a square.
    pub(super) fn put(&self, board: &KoolaameeBoard, square: u8) -> KoolaameeBoard {
        let (player, at) = (board.player, usize::from(square));
        let tile = self.layout.tiles[usize::from(self.layout.tile[at])];
        let before = self.tile(board, tile);
        let mut next = *board;
        next.marbles[player] |= 1 << square;
        next.hash ^= MARBLES[player][at];
        next.left[player] = board.left[player].saturating_sub(1);
        next.own_last = board.last;
        next.last = square;
        next.player = 1 - player;
        let after = self.tile(&next, tile);
        next.lead += after.0 - before.0;
        next.worth += after.1 - before.1;
        next
    }
}

impl KoolaameeBoard {
    /// Returns the squares to which the player may move; none if the game is over.
    pub(super) fn targets(&self, layout: &Layout) -> u64 {
        if self.left[self.player] == 0 {
            return 0;
        }
        let in_line = layout
            .reach
            .get(usize::from(self.last))
            .unwrap_or(&layout.squares);
        in_line & !own_tile(layout, self.own_last) & !(self.marbles[0] | self.marbles[1])
    }

    /// Returns the player's points minus the opponent's.
    pub(super) fn lead(&self) -> i32 {
        if self.player == 0 {
            self.lead
        } else {
            -self.lead
        }
    }

    /// Returns the evaluation for the player to move.
    pub(super) fn worth(&self) -> i32 {
        if self.player == 0 {
            self.worth
        } else {
            -self.worth
        }
    }

    /// Returns an upper bound: the players alternate until one has no marble left.
    pub(super) fn plies_left(&self) -> u32 {
        let [mine, other] = [self.left[self.player], self.left[1 - self.player]].map(u32::from);
        (2 * mine).min(2 * other + 1)
    }

    /// Returns the hash key. Of the player's last marble it holds only the tile, because only that
    /// matters.
    pub(super) fn key(&self, layout: &Layout) -> u64 {
        let tile = layout.tile.get(usize::from(self.own_last));
        let tile_index = tile.map_or(TILES, |tile| usize::from(*tile));
        let player = if self.player == 0 { 0 } else { PLAYER };
        self.hash ^ LAST[usize::from(self.last)] ^ OWN[tile_index] ^ player
    }
}

/// Returns the squares of a square's tile.
fn own_tile(layout: &Layout, square: u8) -> u64 {
    let tile = layout.tile.get(usize::from(square));
    tile.map_or(0, |tile| layout.tiles[usize::from(*tile)])
}
