//! Reads the two fields of ten rows: tiles and marbles.

use crate::text::StateError;

use crate::koolaamee::layout::{LETTERS, TileLayout};
use crate::koolaamee::square::{KoolaameeSquare, squares};
use crate::koolaamee::state::MARBLES;
use crate::koolaamee::tile::{KIND_COUNT, KINDS, KoolaameeTile};

use super::refused;

/// Reads the field of the tiles: any tiles of the game, in any layout, with the first letters. Returns the layout, and
/// the number of tiles of each kind.
pub(super) fn tiles(text: &str) -> Result<(TileLayout, [u32; KIND_COUNT]), StateError> {
    let cells = letters_of("TILES", text, &LETTERS, "a to q for tiles, . elsewhere")?;
    let tiles = sets(&cells, LETTERS);
    let last = tiles.iter().rposition(|tile| *tile != 0);
    let laid = last.map_or(0, |last| last + 1);
    let mut counts = [0; KIND_COUNT];
    for (letter, tile) in LETTERS.into_iter().zip(tiles).take(laid) {
        counts[kind(char::from(letter), tile)?] += 1;
    }
    for (kind, count) in KINDS.into_iter().zip(counts) {
        if count > kind.count {
            let counted = format!("{count} tiles of {kind}");
            return Err(refused(
                "TILES",
                counted,
                format!("at most {} of that size", kind.count),
            ));
        }
    }
    Ok((TileLayout::new(&tiles), counts))
}

/// Returns the kind of a tile; an error if the tile isn't a rectangle of the size of a kind.
fn kind(letter: char, tile: u128) -> Result<usize, StateError> {
    let field = format!("TILES tile {letter}");
    let expected = "a filled rectangle of 2x3, 2x2, 1x3 or 1x2";
    let (Some((x, width)), Some((y, height))) = (
        extent(tile, KoolaameeSquare::x),
        extent(tile, KoolaameeSquare::y),
    ) else {
        return Err(refused(field, "no square", expected));
    };
    let filled = KoolaameeTile {
        width,
        height,
        corner: KoolaameeSquare::at(x, y),
    };
    if tile != filled.squares() {
        let counted = format!("{} squares of another shape", tile.count_ones());
        return Err(refused(field, counted, expected));
    }
    filled.kind().ok_or_else(|| {
        let (short, long) = (width.min(height), width.max(height));
        refused(field, format!("{short}x{long}"), expected)
    })
}

/// Returns the first column (or row) of a set, and the number of columns (or rows) that it covers.
fn extent(set: u128, number: fn(KoolaameeSquare) -> u32) -> Option<(u32, u32)> {
    let from = squares(set).map(number).min()?;
    let to = squares(set).map(number).max()?;
    Some((from, to - from + 1))
}

/// Reads the field of the marbles; returns the squares of A and of B.
pub(super) fn marbles(text: &str, layout: &TileLayout) -> Result<[u128; 2], StateError> {
    let cells = letters_of("MARBLES", text, b"AB", "A or B for marbles, . elsewhere")?;
    for (square, c) in &cells {
        if layout.squares & square.mask() == 0 {
            let field = format!("MARBLES square {square}");
            return Err(StateError::new(
                field,
                &char::from(*c).to_string(),
                "., as no tile is there",
            ));
        }
    }
    let marbles = sets(&cells, *b"AB");
    for (seat, placed) in ["A", "B"].into_iter().zip(marbles) {
        if placed.count_ones() > MARBLES {
            let counted = format!("{} of {seat}", placed.count_ones());
            return Err(refused("MARBLES", counted, format!("at most {MARBLES}")));
        }
    }
    Ok(marbles)
}

/// Reads ten rows of ten characters; returns the letters with their squares.
fn letters_of(
    field: &str,
    text: &str,
    letters: &[u8],
    expected: &str,
) -> Result<Vec<(KoolaameeSquare, u8)>, StateError> {
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
            return Err(StateError::new(
                format!("{field} row {}", y + 1),
                row,
                format!("10 characters: {expected}"),
            ));
        }
        let filled = (0..).zip(row.bytes()).filter(|(_, letter)| *letter != b'.');
        cells.extend(filled.map(|(x, letter)| (KoolaameeSquare::at(x, y), letter)));
    }
    Ok(cells)
}

/// Returns the set of squares of each letter.
fn sets<const N: usize>(cells: &[(KoolaameeSquare, u8)], letters: [u8; N]) -> [u128; N] {
    letters.map(|letter| {
        let its = cells.iter().filter(|(_, c)| *c == letter);
        its.fold(0, |set, (square, _)| set | square.mask())
    })
}
