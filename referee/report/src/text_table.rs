//! A table of texts, independent of where it is shown.

use referee_output::sanitize::{markdown, plain};
use referee_output::text_layout;

/// Format in which results are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableFormat {
    /// For a terminal.
    #[default]
    Text,
    /// One JSON document, of unrounded numbers.
    Json,
    /// Rows of unrounded numbers, with a head.
    Csv,
    /// Tables of a Markdown page.
    Markdown,
}

/// A table with a head; numbers are right-aligned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextTable {
    /// The heads of the columns.
    pub head: Vec<String>,
    /// The rows, each with as many cells as the head.
    pub rows: Vec<Vec<String>>,
    /// Heads of columns that a narrow terminal can do without, the least important first.
    pub dispensable: Vec<String>,
    /// Indices of the left-aligned columns, from 0; the first of them holds names, which a narrow terminal shortens.
    pub left: Vec<usize>,
}

impl TextTable {
    /// Returns the table without the column of this head, if it has one.
    #[must_use]
    pub fn without(mut self, head: &str) -> TextTable {
        let at = self.head.iter().position(|heading| heading == head);
        if let Some(at) = at {
            self.head.remove(at);
            self.rows.iter_mut().for_each(|row| drop(row.remove(at)));
            self.left.retain(|left| *left != at);
            for left in self.left.iter_mut().filter(|left| **left > at) {
                *left -= 1;
            }
        }
        self
    }

    /// Returns the table for a terminal of `most` columns. Shortens names first, then leaves out dispensable
    /// columns; returns `None` if the table is still too wide.
    pub fn text(&self, most: usize) -> Option<String> {
        // The gaps alone make it too wide, however narrow the cells are.
        if 2 * self.head.len() > most {
            return None;
        }
        let mut table = self.clone();
        let mut dispensable = self.dispensable.iter();
        loop {
            let text = text_layout::table_within(&table.lines(), &table.left, most);
            if text_layout::width(&text) <= most {
                return Some(text);
            }
            table = table.without(dispensable.next()?);
        }
    }

    /// Returns the table for a terminal, as wide as it needs to be.
    pub fn wide(&self) -> String {
        text_layout::table_within(&self.lines(), &self.left, usize::MAX)
    }

    /// Returns the table for a terminal of `most` columns, or whole if it is too wide for that.
    pub fn fitted(&self, most: usize) -> String {
        self.text(most).unwrap_or_else(|| self.wide())
    }

    /// Returns the table for a Markdown page.
    pub fn markdown(&self) -> String {
        markdown::table(&self.head, &self.rows, &self.left)
    }

    /// Returns head and rows, made safe for a terminal.
    fn lines(&self) -> Vec<Vec<String>> {
        let line = |row: &Vec<String>| row.iter().map(|cell| plain(cell)).collect();
        let rows = std::iter::once(&self.head).chain(&self.rows);
        rows.map(line).collect()
    }
}
