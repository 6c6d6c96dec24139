//! Writes the parts of a message in the two encodings, as words or as JSON.

use std::fmt::Write;

use serde_json::Value;

/// Visitor that receives the parts of a message, in order.
pub(crate) trait Visitor {
    /// Writes a positional word.
    fn text_field(&mut self, name: &str, value: &str);
    /// Writes a `key=value` pair.
    fn pair(&mut self, name: &str, value: &str);
    /// Writes a `key=value` pair whose value is a number.
    fn number(&mut self, name: &str, value: i128);
    /// Writes words, which are separated by blanks and fill the rest of the line.
    fn words(&mut self, name: &str, words: &str);
    /// Writes text that fills the rest of the line.
    fn rest(&mut self, name: &str, value: &str);
    /// Writes points by seat.
    fn score(&mut self, value: &[(char, i64)]);
    /// Writes a structure that only JSON can hold.
    fn structure(&mut self, name: &str, value: &Value);
}

/// Writes words separated by blanks.
pub(crate) struct WordLine<'a>(pub(crate) &'a mut String);

impl Visitor for WordLine<'_> {
    fn text_field(&mut self, _: &str, value: &str) {
        self.0.push(' ');
        self.0.push_str(value);
    }

    fn pair(&mut self, name: &str, value: &str) {
        self.text_field("", name);
        self.0.push('=');
        self.0.push_str(value);
    }

    fn number(&mut self, name: &str, value: i128) {
        self.text_field("", name);
        // Writing to a String can't fail.
        let _ = write!(self.0, "={value}");
    }

    fn words(&mut self, _: &str, words: &str) {
        if !words.is_empty() {
            self.text_field("", words);
        }
    }

    fn rest(&mut self, _: &str, value: &str) {
        self.text_field("", value);
    }

    fn score(&mut self, value: &[(char, i64)]) {
        self.0.push_str(" score=");
        for (i, (seat, points)) in value.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            let _ = write!(self.0, "{comma}{seat}:{points}");
        }
    }

    fn structure(&mut self, _: &str, _: &Value) {}
}

/// Writes members of a JSON object, each with a comma before it.
pub(crate) struct Json<'a>(pub(crate) &'a mut String);

impl Json<'_> {
    fn key(&mut self, name: &str) {
        self.0.push(',');
        json_string(self.0, name);
        self.0.push(':');
    }
}

impl Visitor for Json<'_> {
    fn text_field(&mut self, name: &str, value: &str) {
        self.key(name);
        json_string(self.0, value);
    }

    fn pair(&mut self, name: &str, value: &str) {
        self.text_field(name, value);
    }

    fn number(&mut self, name: &str, value: i128) {
        self.key(name);
        let _ = write!(self.0, "{value}");
    }

    fn words(&mut self, name: &str, words: &str) {
        self.key(name);
        self.0.push('[');
        for (i, word) in words.split_terminator(' ').enumerate() {
            if i > 0 {
                self.0.push(',');
            }
            json_string(self.0, word);
        }
        self.0.push(']');
    }

    fn rest(&mut self, name: &str, value: &str) {
        self.text_field(name, value);
    }

    fn score(&mut self, value: &[(char, i64)]) {
        self.key("score");
        for (i, (seat, points)) in value.iter().enumerate() {
            self.0.push(if i == 0 { '{' } else { ',' });
            let _ = write!(self.0, "\"{seat}\":{points}");
        }
        self.0.push('}');
    }

    fn structure(&mut self, name: &str, value: &Value) {
        self.key(name);
        let _ = write!(self.0, "{value}");
    }
}

/// Appends a JSON string.
pub(crate) fn json_string(line: &mut String, text: &str) {
    // Displaying a JSON value can't fail; it does the escaping.
    let _ = write!(line, "{}", Value::from(text));
}
