//! Draws the lines of a board in Unicode instead of ASCII.

use super::{Cell, Dress};

/// Replaces the lines of grids, which are the faint characters, with box-drawing characters.
pub(super) fn box_lines(rows: &mut [Vec<Cell>]) {
    let old: Vec<Vec<char>> = rows.iter().map(|row| lined(row)).collect();
    let at = |x: Option<usize>, y: Option<usize>| {
        let row = y.and_then(|y| old.get(y));
        row.zip(x)
            .and_then(|(row, x)| row.get(x))
            .copied()
            .unwrap_or(' ')
    };
    for (y, row) in rows.iter_mut().enumerate() {
        for (x, cell) in row.iter_mut().enumerate() {
            cell.glyph = match old[y][x] {
                '-' => '─',
                '|' => '│',
                '+' => {
                    let line = |x, y, kind: &str| kind.contains(at(x, y));
                    let (left, up) = (x.checked_sub(1), y.checked_sub(1));
                    crossing([
                        line(Some(x), up, "|+"),
                        line(Some(x), Some(y + 1), "|+"),
                        line(left, Some(y), "-+"),
                        line(Some(x + 1), Some(y), "-+"),
                    ])
                }
                _ if cell.glyph == '.' && cell.dress.is_some() => '·',
                _ => cell.glyph,
            };
        }
    }
}

/// Returns the characters of a row that are lines, and blanks for all others.
fn lined(row: &[Cell]) -> Vec<char> {
    let line = |cell: &Cell| match cell.dress {
        Some(Dress::Faint) if cell.glyph != '.' => cell.glyph,
        _ => ' ',
    };
    row.iter().map(line).collect()
}

/// Returns the box-drawing character for lines that go up, down, left and right.
fn crossing(lines: [bool; 4]) -> char {
    match lines {
        [true, true, true, true] => '┼',
        [true, true, true, false] => '┤',
        [true, true, false, true] => '├',
        [true, false, true, true] => '┴',
        [false, true, true, true] => '┬',
        [false, true, false, true] => '┌',
        [false, true, true, false] => '┐',
        [true, false, false, true] => '└',
        [true, false, true, false] => '┘',
        [true, true, false, false] => '│',
        _ => '─',
    }
}
