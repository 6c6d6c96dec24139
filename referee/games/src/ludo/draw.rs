//! Draws a position as a scene.
//!
//! The cross is one grid. The tokens that aren't on it (in the yard, on the ready square, finished) are drawn
//! in the seat's corner, on cells that the cross leaves empty: a row for each of the three, a column for each
//! token. The numbers at the tips of the arms help to count squares.

use crate::ludo::cross::{CrossCell, SIZE, home, track};
use crate::ludo::state::LudoState;
use crate::ludo::tokens::Pair;
use crate::ludo::track::{END, LAST_ON_TRACK, LudoSquare, READY, TRACK, YARD, square};
use crate::scene::{Grid, GridStyle, Ground, Piece, Scene, SceneSquare as Drawn};
use crate::seat::Seat;

/// Column and line of the cross.
const ORIGIN: (u16, u16) = (2, 1);
/// Column and line of the first line of text, to the right of the cross.
const NOTES: (u16, u16) = (63, 1);
/// Letters of a seat's tokens.
const LETTERS: [char; 2] = ['p', 'q'];

/// Draws the position: at most 80 columns by 33 lines.
pub(super) fn scene(state: &LudoState) -> Scene {
    let mut scene = Scene::default();
    scene.grid(board(state));
    tips(&mut scene);
    for seat in Seat::ALL {
        corner(&mut scene, seat, state.tokens.of(seat));
    }
    notes(&mut scene, state);
    scene
}

/// Returns the squares of the cross, row by row, without tokens.
fn empty_cross() -> Vec<Drawn> {
    let side = usize::from(SIZE);
    let mut squares = vec![Drawn::void(); side * side];
    for number in 1..=TRACK {
        let starts = |seat: &Seat| square(*seat, 1) == Some(number);
        squares[index(track(number))] = Drawn {
            ground: Seat::ALL
                .into_iter()
                .find(starts)
                .map_or(Ground::Plain, Ground::Seat),
            ..Drawn::named(number.to_string())
        };
    }
    for seat in Seat::ALL {
        for number in 1..=6 {
            squares[index(home(seat, number))] = Drawn {
                ground: Ground::Seat(seat),
                ..Drawn::named(format!("{seat}{number}"))
            };
        }
    }
    squares
}

fn board(state: &LudoState) -> Grid {
    let side = usize::from(SIZE);
    let mut squares = empty_cross();
    for (seat, pair) in state.tokens.iter() {
        for (step, text) in pieces(seat, pair) {
            if let Some(cell) = cell(seat, step) {
                squares[index(cell)]
                    .pieces
                    .push(Piece::new(text, "token", Some(seat)));
            }
        }
    }
    squares.iter_mut().for_each(shorten);
    let mut grid = Grid {
        x: ORIGIN.0,
        y: ORIGIN.1,
        name: "board".to_owned(),
        ruling: GridStyle::Ruled,
        columns: vec![String::new(); side],
        rows: vec![String::new(); side],
        width: SIZE,
        squares,
    };
    for number in [49, 50, 51] {
        grid.columns[usize::from(track(number).0)] = number.to_string();
    }
    for number in [7, 8, 9] {
        grid.rows[usize::from(track(number).1)] = number.to_string();
    }
    grid
}

/// Returns the steps of a seat's tokens with their texts; two tokens on one step are one piece.
fn pieces(seat: Seat, [p, q]: Pair) -> Vec<(i8, String)> {
    if p == q {
        return vec![(p, format!("{seat}2"))];
    }
    vec![(p, format!("{seat}p")), (q, format!("{seat}q"))]
}

/// Shortens the texts of pieces of several seats on one square to their letters, because the square has only
/// three characters.
fn shorten(square: &mut Drawn) {
    if square.pieces.len() > 1 {
        square.pieces.iter_mut().for_each(|p| p.text.truncate(1));
    }
}

/// Returns the cell of a token; `None` if it isn't on the cross.
fn cell(seat: Seat, step: i8) -> Option<CrossCell> {
    match square(seat, step) {
        Some(number) => Some(track(number)),
        None if LAST_ON_TRACK < step && step < END => Some(home(seat, step - LAST_ON_TRACK)),
        None => None,
    }
}

fn index((column, row): CrossCell) -> usize {
    usize::from(row * SIZE + column)
}

/// Returns the column and line in the middle of a cell of the cross.
fn middle((column, row): CrossCell) -> (u16, u16) {
    (ORIGIN.0 + 4 * column + 2, ORIGIN.1 + 2 * row + 1)
}

/// Adds the numbers at the upper and the right tip; those at the other two tips are labels of the grid.
fn tips(scene: &mut Scene) {
    for number in [21, 22, 23] {
        let (x, y) = middle(track(number));
        scene.text(x, y - 2, number.to_string(), None);
    }
    for number in [35, 36, 37] {
        let (x, y) = middle(track(number));
        scene.text(x + 4, y, number.to_string(), None);
    }
}

/// Draws the yard, the ready square and the finished tokens of a seat.
fn corner(scene: &mut Scene, seat: Seat, pair: Option<Pair>) {
    let (left, top): CrossCell = [(2, 11), (2, 1), (11, 1), (11, 11)][seat.index()];
    let (x, y) = middle((left, top));
    let mut squares = Vec::new();
    for step in [YARD, READY, END] {
        for (token, letter) in LETTERS.into_iter().enumerate() {
            let square = Drawn {
                ground: Ground::Seat(seat),
                ..Drawn::named(LudoSquare { seat, step }.to_string())
            };
            squares.push(if pair.is_some_and(|pair| pair[token] == step) {
                square.with(Piece::new(format!("{seat}{letter}"), "token", Some(seat)))
            } else {
                square
            });
        }
    }
    scene.text(x, y - 2, format!("seat {seat}"), Some(seat));
    scene.grid(Grid {
        x: x - 2,
        y: y - 1,
        name: format!("yard (H), ready square (R) and end (E) of {seat}"),
        ruling: GridStyle::Ruled,
        columns: LETTERS.map(String::from).to_vec(),
        rows: ["H", "R", "E"].map(String::from).to_vec(),
        width: 2,
        squares,
    });
}

fn notes(scene: &mut Scene, state: &LudoState) {
    let player = state.player;
    let (doing, seat) = match state.roll {
        _ if state.is_over() => ("game over".to_owned(), None),
        None => (format!("{player} rolls"), Some(player)),
        Some(roll) => (format!("{player} moves by {roll}"), Some(player)),
    };
    let mut lines = vec![(doing, seat)];
    if state.bonus {
        lines.push(("bonus roll".to_owned(), seat));
    }
    lines.push((format!("{} rolls left", state.rolls_left), None));
    lines.push((String::new(), None));
    for (seat, pair) in state.tokens.iter() {
        let [p, q] = pair.map(|step| LudoSquare { seat, step });
        lines.push((format!("{seat}: p {p}, q {q}"), Some(seat)));
    }
    for (place, seat) in (1..).zip(state.finished()) {
        lines.push((format!("{seat} is number {place}"), Some(seat)));
    }
    for (y, (text, seat)) in (NOTES.1..).zip(lines) {
        scene.text(NOTES.0, y, text, seat);
    }
}
