//! Reads the position from a drawing in the exam's log.

use super::super::notation;
use super::super::state::OnitamaState;

/// Lines of a drawing, including the line with the turns left.
pub(super) const LINES: usize = 16;
/// Text at the beginning of a drawing.
pub(super) const HEAD: &str = "Number of turns left: ";

/// Reads the position from a drawing and ignores the rest of the drawing. Returns an error if the position
/// can't be read.
pub(super) fn read(lines: &[&str]) -> Result<OnitamaState, String> {
    let turns = lines.first().and_then(|line| line.strip_prefix(HEAD));
    let turns = turns.unwrap_or_default();
    let player = if at(lines, 8, 53) == 'v' { 'B' } else { 'A' };
    let board = rows((0..5).map(|row| squares(lines, 4 + 2 * row, |column| 4 + 4 * column)));
    let card = |x: usize, y: usize, turned: bool| {
        let mut squares: Vec<char> = (y..y + 5)
            .flat_map(|line| squares(lines, line, |column| x + column))
            .collect();
        if turned {
            squares.reverse();
        }
        rows(squares.chunks(5).map(<[char]>::to_vec))
    };
    let [a1, a2] = [27, 36].map(|x| card(x, 9, false));
    let [b1, b2] = [27, 36].map(|x| card(x, 3, true));
    let side = card(45, 6, player == 'B');
    let state = format!("{board} {player} {turns} {a1} {a2} {b1} {b2} {side}");
    notation::read(&state).map_err(|error| error.to_string())
}

fn rows(rows: impl Iterator<Item = Vec<char>>) -> String {
    let rows: Vec<String> = rows.map(String::from_iter).collect();
    rows.join("/")
}

fn squares(lines: &[&str], line: usize, x: impl Fn(usize) -> usize) -> Vec<char> {
    (0..5).map(|column| at(lines, line, x(column))).collect()
}

/// Returns the character at a place; a dot if the place is empty, as in state lines.
fn at(lines: &[&str], line: usize, x: usize) -> char {
    let drawn = lines.get(line).and_then(|line| line.chars().nth(x));
    match drawn.unwrap_or(' ') {
        // Whitespace separates the fields of a state line.
        c if c.is_whitespace() => '.',
        c => c,
    }
}
