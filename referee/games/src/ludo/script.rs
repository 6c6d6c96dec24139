//! Plays scripts of the university's assignment: lists of rolls, each with its player.

use crate::ludo::priority::choose;
use crate::ludo::tokens::Tokens;
use crate::ludo::track::{LudoSquare, SIX};
use crate::seat::Seat;
use crate::text::StateError;

/// Plays rolls such as `A6 A4 B6` from the start, with moves chosen by the priority rules. Returns the
/// squares of both tokens of each seat, such as `28 28 21 H`.
///
/// Ignores turn order, bonus rolls and the roll limit; a roll that no token can use is lost. Returns an error
/// that names the first word that isn't a roll of one of the seats, counted from 1.
pub fn script(rolls: &str, seats: &[Seat]) -> Result<String, StateError> {
    let mut tokens = Tokens::start(seats);
    for (number, entry) in (1..).zip(rolls.split_whitespace()) {
        let (seat, roll) = read(entry, &tokens).ok_or_else(|| {
            let letters: Vec<String> = tokens.iter().map(|(seat, _)| seat.to_string()).collect();
            let expected = format!("a letter, {}, and a roll from 1 to 6", letters.join(" or "));
            StateError::new(format!("roll {number}"), entry, expected)
        })?;
        let chosen = choose(&tokens, seat, roll);
        tokens.advance(seat, chosen, roll);
    }
    let squares: Vec<String> = tokens
        .iter()
        .flat_map(|(seat, pair)| pair.map(|step| LudoSquare { seat, step }.to_string()))
        .collect();
    Ok(squares.join(" "))
}

fn read(entry: &str, tokens: &Tokens) -> Option<(Seat, u8)> {
    let mut characters = entry.chars();
    let seat = Seat::from_letter(characters.next()?)?;
    let roll = u8::try_from(characters.next()?.to_digit(10)?).ok()?;
    let usable = tokens.of(seat).is_some() && (1..=SIX).contains(&roll);
    (usable && characters.next().is_none()).then_some((seat, roll))
}
