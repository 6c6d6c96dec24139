//! A scene as lines of text.

use crate::scene::{Grid, Ground, Item, Ruling, Scene, Square};

/// The scene as plain text: one string a line, no blanks at the end of a line.
pub fn draw(scene: &Scene) -> Vec<String> {
    let mut canvas = Canvas::default();
    for item in &scene.items {
        match item {
            Item::Text(t) => canvas.write(t.x.into(), t.y.into(), &t.text),
            Item::Grid(grid) if grid.ruling == Ruling::Plain => plain(&mut canvas, grid),
            Item::Grid(grid) => ruled(&mut canvas, grid),
        }
    }
    canvas.lines()
}

/// A growing sheet of characters.
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

/// What stands on a square, centred in three characters; several pieces share them.
fn content(square: &Square) -> String {
    let text: String = square.pieces.iter().map(|p| p.text.as_str()).collect();
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
    for (i, square) in grid.squares.iter().enumerate() {
        let (column, row) = place(grid, i);
        let (x, y) = (left + 4 * column, top + 2 * row);
        if square.ground == Ground::Void {
            continue;
        }
        canvas.write(x + 1, y + 1, &content(square));
        frame(canvas, grid, (x, y), (column, row));
    }
    let height = grid.squares.len() / usize::from(grid.width.max(1));
    for (column, label) in grid.columns.iter().enumerate() {
        canvas.write(left + 4 * column + 2, top + 2 * height + 1, label);
    }
    for (row, label) in grid.rows.iter().enumerate() {
        let x = left.saturating_sub(1 + label.chars().count());
        canvas.write(x, top + 2 * row + 1, label);
    }
}

/// The lines around one square; a line between two squares of one group is left out.
fn frame(canvas: &mut Canvas, grid: &Grid, (x, y): (usize, usize), (column, row): (usize, usize)) {
    let joined = |dx: isize, dy: isize| joins(grid, (column, row), (dx, dy));
    for (dx, dy, from, text) in [
        (0, -1, (x + 1, y), "---"),
        (0, 1, (x + 1, y + 2), "---"),
        (-1, 0, (x, y + 1), "|"),
        (1, 0, (x + 4, y + 1), "|"),
    ] {
        if !joined(dx, dy) {
            canvas.write(from.0, from.1, text);
        }
    }
    for (dx, dy) in [(-1, -1), (1, -1), (-1, 1), (1, 1)] {
        if !(joined(dx, 0) && joined(0, dy) && joined(dx, dy)) {
            let (right, below) = (usize::from(dx > 0), usize::from(dy > 0));
            canvas.write(x + 4 * right, y + 2 * below, "+");
        }
    }
}

/// Whether the neighbour of a square belongs to its group, in a grid that draws outlines only.
fn joins(grid: &Grid, (column, row): (usize, usize), (dx, dy): (isize, isize)) -> bool {
    let width = usize::from(grid.width);
    let (Some(c), Some(r)) = (column.checked_add_signed(dx), row.checked_add_signed(dy)) else {
        return false;
    };
    if grid.ruling != Ruling::Outlined || c >= width {
        return false;
    }
    let group = |column: usize, row: usize| grid.squares.get(row * width + column)?.group;
    group(column, row).is_some() && group(column, row) == group(c, r)
}
