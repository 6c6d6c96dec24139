//! Makes the boards on which a game can start.

use std::array;

use rand::Rng;

use crate::random;

use super::draft::corners;
use super::layout::{TILES, TileLayout};
use super::square::{rectangle, squares};

/// Tiles of the classic board: column, row, width and height.
const CLASSIC: [(u32, u32, u32, u32); TILES] = [
    (3, 0, 1, 3),
    (4, 1, 2, 2),
    (6, 1, 2, 2),
    (8, 1, 2, 3),
    (0, 4, 1, 2),
    (1, 3, 2, 2),
    (1, 5, 2, 2),
    (3, 3, 3, 1),
    (6, 3, 2, 1),
    (3, 4, 3, 2),
    (6, 4, 2, 2),
    (8, 4, 2, 1),
    (3, 6, 3, 2),
    (6, 6, 1, 3),
    (7, 6, 1, 2),
    (3, 8, 3, 1),
    (8, 5, 2, 3),
];

/// Returns the classic board.
pub(super) fn classic() -> TileLayout {
    TileLayout::new(&CLASSIC.map(|(x, y, width, height)| rectangle(x, y, width, height)))
}

/// Draws a random board of the classic board's tiles. Tiles may be turned, and all are connected by their
/// edges.
///
/// A board with a square that has no continuation is drawn again: a first marble there would win at once.
pub(super) fn random(rng: &mut dyn Rng) -> TileLayout {
    loop {
        if let Some(tiles) = scatter(rng) {
            let layout = TileLayout::new(&tiles);
            if squares(layout.squares).all(|square| layout.reach[square.index()] != 0) {
                return layout;
            }
        }
    }
}

/// Places the tiles in a random order, each so that it touches one that is placed already. Returns `None` if
/// a tile doesn't fit.
fn scatter(rng: &mut dyn Rng) -> Option<[u128; TILES]> {
    let mut order: [usize; TILES] = array::from_fn(|i| i);
    random::shuffle(rng, &mut order);
    let mut tiles = [0; TILES];
    let mut taken = 0;
    for i in order {
        let (_, _, width, height) = CLASSIC[i];
        let spots = if random::below(rng, 2) == 0 {
            spots(taken, width, height)
        } else {
            spots(taken, height, width)
        };
        if spots.is_empty() {
            return None;
        }
        tiles[i] = spots[random::index(rng, spots.len())];
        taken |= tiles[i];
    }
    Some(tiles)
}

/// Returns the places where a rectangle fits next to the taken squares and touches them.
fn spots(taken: u128, width: u32, height: u32) -> Vec<u128> {
    squares(corners(taken, width, height))
        .map(|corner| rectangle(corner.x(), corner.y(), width, height))
        .collect()
}
