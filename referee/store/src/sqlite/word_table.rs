//! Stores each word that occurs in many games once, and refers to it by a number.

use std::cell::RefCell;
use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension};

use super::shape;

/// Numbers of words, for writing.
#[derive(Default)]
pub(super) struct Numbers(HashMap<String, i64>);

impl Numbers {
    /// Returns the number of a word, and adds the word if it is new.
    pub(super) fn of(&mut self, connection: &Connection, text: &str) -> rusqlite::Result<i64> {
        if let Some(number) = self.0.get(text) {
            return Ok(*number);
        }
        let find = "SELECT word FROM words WHERE text = ?";
        let known_number = connection
            .prepare_cached(find)?
            .query_row([text], |row| row.get(0))
            .optional()?;
        let number = match known_number {
            Some(number) => number,
            None => connection
                .prepare_cached("INSERT INTO words (text) VALUES (?)")?
                .insert([text])?,
        };
        self.0.insert(text.to_owned(), number);
        Ok(number)
    }
}

/// Words of numbers, for reading.
#[derive(Default)]
pub(super) struct WordTable(RefCell<HashMap<i64, String>>);

impl WordTable {
    /// Returns the word with this number; an error if there is none.
    pub(super) fn of(&self, connection: &Connection, number: i64) -> rusqlite::Result<String> {
        if let Some(text) = self.0.borrow().get(&number) {
            return Ok(text.clone());
        }
        let text: Option<String> = connection
            .prepare_cached("SELECT text FROM words WHERE word = ?")?
            .query_row([number], |row| row.get(0))
            .optional()?;
        let text = text.ok_or_else(|| shape(format!("there is no word {number}")))?;
        self.0.borrow_mut().insert(number, text.clone());
        Ok(text)
    }
}
