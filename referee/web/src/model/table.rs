//! Tables: texts, and where some of them lead.

use serde::{Serialize, Serializer};

/// A table with a head; numbers stand to the right, names to the left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TableView {
    /// The heads of the columns.
    pub head: Vec<String>,
    /// As many cells each; the second one is a name where cells lead to games.
    pub rows: Vec<Vec<TableCell>>,
    /// The columns that hold names, from 0.
    pub left: Vec<usize>,
}

/// A cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableCell {
    /// What stands in it.
    pub text: String,
    /// Whose games it leads to: those that the bots of these two rows have in common.
    pub games: Option<[usize; 2]>,
    /// How warm it is, from 0 to 10; 5 is level.
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

/// As short as can be, since a crosstable has thousands of them: the text alone, or with what else there is.
impl Serialize for TableCell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.games, self.heat) {
            (None, None) => self.text.serialize(serializer),
            (games, heat) => (&self.text, games, heat).serialize(serializer),
        }
    }
}

impl TableView {
    /// The bots whose games a cell leads to: one, or two that met.
    pub fn bots(&self, cell: &TableCell) -> Vec<&str> {
        let mut rows = cell.games.map_or(Vec::new(), |rows| rows.to_vec());
        rows.dedup();
        let name = |row: &usize| Some(self.rows.get(*row)?.get(1)?.text.as_str());
        rows.iter().filter_map(name).collect()
    }
}
