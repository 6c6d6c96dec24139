//! Reads CSV files; errors name the line and the column.

use std::path::Path;

use csv::{ReaderBuilder, StringRecord, Trim};
use referee_engine::read_text;
use referee_output::failure::bad_input;
use thiserror::Error;

/// An error in a file, with its position.
#[derive(Debug, Error, PartialEq)]
#[error("line {line}, column {column}: {message}")]
pub struct Wrong {
    /// Line number, from 1.
    pub line: u64,
    /// The number of the field in its row, from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
}

/// A row that isn't blank.
pub struct InputRow {
    /// Line where the row begins, from 1.
    pub line: u64,
    fields: StringRecord,
}

impl InputRow {
    /// Returns an error in the field with this index, from 0.
    pub fn wrong<T>(&self, field: usize, message: impl Into<String>) -> Result<T, Wrong> {
        Err(Wrong {
            line: self.line,
            column: field + 1,
            message: message.into(),
        })
    }

    /// Returns the fields, without blanks around them.
    pub fn fields(&self) -> Vec<&str> {
        self.fields.iter().collect()
    }

    /// Returns a field that is the name of a player. Returns an error if it is empty or has control
    /// characters.
    pub fn name<'a>(&self, field: usize, name: &'a str) -> Result<&'a str, Wrong> {
        if name.is_empty() {
            self.wrong(field, "a name is missing")
        } else if name.chars().any(char::is_control) {
            let message = "a name has a line break or another control character in it; is a \
                           quotation mark missing?";
            self.wrong(field, message)
        } else {
            Ok(name)
        }
    }
}

/// Reads a file and parses it.
pub fn read<T>(file: &Path, parse: impl Fn(&str) -> Result<T, Wrong>) -> anyhow::Result<T> {
    let place = file.display();
    let text = read_text(file).map_err(|e| bad_input(format!("{place}: it can't be read: {e}")))?;
    parse(&text).map_err(|e| bad_input(format!("{place}: {e}")))
}

/// Returns the rows of a text.
pub fn rows(text: &str) -> Result<Vec<InputRow>, Wrong> {
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let mut fields = StringRecord::new();
    let (mut line, mut seen) = (1, 0);
    loop {
        let begin = usize::try_from(reader.position().byte()).unwrap_or(text.len());
        // The reader skips blank lines, but counts lines from the first of them.
        let rest = text.get(begin..).unwrap_or_default();
        let begin = text.len() - rest.trim_start_matches(['\n', '\r']).len();
        line += lines(&text.as_bytes()[seen..begin]);
        seen = begin;
        match reader.read_record(&mut fields) {
            Ok(false) => return Ok(rows),
            // A line of blanks alone is blank too.
            Ok(true) if fields.len() == 1 && fields[0].is_empty() => {}
            Ok(true) => rows.push(InputRow {
                line,
                fields: fields.clone(),
            }),
            Err(error) => {
                let message = error.to_string();
                return Err(Wrong {
                    line,
                    column: 1,
                    message,
                });
            }
        }
    }
}

fn lines(bytes: &[u8]) -> u64 {
    bytes.iter().map(|&byte| u64::from(byte == b'\n')).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_know_their_lines() {
        let rows = rows("a, b\n\n\r\n  \n\"c\nd\",e\n\nf").unwrap();
        let actual: Vec<(u64, Vec<&str>)> = rows.iter().map(|r| (r.line, r.fields())).collect();
        let expected = [(1, vec!["a", "b"]), (5, vec!["c\nd", "e"]), (8, vec!["f"])];
        assert_eq!(actual, expected);
        let name = rows[1].name(0, "c\nd").unwrap_err();
        assert_eq!((name.line, name.column), (5, 1));
    }
}
