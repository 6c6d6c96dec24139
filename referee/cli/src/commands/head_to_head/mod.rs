//! The commands that measure one bot against others: `match` and `sprt`.

use std::num::NonZeroU32;

use crate::args::number::positive;

pub mod adjudicate_args;
pub mod args;
pub mod book_args;
pub mod match_args;
pub mod match_order;
pub mod play;
pub mod sprt;
pub mod test_args;

/// Parses a finite number: an Elo difference or a probability.
fn number(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| "expected a number, such as 2 or -0.5".to_owned())
}

/// Parses a number of Elo above 0.
fn precision(text: &str) -> Result<f64, String> {
    let parsed = number(text).ok().filter(|elo| *elo > 0.0);
    parsed.ok_or_else(|| "expected a number of Elo above 0, such as 5".to_owned())
}

/// Parses a number of games: even, because each start is played from both sides.
fn even(text: &str) -> Result<NonZeroU32, String> {
    let games = positive(text)?;
    if games.get().is_multiple_of(2) {
        return Ok(games);
    }
    let next = games.get().checked_add(1);
    let next = next.unwrap_or(games.get() - 1);
    Err(format!(
        "expected an even number, since each start is played from both sides; the next is {next}"
    ))
}

/// Returns a line of a TOML table; empty if there is no value.
fn key<T: std::fmt::Display>(name: &str, value: Option<T>) -> String {
    value.map_or_else(String::new, |value| format!("{name} = {value}\n"))
}
