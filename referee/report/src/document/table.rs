//! A table of texts.

use referee_output::sanitize::{markdown, plain};
use referee_output::text_layout;
use serde::{Serialize, Serializer};

/// A table with a head; numbers are right-aligned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Table {
    /// The heads of the columns.
    pub head: Vec<String>,
    /// The rows, each with as many cells as the head.
    pub rows: Vec<Vec<TableCell>>,
    /// Heads of columns that a narrow terminal can do without, the least important first.
    #[serde(skip)]
    pub dispensable: Vec<String>,
    /// Indices of the left-aligned columns, from 0; the first of them holds names, which a narrow terminal shortens.
    pub left: Vec<usize>,
    /// It is shown whole on a terminal, however wide it is.
    #[serde(skip)]
    pub is_wide: bool,
    /// The sentence in its place on a terminal that is too narrow for it; without one it is shown nevertheless.
    #[serde(skip)]
    pub too_wide: Option<String>,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableCell {
    /// Its text.
    pub text: String,
    /// The rows of the two bots whose common games it links to on a page; both the same for all games of one bot.
    pub games: Option<[usize; 2]>,
    /// Its colour on a page, from 0 to 10; 5 is an even score.
    pub heat: Option<u8>,
}

impl From<String> for TableCell {
    fn from(text: String) -> TableCell {
        TableCell {
            text,
            ..TableCell::default()
        }
    }
}

/// Serialized as short as possible, since a crosstable has thousands of cells: the text alone, or a list of
/// all three fields.
impl Serialize for TableCell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.games, self.heat) {
            (None, None) => self.text.serialize(serializer),
            (games, heat) => (&self.text, games, heat).serialize(serializer),
        }
    }
}

impl Table {
    /// Returns the table without the column of this head, if it has one.
    #[must_use]
    pub fn without(mut self, head: &str) -> Table {
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

    /// Returns the bots whose games a cell links to: one bot, or two that met.
    pub fn bots(&self, cell: &TableCell) -> Vec<&str> {
        let mut rows = cell.games.map_or(Vec::new(), |rows| rows.to_vec());
        rows.dedup();
        let name = |row: &usize| Some(self.rows.get(*row)?.get(*self.left.first()?)?.text.as_str());
        rows.iter().filter_map(name).collect()
    }

    /// Returns the table for a terminal of `most` columns. Shortens names first, then leaves out dispensable
    /// columns; returns `None` if the table is still too wide.
    pub fn fitting(&self, most: usize) -> Option<String> {
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

    /// Returns the table for a terminal of `most` columns; if it is too wide for that, the sentence in its place, or all
    /// of it. A table that is wide on purpose isn't shortened.
    pub fn text(&self, most: usize) -> String {
        if self.is_wide {
            return self.wide();
        }
        let instead = || match &self.too_wide {
            Some(sentence) => text_layout::wrap_within(sentence, 0, most),
            None => self.wide(),
        };
        self.fitting(most).unwrap_or_else(instead)
    }

    /// Returns the table for a terminal, as wide as it needs to be.
    pub fn wide(&self) -> String {
        text_layout::table_within(&self.lines(), &self.left, usize::MAX)
    }

    /// Returns the table for a Markdown page.
    pub fn markdown(&self) -> String {
        let rows = self
            .rows
            .iter()
            .map(|row| row.iter().map(|cell| &*cell.text));
        markdown::table(&self.head, rows, &self.left)
    }

    /// Returns head and rows, made safe for a terminal.
    fn lines(&self) -> Vec<Vec<String>> {
        let head = self.head.iter().map(|head| plain(head)).collect();
        let row = |row: &Vec<TableCell>| row.iter().map(|cell| plain(&cell.text)).collect();
        std::iter::once(head)
            .chain(self.rows.iter().map(row))
            .collect()
    }
}
