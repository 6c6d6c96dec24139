//! Reads and writes state lines.

mod rows;

use std::fmt::Write;
use std::sync::Arc;

use crate::seat::Seat;
use crate::text::{StateError, fields, letter, number};

use super::layout::{EMPTY, place};
use super::square::{KoolaameeSquare, squares};
use super::state::{KoolaameeState, MARBLES};

/// Appends the state line.
pub(super) fn write(state: &KoolaameeState, line: &mut String) {
    line.push_str(&state.layout.text);
    line.push(' ');
    line.push_str(&String::from_utf8_lossy(&marbles(state)));
    line.push(' ');
    line.push(state.player.letter());
    for square in [state.last, state.own_square] {
        line.push(' ');
        match square {
            Some(square) => _ = write!(line, "{square}"),
            None => line.push('-'),
        }
    }
    let [a, b] = state.left;
    _ = write!(line, " {a},{b}");
}

/// Returns the field MARBLES.
pub(super) fn marbles(state: &KoolaameeState) -> [u8; EMPTY.len()] {
    let mut rows = EMPTY;
    for (letter, marbles) in [(b'A', state.marbles[0]), (b'B', state.marbles[1])] {
        for square in squares(marbles) {
            rows[place(square)] = letter;
        }
    }
    rows
}

/// Reads a state line.
pub(super) fn read(line: &str) -> Result<KoolaameeState, StateError> {
    let names = ["TILES", "MARBLES", "PLAYER", "LAST", "OWN", "LEFT_A,LEFT_B"];
    let [tiles, marbles, player, last, own, left] = fields(line, names)?;
    let layout = rows::tiles(tiles)?;
    let marbles = rows::marbles(marbles, &layout)?;
    let player = match letter("PLAYER", player, "AB")? {
        'A' => Seat::A,
        _ => Seat::B,
    };
    Ok(KoolaameeState {
        last: read_last("LAST", last, player.other(), marbles)?,
        own_square: read_last("OWN", own, player, marbles)?,
        left: read_left(left, marbles)?,
        layout: Arc::new(layout),
        marbles,
        player,
    })
}

/// Reads the last marble of a seat; `None` exactly if the seat has no marble on the board.
fn read_last(
    field: &str,
    text: &str,
    seat: Seat,
    marbles: [u128; 2],
) -> Result<Option<KoolaameeSquare>, StateError> {
    let placed = marbles[seat.index()];
    let named = KoolaameeSquare::parse(text).filter(|square| placed & square.mask() != 0);
    match (squares(placed).next(), named) {
        (None, _) if text == "-" => Ok(None),
        (None, _) => Err(StateError::new(
            field,
            text,
            format!("-, as {seat} has no marble on the board"),
        )),
        (Some(_), Some(square)) => Ok(Some(square)),
        (Some(example), None) => Err(StateError::new(
            field,
            text,
            format!("the square of a marble of {seat}, like {example}"),
        )),
    }
}

fn read_left(text: &str, marbles: [u128; 2]) -> Result<[u32; 2], StateError> {
    let (a, b) = text.split_once(',').ok_or_else(|| {
        StateError::new(
            "LEFT_A,LEFT_B",
            text,
            "two numbers with a comma between them",
        )
    })?;
    let left = |field, field_text, placed: u128| {
        let placed = placed.count_ones();
        number(field, field_text, 0, MARBLES - placed).map_err(|error| StateError {
            expected: format!("{} beside {placed} on the board", error.expected),
            ..error
        })
    };
    Ok([
        left("LEFT_A", a, marbles[0])?,
        left("LEFT_B", b, marbles[1])?,
    ])
}
