//! Seats on the command line.

/// The letter of a seat; a small one will do.
pub fn letter(text: &str) -> Result<char, String> {
    let mut letters = text.chars().map(|c| c.to_ascii_uppercase());
    match (letters.next(), letters.next()) {
        (Some(seat @ 'A'..='Z'), None) => Ok(seat),
        _ => Err("expected the letter of a seat, such as A".to_owned()),
    }
}
