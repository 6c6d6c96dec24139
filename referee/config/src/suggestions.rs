//! Improves errors of TOML files, with a suggestion for a misspelt word.

use serde::de::DeserializeOwned;

/// Parses a TOML text. An error shows the line and a caret, and for an unknown word where it belongs, if
/// `place_of` says so, or else the nearest known one.
pub fn from_toml<T: DeserializeOwned>(
    text: &str,
    place_of: &dyn Fn(&str) -> Option<String>,
) -> Result<T, String> {
    toml::from_str(text).map_err(|e| {
        let shown = e.to_string();
        let shown = shown.trim_end();
        let place = shown.strip_suffix(e.message()).unwrap_or_default();
        let elsewhere = unknown(e.message()).and_then(|(given, _)| place_of(given));
        match elsewhere {
            Some(elsewhere) => format!("{place}{}; {elsewhere}", plainly(e.message())),
            None => format!("{place}{}", plain_toml(e.message())),
        }
    })
}

/// Rewrites the message of an error in plain words, with a suggestion for an unknown word.
pub fn plain_toml(message: &str) -> String {
    let plain = plainly(message);
    match meant(message) {
        Some(meant) => format!("{plain}; did you mean `{meant}`?"),
        None => plain,
    }
}

/// Replaces words in the message that only programmers understand.
fn plainly(message: &str) -> String {
    let Some((found, expected)) = message.rsplit_once("expected ") else {
        return match message {
            "missing field `game`" => format!("{message}; write game = \"onitama\""),
            _ => message.to_owned(),
        };
    };
    let plain = match expected {
        "a nonzero u32" => "a whole number from 1 to 4294967295",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number from 0 to 9223372036854775807",
        "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "a table such as { key = value }",
        _ if expected.starts_with("struct ") => "a table such as { key = value }",
        _ => expected,
    };
    format!("{found}expected {plain}")
}

/// Finds the known word that an error message of serde suggests.
fn meant(message: &str) -> Option<&str> {
    let (given, known) = unknown(message)?;
    closest(given, &known)
}

/// Returns the unknown word that an error message of serde quotes first, and the known ones behind it.
fn unknown(message: &str) -> Option<(&str, Vec<&str>)> {
    if !message.starts_with("unknown ") {
        return None;
    }
    let mut quoted = message.split('`').skip(1).step_by(2);
    Some((quoted.next()?, quoted.collect()))
}

/// Returns the word nearest to a given one, if that can be a typing error of it.
pub fn closest<'a>(given: &str, known: &[&'a str]) -> Option<&'a str> {
    let distance = |candidate: &&str| strsim::osa_distance(given, candidate);
    let nearest = known.iter().copied().min_by_key(distance)?;
    (distance(&nearest) <= 1 + nearest.len() / 4).then_some(nearest)
}

#[cfg(test)]
mod tests {
    use super::closest;

    #[test]
    fn slips_are_recognised_and_nothing_else() {
        let known = ["rounds", "seed", "submissions"];
        assert_eq!(closest("round", &known), Some("rounds"));
        assert_eq!(closest("sede", &known), Some("seed"));
        assert_eq!(closest("submision", &known), Some("submissions"));
        assert_eq!(closest("colour", &known), None);
        assert_eq!(closest("x", &[]), None);
    }
}
