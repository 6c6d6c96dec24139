//! Holds the layout of the tiles, with tables that make move generation fast.

use super::square::{COLUMNS, KoolaameeSquare, ROWS, SIDE, SQUARES, rectangle, squares};

/// Number of tiles of a whole board.
pub(super) const TILES: usize = 17;
/// Letters of the tiles, in order.
pub(super) const LETTERS: [u8; TILES] = *b"abcdefghijklmnopq";
/// Ten rows of ten empty squares, as in a state line.
pub(super) const EMPTY: [u8; TEXT] = empty();
/// Length of ten rows with the strokes between them.
const TEXT: usize = SQUARES + 9;
const FIRST_ROW: u128 = rectangle(0, 0, SIDE, 1);
const FIRST_COLUMN: u128 = rectangle(0, 0, 1, SIDE);

/// The layout of the tiles on a board. Boards differ between games; the positions of one game share theirs once no tile
/// is laid any more.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TileLayout {
    /// The squares of each tile, those of the laid ones first; none for a tile that isn't laid.
    pub(super) tiles: [u128; TILES],
    /// The squares of all tiles.
    pub(super) squares: u128,
    /// For each square: the squares of its tile.
    pub(super) tile: [u128; SQUARES],
    /// For each square: the squares of other tiles in its row and column.
    pub(super) reach: [u128; SQUARES],
    /// The field TILES of the state line.
    pub(super) text: String,
}

impl TileLayout {
    /// Returns the layout of these tiles, which must not overlap.
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

    /// Returns the layout with one more tile.
    pub(super) fn with(&self, squares: u128) -> TileLayout {
        let mut tiles = self.tiles;
        if let Some(next) = tiles.get_mut(self.laid()) {
            *next = squares;
        }
        TileLayout::new(&tiles)
    }

    /// Returns the number of tiles that are laid.
    pub(super) fn laid(&self) -> usize {
        self.tiles.iter().filter(|tile| **tile != 0).count()
    }

    /// Returns the letter of a square's tile; `None` if there is no tile.
    pub(super) fn letter(&self, square: KoolaameeSquare) -> Option<char> {
        let mut lettered = LETTERS.into_iter().zip(self.tiles);
        let (letter, _) = lettered.find(|(_, tile)| tile & square.mask() != 0)?;
        Some(char::from(letter))
    }
}

/// Returns a square's index in the ten rows of a state line.
pub(super) fn place(square: KoolaameeSquare) -> usize {
    square.index() + square.y() as usize
}

/// Returns the row and the column of a square, as one set.
pub(super) fn lines(square: KoolaameeSquare) -> u128 {
    FIRST_ROW << (square.y() * SIDE) | FIRST_COLUMN << square.x()
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
