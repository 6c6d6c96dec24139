//! A table of texts, before it is known where it will be shown.

use referee_output::sanitize::{markdown, plain};
use referee_output::text_layout;

/// How results are printed.
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

/// A table with a head. Its second column holds names and stands to the left, numbers to the right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextTable {
    /// The heads of the columns.
    pub head: Vec<String>,
    /// As many cells each.
    pub rows: Vec<Vec<String>>,
    /// Heads of columns that a narrow terminal can do without, the least important ones first.
    pub dispensable: Vec<String>,
    /// Further columns that stand to the left, from 0.
    pub left: Vec<usize>,
}

impl TextTable {
    /// A table without rows.
    pub fn new(head: &[&str]) -> TextTable {
        TextTable {
            head: head.iter().map(|head| (*head).to_owned()).collect(),
            ..TextTable::default()
        }
    }

    /// Adds a column with a cell for each row.
    pub fn column(&mut self, head: impl Into<String>, cells: impl IntoIterator<Item = String>) {
        self.head.push(head.into());
        for (row, cell) in self.rows.iter_mut().zip(cells) {
            row.push(cell);
        }
    }

    /// The same without a column.
    fn without(mut self, head: &str) -> TextTable {
        let at = self.head.iter().position(|heading| heading == head);
        if let Some(at) = at {
            self.head.remove(at);
            self.rows.iter_mut().for_each(|row| drop(row.remove(at)));
        }
        self
    }

    /// The table for a terminal of so many columns. Names are shortened first, then columns left
    /// out that can be; what is still too wide is no table for that terminal.
    pub fn text(&self, most: usize) -> Option<String> {
        // Without any cell wider than this, it is too wide by its gaps alone.
        if 2 * self.head.len() > most {
            return None;
        }
        let mut sheet = self.clone();
        let mut dispensable = self.dispensable.iter();
        loop {
            let text = text_layout::table_within(&sheet.lines(), most);
            if text_layout::width(&text) <= most {
                return Some(text);
            }
            sheet = sheet.without(dispensable.next()?);
        }
    }

    /// The table for a terminal as wide as it takes.
    pub fn wide(&self) -> String {
        text_layout::table_within(&self.lines(), usize::MAX)
    }

    /// The table on a page of Markdown.
    pub fn markdown(&self) -> String {
        markdown::table(&self.head, &self.rows, &self.left)
    }

    /// Head and rows, fit for a terminal.
    fn lines(&self) -> Vec<Vec<String>> {
        let line = |row: &Vec<String>| row.iter().map(|cell| plain(cell)).collect();
        let rows = std::iter::once(&self.head).chain(&self.rows);
        rows.map(line).collect()
    }
}
