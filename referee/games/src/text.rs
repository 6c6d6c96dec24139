//! Parses and quotes text; errors name the field, the text that was found, and what was expected.

use std::fmt::Display;

use thiserror::Error;

/// Maximum length of a quotation of untrusted text, in bytes, including quotation marks.
const QUOTE_MAX: usize = 80;
/// Maximum number of similar legal moves that are listed.
const NEAR_MAX: usize = 3;

/// Why a state line was rejected.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{field}: found {found}, expected {expected}")]
pub struct StateError {
    /// The field's name in the game's notation, with a row or number where that helps.
    pub field: String,
    /// The text that was found, quoted and shortened.
    pub found: String,
    /// A description of what is allowed.
    pub expected: String,
}

impl StateError {
    /// Returns an error in a field; `found` is quoted.
    pub fn new(field: impl Into<String>, found: &str, expected: impl Into<String>) -> StateError {
        StateError {
            field: field.into(),
            found: quote(found),
            expected: expected.into(),
        }
    }
}

/// Says why a word is refused: the quoted word, a colon, and the reason. A reason that begins with the quoted word
/// stays as it is.
pub fn refused(notation: &str, why: &str) -> String {
    let said = quote(notation);
    if why.starts_with(&said) {
        why.to_owned()
    } else {
        format!("{said}: {why}")
    }
}

/// Quotes untrusted text as a JSON string of at most 80 bytes; a cut is marked by `...`.
pub fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        let piece = escape(c);
        if quoted.len() + piece.len() + "...\"".len() > QUOTE_MAX {
            quoted.push_str("...");
            break;
        }
        quoted.push_str(&piece);
    }
    quoted.push('"');
    quoted
}

/// Returns true for a character of untrusted text that could deceive a terminal or a reader: a control
/// character, one that changes the writing direction, an unusual line separator, or a byte order mark, which
/// readers drop at the beginning of a file.
pub fn is_unfit(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = matches!(c, '\u{2028}' | '\u{2029}');
    c.is_control() || turns || breaks || c == '\u{feff}'
}

fn escape(c: char) -> String {
    match c {
        '"' | '\\' => format!("\\{c}"),
        ' '..='~' => c.to_string(),
        _ => {
            let mut units = [0; 2];
            let units = c.encode_utf16(&mut units);
            let escaped: Vec<_> = units.iter().map(|unit| format!("\\u{unit:04x}")).collect();
            escaped.concat()
        }
    }
}

/// Splits a line into exactly these fields, separated by blanks.
pub fn fields<'a, const N: usize>(
    line: &'a str,
    names: [&str; N],
) -> Result<[&'a str; N], StateError> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let found = match words.len() {
        1 => "1 field".to_owned(),
        count => format!("{count} fields"),
    };
    <[&str; N]>::try_from(words).map_err(|_| StateError {
        field: "state".to_owned(),
        found,
        expected: format!("{N}: {}", names.join(" ")),
    })
}

/// Parses a number of digits in a range.
pub fn number(field: &str, text: &str, min: u32, max: u32) -> Result<u32, StateError> {
    let refused = || StateError::new(field, text, format!("a number from {min} to {max}"));
    if text.is_empty() || text.len() > 9 || !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(refused());
    }
    let number = text.parse().map_err(|_| refused())?;
    if (min..=max).contains(&number) {
        Ok(number)
    } else {
        Err(refused())
    }
}

/// Parses a letter that is one of `allowed`.
pub fn letter(field: &str, text: &str, allowed: &str) -> Result<char, StateError> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if allowed.contains(c) => Ok(c),
        _ => {
            let listed: Vec<String> = allowed.chars().map(String::from).collect();
            Err(StateError::new(field, text, listed.join(" or ")))
        }
    }
}

/// Returns the legal moves that are most similar to a word, nearest first.
pub fn near<M: Display>(notation: &str, moves: &[M]) -> Vec<String> {
    let letters: Vec<char> = notation.chars().take(40).collect();
    let mut ranked: Vec<(usize, String)> = moves
        .iter()
        .map(|m| {
            let text = m.to_string();
            (distance(&letters, &text), text)
        })
        .collect();
    ranked.sort_by_key(|(distance, _)| *distance);
    ranked.truncate(NEAR_MAX);
    ranked.into_iter().map(|(_, text)| text).collect()
}

/// Returns the list of legal moves that ends a sentence about an illegal one.
pub fn legal_list(moves: &[String]) -> String {
    format!("; legal: {}", moves.join(" "))
}

/// Returns the Levenshtein edit distance.
fn distance(a: &[char], b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let changed = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_are_json_and_short() {
        for text in [
            "",
            "a\"b\\c",
            "tab\there",
            "é😀",
            &"x".repeat(500),
            &"😀".repeat(50),
        ] {
            let quoted = quote(text);
            assert!(quoted.len() <= QUOTE_MAX, "{quoted}");
            let read: String = serde_json::from_str(&quoted).expect(&quoted);
            let read = read.strip_suffix("...").unwrap_or(&read).to_owned();
            assert!(text.starts_with(&read));
        }
    }

    #[test]
    fn near_moves_come_by_distance() {
        assert_eq!(near("e5", &["a1", "e4", "e5"]), ["e5", "e4", "a1"]);
        assert_eq!(near("", &["a1"]), ["a1"]);
    }

    #[test]
    fn numbers_are_plain_digits() {
        assert_eq!(number("N", "0042", 0, 50), Ok(42));
        for bad in ["", "+1", "-1", "1.0", "51", "99999999999999999999", "٣"] {
            assert!(number("N", bad, 0, 50).is_err(), "{bad}");
        }
    }
}
