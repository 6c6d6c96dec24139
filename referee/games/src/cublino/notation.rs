//! Reads and writes state lines: `ENCODING STALL`.

use std::cmp::Ordering;
use std::fmt::Write;

use super::Variant;
use super::board::{CublinoSquare, SIDE};
use super::die::Die;
use super::state::CublinoState;
use crate::seat::Seat;
use crate::text::{StateError, fields, letter, number};

/// Reads a state line, and gives the turn to the side that can move.
pub(super) fn read<V: Variant>(line: &str) -> Result<CublinoState, StateError> {
    let [encoding, stall] = match line.split_ascii_whitespace().count() {
        1 => [line.trim_ascii(), "0"],
        _ => fields(line, ["ENCODING", "STALL"])?,
    };
    let mut chars = encoding.chars();
    let first = chars.next().map_or(String::new(), String::from);
    let variant = letter("ENCODING variant", &first, V::LETTERS)?;
    let mover = seat_of(variant);
    let stall = number("STALL", stall, 0, 9999)?;
    let mut state = CublinoState::empty(mover, u16::try_from(stall).unwrap_or_default());
    place(&mut state, &chars.collect::<Vec<char>>())?;
    check::<V>(&state)?;
    state.settle(V::JUMPS);
    Ok(state)
}

/// Returns the seat of a letter: upper case is A's.
fn seat_of(letter: char) -> Seat {
    if letter.is_ascii_uppercase() {
        Seat::A
    } else {
        Seat::B
    }
}

/// Puts the dice on the board. Returns an error unless they are in the order of the notation.
fn place(state: &mut CublinoState, text: &[char]) -> Result<(), StateError> {
    let mut last: Option<CublinoSquare> = None;
    for (i, chunk) in text.chunks(3).enumerate() {
        let refuse = |expected: String| {
            let unreadable: String = chunk.iter().collect();
            StateError::new(format!("ENCODING die {}", i + 1), &unreadable, expected)
        };
        let (seat, die, square) = die(chunk).ok_or_else(|| {
            refuse("an orientation a to x (A's upper case), a column a to g, a row 1 to 7".into())
        })?;
        match last.map(|last| (square.cmp(&last), last)) {
            Some((Ordering::Equal, last)) => {
                return Err(refuse(format!("no second die on {last}")));
            }
            Some((Ordering::Less, last)) => {
                let order = "as dice are ordered by row, then column";
                return Err(refuse(format!("a square after {last}, {order}")));
            }
            _ => {}
        }
        state.put(seat, die, square);
        last = Some(square);
    }
    Ok(())
}

fn die(chunk: &[char]) -> Option<(Seat, Die, CublinoSquare)> {
    let [orientation, column, row] = *chunk else {
        return None;
    };
    let die = Die::from_letter(orientation)?;
    Some((
        seat_of(orientation),
        die,
        CublinoSquare::named(column, row)?,
    ))
}

/// Returns an error if the variant can't have this board.
fn check<V: Variant>(state: &CublinoState) -> Result<(), StateError> {
    let full = u32::from(SIDE);
    for seat in [Seat::A, Seat::B] {
        let count = state.side(seat).count_ones();
        if count > full || (count < full && V::ALL_DICE) {
            let bound = if V::ALL_DICE { "exactly" } else { "at most" };
            return Err(StateError {
                field: format!("ENCODING dice of {seat}"),
                found: count.to_string(),
                expected: format!("{bound} {full}"),
            });
        }
    }
    if V::reached(state, Seat::A) && V::reached(state, Seat::B) {
        return Err(StateError {
            field: "ENCODING".to_owned(),
            found: "a position that both sides have won".to_owned(),
            expected: "one that at most one side has won".to_owned(),
        });
    }
    Ok(())
}

/// Appends the state line.
pub(super) fn write<V: Variant>(state: &CublinoState, line: &mut String) {
    let cased = |letter: char, seat| match seat {
        Seat::A => letter.to_ascii_uppercase(),
        _ => letter.to_ascii_lowercase(),
    };
    let variant = V::LETTERS.chars().next().unwrap_or_default();
    line.push(cased(variant, state.mover()));
    for (square, seat, die) in state.dice() {
        line.push(cased(die.letter(), seat));
        // Writing to a string can't fail.
        let _ = write!(line, "{square}");
    }
    let _ = write!(line, " {}", state.stall());
}
