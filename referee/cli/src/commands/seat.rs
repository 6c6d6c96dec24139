//! Parser of seats on the command line.

/// Parses the letter of a seat, upper or lower case.
pub fn letter(text: &str) -> Result<char, String> {
    let mut letters = text.chars().map(|c| c.to_ascii_uppercase());
    match (letters.next(), letters.next()) {
        (Some(seat @ 'A'..='Z'), None) => Ok(seat),
        _ => Err("expected the letter of a seat, such as A".to_owned()),
    }
}
