//! Reads and writes state lines.

mod rows;

use std::fmt::Write;
use std::sync::Arc;

use crate::seat::Seat;
use crate::text::{StateError, fields, letter, number};

use super::layout::{EMPTY, place};
use super::square::{KoolaameeSquare, squares};
use super::state::{KoolaameeState, MARBLES};
use super::tile::{KIND_COUNT, KINDS};

/// The fields of a state line.
const FIELDS: [&str; 7] = [
    "TILES",
    "MARBLES",
    "PLAYER",
    "LAST",
    "OWN",
    "LEFT_A,LEFT_B",
    "TO_LAY",
];

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
    if state.is_draft() {
        let counts = state.to_lay.map(|count| count.to_string());
        _ = write!(line, " {}", counts.join(","));
    }
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
    let ([tiles, marbles, player, last, own, left], to_lay) = split(line)?;
    let (layout, laid) = rows::tiles(tiles)?;
    let marbles = rows::marbles(marbles, &layout)?;
    let player = match letter("PLAYER", player, "AB")? {
        'A' => Seat::A,
        _ => Seat::B,
    };
    let mut state = KoolaameeState {
        last: read_last("LAST", last, player.other(), marbles)?,
        own_square: read_last("OWN", own, player, marbles)?,
        left: read_left(left, marbles)?,
        to_lay: to_lay.map_or(Ok([0; KIND_COUNT]), |text| read_to_lay(text, laid))?,
        layout: Arc::new(layout),
        marbles,
        player,
    };
    state.lay_aside();
    if !state.is_draft() && state.layout.laid() == 0 {
        let expected = "tiles, or tiles that are left to lay";
        return Err(refused("TILES", "no tile", expected));
    }
    if state.is_draft() && state.has_marbles() {
        let expected = "0,0,0,0 or no such field beside marbles";
        return Err(StateError::new(
            "TO_LAY",
            to_lay.unwrap_or_default(),
            expected,
        ));
    }
    Ok(state)
}

/// Splits a line into its fields; the last one is there only while tiles are left to lay.
fn split(line: &str) -> Result<([&str; 6], Option<&str>), StateError> {
    let [usual @ .., _] = FIELDS;
    if line.split_ascii_whitespace().count() <= usual.len() {
        return Ok((fields(line, usual)?, None));
    }
    let [given @ .., to_lay] = fields(line, FIELDS)?;
    Ok((given, Some(to_lay)))
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
    let [on_a, on_b] = marbles.map(u128::count_ones);
    Ok([
        read_count("LEFT_A", a, MARBLES, on_a)?,
        read_count("LEFT_B", b, MARBLES, on_b)?,
    ])
}

/// Reads how many tiles of each kind are left to lay, beside those that are laid.
fn read_to_lay(text: &str, laid: [u32; KIND_COUNT]) -> Result<[u32; KIND_COUNT], StateError> {
    let numbers: Vec<&str> = text.split(',').collect();
    if numbers.len() != KIND_COUNT {
        let kinds = KINDS.map(|kind| kind.to_string()).join(", ");
        let expected = format!("four numbers with commas between them, tiles of {kinds}");
        return Err(StateError::new("TO_LAY", text, expected));
    }
    let mut to_lay = [0; KIND_COUNT];
    let kinds = KINDS.into_iter().zip(laid).zip(numbers);
    for (left, ((kind, laid), number)) in to_lay.iter_mut().zip(kinds) {
        let field = format!("TO_LAY of {kind}");
        *left = read_count(&field, number, kind.count, laid)?;
    }
    Ok(to_lay)
}

/// Reads how many of `all` marbles or tiles are left, beside those on the board.
fn read_count(field: &str, text: &str, all: u32, on_board: u32) -> Result<u32, StateError> {
    number(field, text, 0, all - on_board).map_err(|error| StateError {
        expected: format!("{} beside {on_board} on the board", error.expected),
        ..error
    })
}

/// Returns an error in which `found` is a count or a measure and needs no quotation marks.
fn refused(
    field: impl Into<String>,
    found: impl Into<String>,
    expected: impl Into<String>,
) -> StateError {
    StateError {
        field: field.into(),
        found: found.into(),
        expected: expected.into(),
    }
}
