//! The two fields of ten rows, tiles and marbles.

use crate::text::ReadError;

use crate::koolaamee::layout::{LETTERS, Layout, TILES};
use crate::koolaamee::square::{Square, rectangle, squares};
use crate::koolaamee::state::MARBLES;

/// The tiles' sizes, the shorter side first, and how many there are of each.
const SIZES: [(u32, u32, usize); 4] = [(2, 3, 4), (2, 2, 5), (1, 3, 4), (1, 2, 4)];

/// Reads the field of the tiles: the seventeen tiles of the game, wherever they lie.
pub(super) fn tiles(text: &str) -> Result<Layout, ReadError> {
    let cells = letters_of("TILES", text, &LETTERS, "a to q for tiles, . elsewhere")?;
    let tiles = sets(&cells, LETTERS);
    let mut sizes = Vec::with_capacity(TILES);
    for (letter, tile) in LETTERS.into_iter().zip(tiles) {
        sizes.push(size(char::from(letter), tile)?);
    }
    for (short, long, expected) in SIZES {
        let count = sizes.iter().filter(|size| **size == (short, long)).count();
        if count != expected {
            let found = format!("{count} tiles of {short}x{long}");
            return Err(refused("TILES", found, format!("{expected} of that size")));
        }
    }
    Ok(Layout::new(&tiles))
}

/// The size of a tile, the shorter side first.
fn size(letter: char, tile: u128) -> Result<(u32, u32), ReadError> {
    let field = format!("TILES tile {letter}");
    let expected = "a filled rectangle of 2x3, 2x2, 1x3 or 1x2";
    let (Some((x, width)), Some((y, height))) = (extent(tile, Square::x), extent(tile, Square::y))
    else {
        return Err(refused(field, "no square", expected));
    };
    if tile != rectangle(x, y, width, height) {
        let found = format!("{} squares of another shape", tile.count_ones());
        return Err(refused(field, found, expected));
    }
    let (short, long) = (width.min(height), width.max(height));
    if !SIZES.iter().any(|size| (size.0, size.1) == (short, long)) {
        return Err(refused(field, format!("{short}x{long}"), expected));
    }
    Ok((short, long))
}

/// The first column (or row) of a set, and how many it extends over.
fn extent(set: u128, number: fn(Square) -> u32) -> Option<(u32, u32)> {
    let from = squares(set).map(number).min()?;
    let to = squares(set).map(number).max()?;
    Some((from, to - from + 1))
}

/// Reads the field of the marbles: the squares of A and of B.
pub(super) fn marbles(text: &str, layout: &Layout) -> Result<[u128; 2], ReadError> {
    let cells = letters_of("MARBLES", text, b"AB", "A or B for marbles, . elsewhere")?;
    for (square, c) in &cells {
        if layout.squares & square.mask() == 0 {
            let field = format!("MARBLES square {square}");
            return Err(ReadError::new(
                field,
                &char::from(*c).to_string(),
                "., as no tile is there",
            ));
        }
    }
    let marbles = sets(&cells, *b"AB");
    for (seat, placed) in ["A", "B"].into_iter().zip(marbles) {
        if placed.count_ones() > MARBLES {
            let found = format!("{} of {seat}", placed.count_ones());
            return Err(refused("MARBLES", found, format!("at most {MARBLES}")));
        }
    }
    Ok(marbles)
}

/// The letters in ten rows of ten, with their squares.
fn letters_of(
    field: &str,
    text: &str,
    letters: &[u8],
    expected: &str,
) -> Result<Vec<(Square, u8)>, ReadError> {
    let count = text.split('/').count();
    if count != 10 {
        return Err(refused(
            field,
            format!("{count} rows"),
            "10 rows with / between them",
        ));
    }
    let mut cells = Vec::new();
    for (y, row) in (0..).zip(text.split('/')) {
        if row.len() != 10 || !row.bytes().all(|b| b == b'.' || letters.contains(&b)) {
            return Err(ReadError::new(
                format!("{field} row {}", y + 1),
                row,
                format!("10 characters: {expected}"),
            ));
        }
        let filled = (0..).zip(row.bytes()).filter(|(_, letter)| *letter != b'.');
        cells.extend(filled.map(|(x, letter)| (Square::at(x, y), letter)));
    }
    Ok(cells)
}

/// The squares of each letter.
fn sets<const N: usize>(cells: &[(Square, u8)], letters: [u8; N]) -> [u128; N] {
    letters.map(|letter| {
        let its = cells.iter().filter(|(_, c)| *c == letter);
        its.fold(0, |set, (square, _)| set | square.mask())
    })
}

/// An error whose `found` counts or measures, so that there is nothing to quote.
fn refused(
    field: impl Into<String>,
    found: impl Into<String>,
    expected: impl Into<String>,
) -> ReadError {
    ReadError {
        field: field.into(),
        found: found.into(),
        expected: expected.into(),
    }
}
