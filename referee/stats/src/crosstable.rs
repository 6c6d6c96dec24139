//! The crosstable: results of each bot against each other bot.

use serde::Serialize;

use crate::points::PointSum;

/// A table with a row and a column for each bot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Crosstable {
    /// Names of the rows and columns, in this order.
    pub names: Vec<String>,
    /// Cells by row, then by column; a bot has played no game against itself.
    pub cells: Vec<Vec<CrosstableCell>>,
}

/// Result of the row's bot against the column's bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct CrosstableCell {
    /// Points: 1 for each game in which the row's bot was ahead, ½ for each in which both shared a place; in an
    /// exam what these results are worth.
    pub points: f64,
    /// Number of games in which both played.
    pub games: u64,
}

impl Crosstable {
    /// Keeps only the bots for which `keep` returns true.
    #[must_use]
    pub fn only(self, keep: impl Fn(&str) -> bool) -> Crosstable {
        let kept: Vec<bool> = self.names.iter().map(|name| keep(name)).collect();
        Crosstable {
            cells: chosen(self.cells, &kept)
                .map(|row| chosen(row, &kept).collect())
                .collect(),
            names: chosen(self.names, &kept).collect(),
        }
    }
}

fn chosen<T>(all: Vec<T>, kept: &[bool]) -> impl Iterator<Item = T> {
    let both = all.into_iter().zip(kept);
    both.filter_map(|(one, keep)| keep.then_some(one))
}

impl From<PointSum> for CrosstableCell {
    fn from(score: PointSum) -> CrosstableCell {
        CrosstableCell {
            points: score.points(),
            games: score.games,
        }
    }
}
