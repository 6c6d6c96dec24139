//! Where the tiles lie, with everything about them that play asks again and again.

use super::square::{COLUMNS, KoolaameeSquare, ROWS, SIDE, SQUARES, rectangle, squares};

/// The number of tiles.
pub(super) const TILES: usize = 17;
/// The tiles' letters, in order.
pub(super) const LETTERS: [u8; TILES] = *b"abcdefghijklmnopq";
/// Ten rows of ten squares in a state line, nothing on them.
pub(super) const EMPTY: [u8; TEXT] = empty();
/// The characters of ten rows and the strokes between them.
const TEXT: usize = SQUARES + 9;

/// Where the tiles lie. Boards differ from game to game, so that positions share theirs.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TileLayout {
    /// The squares of each tile.
    pub(super) tiles: [u128; TILES],
    /// The squares of all tiles.
    pub(super) squares: u128,
    /// By square: the squares of its tile.
    pub(super) tile: [u128; SQUARES],
    /// By square: the tile squares of its row and column that belong to other tiles.
    pub(super) reach: [u128; SQUARES],
    /// The state line's field.
    pub(super) text: String,
}

impl TileLayout {
    /// The layout of tiles that don't overlap.
    pub(super) fn new(tiles: &[u128; TILES]) -> TileLayout {
        let squares_of_all = tiles.iter().fold(0, |all, tile| all | tile);
        let mut tile = [0; SQUARES];
        let mut reach = [0; SQUARES];
        let mut text = EMPTY;
        for (letter, mask) in LETTERS.into_iter().zip(*tiles) {
            for square in squares(mask) {
                tile[square.index()] = mask;
                reach[square.index()] = lines(square) & squares_of_all & !mask;
                text[place(square)] = letter;
            }
        }
        TileLayout {
            tiles: *tiles,
            squares: squares_of_all,
            tile,
            reach,
            text: String::from_utf8_lossy(&text).into_owned(),
        }
    }

    /// The letter of the tile that a square belongs to.
    pub(super) fn letter(&self, square: KoolaameeSquare) -> Option<char> {
        let mut lettered = LETTERS.into_iter().zip(self.tiles);
        let (letter, _) = lettered.find(|(_, tile)| tile & square.mask() != 0)?;
        Some(char::from(letter))
    }
}

/// Where a square stands in the ten rows of a state line.
pub(super) fn place(square: KoolaameeSquare) -> usize {
    square.index() + square.y() as usize
}

/// The row and the column of a square.
pub(super) fn lines(square: KoolaameeSquare) -> u128 {
    rectangle(0, square.y(), SIDE, 1) | rectangle(square.x(), 0, 1, SIDE)
}

const fn empty() -> [u8; TEXT] {
    let mut text = [b'.'; TEXT];
    let mut row = 1;
    while row < ROWS.len() {
        text[row * (COLUMNS.len() + 1) - 1] = b'/';
        row += 1;
    }
    text
}
