//! Tables: cells of text, some of which link to games.

use referee_report::TextTable;
use serde::{Serialize, Serializer};

/// A table with a head; numbers are right-aligned, names left-aligned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TableView {
    /// The heads of the columns.
    pub head: Vec<String>,
    /// The rows, each with as many cells as the head; the second cell is a name if cells link to games.
    pub rows: Vec<Vec<TableCell>>,
    /// Indices of the columns that hold names, from 0.
    pub left: Vec<usize>,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableCell {
    /// Its text.
    pub text: String,
    /// The rows of the two bots whose common games it links to.
    pub games: Option<[usize; 2]>,
    /// Colour of the cell, from 0 to 10; 5 is an even score.
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

impl From<&TextTable> for TableView {
    fn from(text: &TextTable) -> TableView {
        let cells = |row: &Vec<String>| row.iter().cloned().map(TableCell::from).collect();
        TableView {
            head: text.head.clone(),
            rows: text.rows.iter().map(cells).collect(),
            left: text.left.clone(),
        }
    }
}

impl TableView {
    /// Returns the bots whose games a cell links to: one bot, or two that met.
    pub fn bots(&self, cell: &TableCell) -> Vec<&str> {
        let mut rows = cell.games.map_or(Vec::new(), |rows| rows.to_vec());
        rows.dedup();
        let name = |row: &usize| Some(self.rows.get(*row)?.get(1)?.text.as_str());
        rows.iter().filter_map(name).collect()
    }
}
