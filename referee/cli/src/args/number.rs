//! Parsers of numbers and seats on the command line, with plain error messages.

use std::num::NonZeroU32;

/// Parses a whole number from `MIN` to `MAX`.
pub fn whole<T: TryFrom<u64>, const MIN: u64, const MAX: u64>(text: &str) -> Result<T, String> {
    let number = text.parse().ok().filter(|n| (MIN..=MAX).contains(n));
    number
        .and_then(|n| T::try_from(n).ok())
        .ok_or_else(|| format!("expected a whole number from {MIN} to {MAX}"))
}

/// Parses a whole number above 0.
pub fn positive(text: &str) -> Result<NonZeroU32, String> {
    let number = whole::<u32, 1, { u32::MAX as u64 }>(text)?;
    NonZeroU32::try_from(number).map_err(|e| e.to_string())
}

/// Parses the letter of a seat, upper or lower case.
pub fn seat(text: &str) -> Result<char, String> {
    let mut letters = text.chars().map(|c| c.to_ascii_uppercase());
    match (letters.next(), letters.next()) {
        (Some(seat @ 'A'..='Z'), None) => Ok(seat),
        _ => Err("expected the letter of a seat, such as A".to_owned()),
    }
}
