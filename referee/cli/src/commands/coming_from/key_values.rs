//! Reads words of the form `KEY=VALUE`.

use referee_config::closest;

use crate::args::number::whole;

/// Returns the last value of a key.
pub fn value_of<'a>(values: &'a [String], key: &str) -> Option<&'a str> {
    let mut pairs = values
        .iter()
        .rev()
        .filter_map(|value| value.split_once('='));
    pairs.find(|(name, _)| *name == key).map(|(_, value)| value)
}

/// Returns the last value of a key, a whole number from `MIN`.
pub fn count_of<const MIN: u64>(values: &[String], key: &str) -> Result<Option<u32>, String> {
    let number = value_of(values, key).map(whole::<u32, MIN, { u32::MAX as u64 }>);
    number.transpose().map_err(|why| format!("{key}: {why}"))
}

/// Refuses a word that isn't one of these keys with its value.
pub fn check_pair(word: &str, keys: &[&str]) -> Result<(), String> {
    let (key, value) = word.split_once('=').unwrap_or((word, ""));
    check_key(key, keys)?;
    if value.is_empty() {
        return Err(format!("{key}: expected {key}=VALUE"));
    }
    Ok(())
}

/// Refuses a key that isn't one of these, with the one that may be meant.
pub fn check_key(key: &str, keys: &[&str]) -> Result<(), String> {
    if keys.contains(&key) {
        return Ok(());
    }
    Err(closest(key, keys).map_or_else(
        || format!("{key}: expected one of {}", keys.join(", ")),
        |meant| format!("{key}: there is no such key; did you mean {meant}?"),
    ))
}
