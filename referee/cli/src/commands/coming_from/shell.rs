//! Splits a command line as a shell does, and writes words so that a shell takes them as they are.

use std::borrow::Cow;

use referee_output::text_layout::{WIDTH, width};

/// Splits words as a shell does. Returns an error, in words, if a quotation mark isn't closed.
pub fn split(text: &str) -> Result<Vec<String>, String> {
    let words = shell_words::split(text);
    words.map_err(|_| "a quotation mark isn't closed; expected words as for a shell".to_owned())
}

/// Splits a command line that no shell has read. Returns an error, in words, if one would replace something in it.
pub fn split_line(line: &str) -> Result<Vec<String>, String> {
    let words = split(line)?;
    let is_replaced =
        |word: &str| word.contains(['$', '`']) || word.starts_with("~/") || word.contains("=~/");
    match (1..).zip(&words).find(|(_, word)| is_replaced(word)) {
        None => Ok(words),
        Some((place, word)) => Err(format!(
            "{word} (word {place}): variables and ~ aren't replaced; give the words after --, so that your shell replaces \
             them"
        )),
    }
}

/// Quotes a word, if a shell would take it otherwise.
pub fn quote(word: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,=+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return Cow::Borrowed(word);
    }
    shell_words::quote(word)
}

/// Joins words to one line.
pub fn join(words: &[String]) -> String {
    let quoted: Vec<Cow<'_, str>> = words.iter().map(|word| quote(word)).collect();
    quoted.join(" ")
}

/// Joins words to lines of 80 columns, as far as words allow it; the value of an option stays beside it.
pub fn wrapped(words: &[String]) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for part in words.chunk_by(|word, next| is_option(word) && !is_option(next)) {
        let part = join(part);
        // Behind it, there must be room for a blank and a backslash.
        if column > 0 && column + width(&part) + 2 > WIDTH {
            text += " \\\n ";
            column = 2;
        }
        if column > 0 {
            text.push(' ');
        }
        text += &part;
        column += width(&part) + 1;
    }
    text
}

/// Tells if a word is an option rather than a value; a negative number is a value.
pub fn is_option(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-') && word.parse::<f64>().is_err()
}
