//! Draws a position as a scene.
//!
//! The cross is one grid. The tokens that aren't on it (in the yard, on the ready square, finished) are drawn
//! in the seat's corner, on cells that the cross leaves empty: a row for each of the three, a column for each
//! token. The numbers at the tips of the arms help to count squares.

use crate::ludo::cross::{CrossCell, SIZE, home, track};
use crate::ludo::state::LudoState;
use crate::ludo::tokens::Pair;
use crate::ludo::track::{END, LAST_ON_TRACK, LudoSquare, READY, TRACK, YARD, square};
use crate::scene::{
    Grid, GridRole, GridStyle, Ground, Piece, Scene, SceneFact, SceneSquare as Drawn,
};
use crate::seat::Seat;

/// Column and line of the cross.
const ORIGIN: (u16, u16) = (2, 1);
/// Column and line of the first line of text, to the right of the cross.
const NOTES: (u16, u16) = (63, 1);
/// The cell in the middle of the cross.
const MIDDLE: CrossCell = (SIZE / 2, SIZE / 2);
/// Letters of a seat's tokens.
const LETTERS: [char; 2] = ['p', 'q'];

/// Draws the position: at most 80 columns by 33 lines.
pub(super) fn scene(state: &LudoState) -> Scene {
    let mut scene = Scene::default();
    scene.grid(board(state));
    tips(&mut scene);
    for (seat, pair) in state.tokens.iter() {
        corner(&mut scene, seat, pair);
    }
    notes(&mut scene, state);
    scene
}

/// Returns the squares of the cross, row by row, without tokens; those of seats that don't play are nobody's.
fn empty_cross(seats: &[Seat]) -> Vec<Drawn> {
    let side = usize::from(SIZE);
    let mut squares = vec![Drawn::void(); side * side];
    for number in 1..=TRACK {
        let starts = |seat: &Seat| square(*seat, 1) == Some(number);
        squares[index(track(number))] = Drawn {
            ground: seats
                .iter()
                .copied()
                .find(starts)
                .map_or(Ground::Plain, Ground::Seat),
            ..Drawn::named(number.to_string())
        };
    }
    for seat in Seat::ALL {
        for number in 1..=6 {
            squares[index(home(seat, number))] = Drawn {
                ground: if seats.contains(&seat) {
                    Ground::Seat(seat)
                } else {
                    Ground::Plain
                },
                ..Drawn::named(format!("{seat}{number}"))
            };
        }
    }
    squares
}

fn board(state: &LudoState) -> Grid {
    let side = usize::from(SIZE);
    let seats: Vec<Seat> = state.tokens.iter().map(|(seat, _)| seat).collect();
    let mut squares = empty_cross(&seats);
    for (seat, pair) in state.tokens.iter() {
        for (token, step) in LETTERS.into_iter().zip(pair) {
            if let Some(cell) = cell(seat, step) {
                squares[index(cell)].pieces.push(piece(seat, token));
            }
        }
    }
    if let Some(roll) = state.roll.filter(|_| !state.is_over()) {
        // A gap of the cross, where the terminal draws nothing.
        let die = Piece::new(roll.to_string(), "roll", Some(state.player));
        squares[index(MIDDLE)].pieces.push(die);
    }
    let mut grid = Grid {
        x: ORIGIN.0,
        y: ORIGIN.1,
        name: "board".to_owned(),
        ruling: GridStyle::Ruled,
        columns: vec![String::new(); side],
        rows: vec![String::new(); side],
        width: SIZE,
        squares,
        ..Grid::default()
    };
    for number in [49, 50, 51] {
        grid.columns[usize::from(track(number).0)] = number.to_string();
    }
    for number in [7, 8, 9] {
        grid.rows[usize::from(track(number).1)] = number.to_string();
    }
    grid
}

fn piece(seat: Seat, token: char) -> Piece {
    Piece::new(format!("{seat}{token}"), "token", Some(seat))
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
        scene.caption(x, y - 2, number.to_string(), None);
    }
    for number in [35, 36, 37] {
        let (x, y) = middle(track(number));
        scene.caption(x + 4, y, number.to_string(), None);
    }
}

/// Draws the yard, the ready square and the finished tokens of a seat.
fn corner(scene: &mut Scene, seat: Seat, pair: Pair) {
    let (left, top): CrossCell = [(2, 11), (2, 1), (11, 1), (11, 11)][seat.index()];
    let (x, y) = middle((left, top));
    let mut squares = Vec::new();
    for step in [YARD, READY, END] {
        for (token, letter) in LETTERS.into_iter().enumerate() {
            let square = Drawn {
                ground: Ground::Seat(seat),
                ..Drawn::named(LudoSquare { seat, step }.on_the_board())
            };
            squares.push(if pair[token] == step {
                square.with(piece(seat, letter))
            } else {
                square
            });
        }
    }
    scene.caption(x, y - 2, format!("seat {seat}"), Some(seat));
    scene.grid(Grid {
        x: x - 2,
        y: y - 1,
        name: format!("yard (H), ready square (R) and end (E) of {seat}"),
        role: GridRole::Yard,
        owner: Some(seat),
        ruling: GridStyle::Ruled,
        columns: LETTERS.map(String::from).to_vec(),
        rows: ["H", "R", "E"].map(String::from).to_vec(),
        width: 2,
        squares,
        ..Grid::default()
    });
}

fn notes(scene: &mut Scene, state: &LudoState) {
    let player = state.player;
    let (x, mut y) = NOTES;
    match state.roll {
        _ if state.is_over() => scene.text(x, y, "game over", None),
        None => scene.turn(x, y, format!("{player} rolls"), player),
        Some(roll) => scene.turn(x, y, format!("{player} moves by {roll}"), player),
    }
    if state.bonus {
        y += 1;
        let seat = (!state.is_over()).then_some(player);
        scene.fact(x, y, "bonus roll", seat, SceneFact::new("bonus roll", 1));
    }
    let left = SceneFact::new("rolls left", state.rolls_left);
    scene.fact(x, y + 1, format!("{} rolls left", left.value), None, left);
    y += 3;
    for (seat, pair) in state.tokens.iter() {
        let [p, q] = pair.map(|step| LudoSquare { seat, step });
        let finished: i64 = pair.map(|step| i64::from(step == END)).iter().sum();
        let home = SceneFact::new("at the end", finished).of(2);
        scene.fact(x, y, format!("{seat}: p {p}, q {q}"), Some(seat), home);
        y += 1;
    }
    for (place, seat) in (1..).zip(state.finished()) {
        let place = SceneFact::new("place", place);
        let text = format!("{seat} is number {}", place.value);
        scene.fact(x, y, text, Some(seat), place);
        y += 1;
    }
}
