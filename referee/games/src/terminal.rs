//! Draws a scene as lines of text.

use crate::scene::{Grid, GridStyle, Ground, Item, Scene, SceneSquare};

/// Returns the scene as plain text: one string for each line, without blanks at its end.
pub fn draw(scene: &Scene) -> Vec<String> {
    let mut canvas = Canvas::default();
    for item in &scene.items {
        match item {
            Item::Text(t) => canvas.write(t.x.into(), t.y.into(), &t.text),
            Item::Grid(grid) if grid.ruling == GridStyle::Plain => plain(&mut canvas, grid),
            Item::Grid(grid) => ruled(&mut canvas, grid),
        }
    }
    canvas.lines()
}

/// A sheet of characters that grows as needed.
#[derive(Default)]
struct Canvas {
    rows: Vec<Vec<char>>,
}

impl Canvas {
    fn write(&mut self, x: usize, y: usize, text: &str) {
        if self.rows.len() <= y {
            self.rows.resize(y + 1, Vec::new());
        }
        let row = &mut self.rows[y];
        let end = x + text.chars().count();
        if row.len() < end {
            row.resize(end, ' ');
        }
        for (slot, c) in row[x..].iter_mut().zip(text.chars()) {
            *slot = c;
        }
    }

    fn lines(self) -> Vec<String> {
        let line = |row: Vec<char>| row.into_iter().collect::<String>().trim_end().to_owned();
        self.rows.into_iter().map(line).collect()
    }
}

/// Returns the pieces on a square, centred in three characters. Several pieces that need more are their first letters,
/// or the letter and their number if it is the same for all.
pub fn content(square: &SceneSquare) -> String {
    let text: String = square.pieces.iter().map(|p| p.text.as_str()).collect();
    if text.chars().count() <= 3 {
        return format!("{text:^3}");
    }
    let letters = square.pieces.iter().filter_map(|p| p.text.chars().next());
    let mut letters: Vec<char> = letters.collect();
    let text = match letters[..] {
        [first, _, ..] if letters.iter().all(|letter| *letter == first) => {
            format!("{first}{}", letters.len())
        }
        [_] => text,
        _ => {
            letters.dedup();
            letters.into_iter().collect()
        }
    };
    format!("{:^3}", text.chars().take(3).collect::<String>())
}

fn plain(canvas: &mut Canvas, grid: &Grid) {
    for (i, square) in grid.squares.iter().enumerate() {
        let (x, y) = place(grid, i);
        let empty = if square.ground == Ground::Void {
            " "
        } else {
            "."
        };
        let text = square.pieces.first().map_or(empty, |p| p.text.as_str());
        canvas.write(usize::from(grid.x) + x, usize::from(grid.y) + y, text);
    }
}

fn place(grid: &Grid, i: usize) -> (usize, usize) {
    let width = usize::from(grid.width.max(1));
    (i % width, i / width)
}

fn ruled(canvas: &mut Canvas, grid: &Grid) {
    let (left, top) = (usize::from(grid.x), usize::from(grid.y));
    let width = usize::from(grid.width.max(1));
    let height = grid.squares.len().div_ceil(width);
    for (i, square) in grid.squares.iter().enumerate() {
        let (column, row) = place(grid, i);
        if square.ground != Ground::Void {
            let (x, y) = (left + 4 * column + 1, top + 2 * row + 1);
            canvas.write(x, y, &content(square));
        }
    }
    for row in 0..=height {
        for column in 0..=width {
            crossing(canvas, grid, (column, row));
        }
    }
    for (column, label) in grid.columns.iter().enumerate() {
        canvas.write(left + 4 * column + 2, top + 2 * height + 1, label);
    }
    for (row, label) in grid.rows.iter().enumerate() {
        let x = left.saturating_sub(1 + label.chars().count());
        canvas.write(x, top + 2 * row + 1, label);
    }
}

/// Draws the upper left corner of a square, and the lines from it along the square's upper and left edge.
fn crossing(canvas: &mut Canvas, grid: &Grid, (column, row): (usize, usize)) {
    let (x, y) = (
        usize::from(grid.x) + 4 * column,
        usize::from(grid.y) + 2 * row,
    );
    let here = |dx, dy| at(grid, column.checked_sub(dx), row.checked_sub(dy));
    let line = |a, b| parted(grid.ruling, a, b);
    let up = line(here(1, 1), here(0, 1));
    let down = line(here(1, 0), here(0, 0));
    let left = line(here(1, 1), here(1, 0));
    let right = line(here(0, 1), here(0, 0));
    if right {
        canvas.write(x + 1, y, "---");
    }
    if down {
        canvas.write(x, y + 1, "|");
    }
    match (up, down, left, right) {
        (false, false, false, false) => {}
        (true, true, false, false) => canvas.write(x, y, "|"),
        (false, false, true, true) => canvas.write(x, y, "-"),
        _ => canvas.write(x, y, "+"),
    }
}

/// Returns the square of a grid in a column and a row; `None` if there is none.
fn at(grid: &Grid, column: Option<usize>, row: Option<usize>) -> Option<&SceneSquare> {
    let width = usize::from(grid.width);
    let column = column.filter(|column| *column < width)?;
    let square = grid.squares.get(row? * width + column)?;
    (square.ground != Ground::Void).then_some(square)
}

/// Returns true if there is a line between two neighbours: not between two gaps, and not within a group if
/// only outlines are drawn.
fn parted(ruling: GridStyle, a: Option<&SceneSquare>, b: Option<&SceneSquare>) -> bool {
    match (a, b) {
        (None, None) => false,
        (Some(a), Some(b)) if ruling == GridStyle::Outlined => {
            a.group.is_none() || a.group != b.group
        }
        _ => true,
    }
}
