//! Splits a command line as a shell does, and writes words so that a shell takes them as they are.

use std::borrow::Cow;

use referee_output::text_layout::{WIDTH, width};

/// Punctuation in words that need no quotes.
const PLAIN: &str = "-_./:,=+@%";
/// What ends a line that goes on in the next one.
const CONTINUATION: &str = " \\";

/// Splits words as a shell does. Returns an error, in words, if a quotation mark isn't closed.
pub fn split(text: &str) -> Result<Vec<String>, String> {
    let words = shell_words::split(text);
    words.map_err(|_| "a quotation mark isn't closed; expected words as for a shell".to_owned())
}

/// Splits a command line that no shell has read. Returns an error, in words, if one would replace something in it.
pub fn split_line(line: &str) -> Result<Vec<String>, String> {
    let words = split(line)?;
    match (1..).zip(&words).find(|(_, word)| {
        word.contains(['$', '`']) || word.starts_with("~/") || word.contains("=~/")
    }) {
        None => Ok(words),
        Some((place, word)) => Err(format!(
            "{word} (word {place}): variables and ~ aren't replaced; give the words after --, so that your shell replaces \
             them"
        )),
    }
}

/// Quotes a word, if a shell would take it otherwise.
pub fn quote(word: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || PLAIN.contains(c);
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
    let mut text = String::new();
    let mut used = 0;
    let mut rest = words;
    while let [word, behind @ ..] = rest {
        let has_value = is_option(word) && behind.first().is_some_and(|next| !is_option(next));
        let (part, others) = rest.split_at(1 + usize::from(has_value));
        let part = join(part);
        let length = width(&part);
        if used > 0 && used + 1 + length + CONTINUATION.len() > WIDTH {
            text += CONTINUATION;
            text += "\n  ";
            used = 2;
        } else if used > 0 {
            text.push(' ');
            used += 1;
        }
        text += &part;
        used += length;
        rest = others;
    }
    text
}

/// Tells if a word is an option rather than a value; a negative number is a value.
pub fn is_option(word: &str) -> bool {
    word.len() > 1 && word.starts_with('-') && word.parse::<f64>().is_err()
}
