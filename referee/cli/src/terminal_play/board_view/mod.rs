//! Draws a scene in colours and with Unicode lines, where the terminal supports them.
//!
//! The drawing is the one of [`terminal`], character for character; only colours and line characters are
//! added. Every colour ends on its own line, so that the terminal is left clean when the program is ended.

mod boxes;

use referee_games::scene::{Grid, GridStyle, Ground, Item, Scene};
use referee_games::{Seat, terminal};

use boxes::box_lines;

/// Escape sequence that returns to the terminal's own colours.
const RESET: &str = "\x1b[0m";

/// The style of a character.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dress {
    /// Text about a seat.
    Text(Seat),
    /// A piece of a seat.
    Piece(Seat),
    /// Parts in the background: lines, empty squares.
    Faint,
}

/// A character of the drawing.
#[derive(Clone, Copy)]
struct Cell {
    glyph: char,
    dress: Option<Dress>,
}

struct Sheet {
    rows: Vec<Vec<Cell>>,
}

/// Returns the scene as lines, in colours and with Unicode lines where that is asked for.
pub fn lines(scene: &Scene, colour: bool, unicode: bool) -> Vec<String> {
    let drawn = terminal::draw(scene);
    if !colour && !unicode {
        return drawn;
    }
    let cell = |glyph| Cell { glyph, dress: None };
    let rows = drawn.iter().map(|line| line.chars().map(cell).collect());
    let mut sheet = Sheet {
        rows: rows.collect(),
    };
    for item in &scene.items {
        match item {
            Item::Text(text) => {
                if let Some(seat) = text.seat {
                    let length = text.text.chars().count();
                    sheet.dress(text.x.into(), text.y.into(), length, Dress::Text(seat));
                }
            }
            Item::Grid(grid) => sheet.grid(grid),
        }
    }
    if unicode {
        box_lines(&mut sheet.rows);
    }
    sheet.rows.iter().map(|row| line(row, colour)).collect()
}

/// Returns a seat's letter in its colour.
pub fn coloured(seat: Seat) -> String {
    format!("{}{seat}{RESET}", code(Dress::Text(seat)))
}

fn line(row: &[Cell], colour: bool) -> String {
    let mut line = String::new();
    let mut worn = None;
    for cell in row {
        if colour && worn != cell.dress {
            if worn.is_some() {
                line.push_str(RESET);
            }
            line.push_str(&cell.dress.map_or(String::new(), code));
            worn = cell.dress;
        }
        line.push(cell.glyph);
    }
    if worn.is_some() {
        line.push_str(RESET);
    }
    line
}

fn code(dress: Dress) -> String {
    // Blue, red, green, yellow: most people with colour blindness can distinguish them, and the letters help
    // the others.
    let hue = |seat: Seat| [4, 1, 2, 3][seat.index()];
    match dress {
        Dress::Text(seat) => format!("\x1b[1;3{}m", hue(seat)),
        Dress::Piece(seat) => format!("\x1b[1;97;4{}m", hue(seat)),
        Dress::Faint => "\x1b[2m".to_owned(),
    }
}

impl Sheet {
    fn dress(&mut self, x: usize, y: usize, length: usize, dress: Dress) {
        let row = self.rows.get_mut(y).map_or(&mut [][..], |row| &mut row[..]);
        for cell in row.iter_mut().skip(x).take(length) {
            cell.dress = Some(dress);
        }
    }

    fn grid(&mut self, grid: &Grid) {
        let width = usize::from(grid.width.max(1));
        let (step, inset) = match grid.ruling {
            GridStyle::Plain => ((1, 1), 0),
            GridStyle::Ruled | GridStyle::Outlined => ((4, 2), 1),
        };
        if inset > 0 {
            let height = grid.squares.len().div_ceil(width);
            for row in 0..=2 * height {
                let (x, y) = (usize::from(grid.x), usize::from(grid.y) + row);
                self.faint(x, y, 4 * width + 1);
            }
        }
        for (i, square) in grid.squares.iter().enumerate() {
            let x = usize::from(grid.x) + step.0 * (i % width) + inset;
            let y = usize::from(grid.y) + step.1 * (i / width) + inset;
            let length = if inset > 0 { 3 } else { 1 };
            match (square.pieces.first(), square.ground) {
                (_, Ground::Void) => {}
                (Some(piece), _) => {
                    let Some(seat) = piece.seat else { continue };
                    self.dress(x, y, length, Dress::Piece(seat));
                    // Pieces of several seats on a square are shown as one letter each.
                    let text = terminal::content(square);
                    let before = text.chars().take_while(|c| *c == ' ').count();
                    for (n, piece) in square.pieces.iter().enumerate().skip(1) {
                        if let Some(seat) = piece.seat {
                            self.dress(x + before + n, y, 1, Dress::Piece(seat));
                        }
                    }
                }
                (None, Ground::Seat(seat)) if inset > 0 => self.mark(x + 1, y, seat),
                (None, Ground::Plain | Ground::Dark) if inset == 0 => {
                    self.dress(x, y, 1, Dress::Faint);
                }
                _ => {}
            }
        }
    }

    /// Draws a dot on an empty square that is special to a seat.
    fn mark(&mut self, x: usize, y: usize, seat: Seat) {
        let cell = self.rows.get_mut(y).and_then(|row| row.get_mut(x));
        if let Some(cell) = cell.filter(|cell| cell.glyph == ' ') {
            *cell = Cell {
                glyph: '.',
                dress: Some(Dress::Text(seat)),
            };
        }
    }

    fn faint(&mut self, x: usize, y: usize, length: usize) {
        let row = self.rows.get_mut(y).map_or(&mut [][..], |row| &mut row[..]);
        for cell in row.iter_mut().skip(x).take(length) {
            if matches!(cell.glyph, '+' | '-' | '|') {
                cell.dress = Some(Dress::Faint);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Without its colours and with its lines in ASCII, a view differs from the plain drawing only in the
    /// dots.
    #[test]
    fn every_game_is_only_dressed_up() {
        for kind in referee_games::games() {
            let rules = kind.rules(&BTreeMap::new()).expect("defaults");
            let scene = rules.start().scene();
            let ascii = terminal::draw(&scene);
            for (colour, unicode) in [(true, true), (true, false), (false, true)] {
                for (line, drawn) in ascii.iter().zip(lines(&scene, colour, unicode)) {
                    assert!(!unicode || !drawn.contains("+-"), "{drawn}");
                    assert!(!colour || !drawn.contains('\x1b') || drawn.contains(RESET));
                    let mut bare = String::new();
                    for (i, part) in drawn.split('\x1b').enumerate() {
                        let text = if i == 0 {
                            part
                        } else {
                            part.split_once('m').map_or("", |p| p.1)
                        };
                        bare.push_str(text);
                    }
                    let bare: Vec<char> = bare.chars().collect();
                    assert_eq!(bare.len(), line.chars().count(), "{line}");
                    for (was, is) in line.chars().zip(bare) {
                        let known = was == is
                            || (was == ' ' && ".·".contains(is))
                            || (was == '.' && is == '·')
                            || ("+-|".contains(was) && unicode);
                        assert!(known, "{was:?} became {is:?} in {line}");
                    }
                }
            }
        }
    }
}
