//! Reads and writes state lines: `TOKENS PLAYER ROLL BONUS FINISHED ROLLS_LEFT`.
//!
//! TOKENS has one to four seats in order; only one is left if all others have forfeited. At least one seat
//! hasn't finished, because the last one never does.

use std::fmt::Write;

use crate::ludo::state::LudoState;
use crate::ludo::tokens::{Pair, Tokens};
use crate::ludo::track::END;
use crate::seat::Seat;
use crate::text::{StateError, fields, letter, number};

const FIELDS: [&str; 6] = [
    "TOKENS",
    "PLAYER",
    "ROLL",
    "BONUS",
    "FINISHED",
    "ROLLS_LEFT",
];

/// Appends the state line.
pub(super) fn write(state: &LudoState, line: &mut String) {
    for (i, (seat, [p, q])) in state.tokens.iter().enumerate() {
        let before = if i == 0 { "" } else { "/" };
        append(line, format_args!("{before}{seat}:{p},{q}"));
    }
    append(line, format_args!(" {} ", state.player));
    match state.roll {
        Some(roll) => append(line, format_args!("{roll}")),
        None => line.push('-'),
    }
    append(line, format_args!(" {} ", u8::from(state.bonus)));
    line.push_str(&seats_or_none(state.finished()));
    append(line, format_args!(" {}", state.rolls_left));
}

fn append(line: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string can't fail.
    let _ = line.write_fmt(text);
}

/// Reads a state line.
pub(super) fn read(line: &str) -> Result<LudoState, StateError> {
    let [tokens, player, roll, bonus, finished, rolls_left] = fields(line, FIELDS)?;
    let tokens = read_tokens(tokens)?;
    let playing: String = tokens
        .iter()
        .filter(|(seat, _)| tokens.plays(*seat))
        .map(|(seat, _)| seat.letter())
        .collect();
    let player = letter("PLAYER", player, &playing)?;
    Ok(LudoState {
        tokens,
        player: Seat::from_letter(player).unwrap_or(Seat::A),
        roll: read_roll(roll)?,
        bonus: letter("BONUS", bonus, "01")? == '1',
        placed: read_finished(finished, &tokens)?,
        rolls_left: number("ROLLS_LEFT", rolls_left, 0, 999_999)?,
    })
}

fn read_tokens(text: &str) -> Result<Tokens, StateError> {
    let mut tokens = Tokens::default();
    let mut last = None;
    for entry in text.split('/') {
        let (seat, steps) = read_seat(entry)?;
        let field = format!("TOKENS of {seat}");
        if last >= Some(seat) {
            return Err(StateError::new(field, entry, "seats in order, each once"));
        }
        last = Some(seat);
        tokens.put(seat, Some(read_pair(&field, steps)?));
    }
    if tokens.playing() == 0 {
        let expected = "a seat that has not finished, the last one never does";
        return Err(StateError::new("TOKENS", text, expected));
    }
    Ok(tokens)
}

/// Splits `A:-1,28` into the seat and the steps.
fn read_seat(entry: &str) -> Result<(Seat, &str), StateError> {
    let split = entry.split_once(':').and_then(|(seat, steps)| {
        let mut letters = seat.chars();
        let seat = Seat::from_letter(letters.next()?)?;
        letters.next().is_none().then_some((seat, steps))
    });
    let expected = "a seat A to D and the steps of its tokens, such as A:-1,28";
    split.ok_or_else(|| StateError::new("TOKENS", entry, expected))
}

fn read_pair(field: &str, steps: &str) -> Result<Pair, StateError> {
    let expected = "two steps with a comma, such as -1,28";
    let (p, q) = steps
        .split_once(',')
        .ok_or_else(|| StateError::new(field, steps, expected))?;
    Ok([read_step(field, p)?, read_step(field, q)?])
}

fn read_step(field: &str, text: &str) -> Result<i8, StateError> {
    if text == "-1" {
        return Ok(-1);
    }
    let refused = |_| StateError::new(field, text, "a step from -1 to 57");
    let step = number(field, text, 0, 57).map_err(refused)?;
    Ok(i8::try_from(step).unwrap_or(END))
}

fn read_roll(text: &str) -> Result<Option<u8>, StateError> {
    if text == "-" {
        return Ok(None);
    }
    let refused = |_| StateError::new("ROLL", text, "- or a number from 1 to 6");
    let roll = number("ROLL", text, 1, 6).map_err(refused)?;
    Ok(u8::try_from(roll).ok())
}

/// Reads for each seat its number in the order of finishing. FINISHED must name exactly the seats with both
/// tokens at the end.
fn read_finished(text: &str, tokens: &Tokens) -> Result<[u8; 4], StateError> {
    let at_end = || {
        tokens
            .iter()
            .filter(|(seat, _)| !tokens.plays(*seat))
            .map(|(seat, _)| seat)
    };
    let letters = if text == "-" { "" } else { text };
    let named: Vec<Seat> = letters.chars().filter_map(Seat::from_letter).collect();
    let mut sorted = named.clone();
    sorted.sort();
    if named.len() == letters.chars().count() && sorted.into_iter().eq(at_end()) {
        let mut placed = [0; 4];
        for (place, seat) in (1..).zip(named) {
            placed[seat.index()] = place;
        }
        return Ok(placed);
    }
    let expected = match seats_or_none(at_end()).as_str() {
        "-" => "-, as no seat has both tokens at 57".to_owned(),
        seats if seats.len() == 1 => format!("{seats}, the seat with both tokens at 57"),
        seats => format!("the seats with both tokens at 57, {seats} in any order"),
    };
    Err(StateError::new("FINISHED", text, expected))
}

fn seats_or_none(seats: impl Iterator<Item = Seat>) -> String {
    let letters: String = seats.map(Seat::letter).collect();
    if letters.is_empty() {
        "-".to_owned()
    } else {
        letters
    }
}
