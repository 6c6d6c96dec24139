//! The columns of a table, each described once: for people, who read text, Markdown and pages, and for programs, which
//! read CSV, and JSON where a table has no model of its own. The JSON of the standings is `standings/model.rs`.

use anyhow::Result;
use referee_output::headings::FIGURES;
use referee_output::sanitize::csv;
use serde_json::{Map, Number, Value};

use crate::document::{Table, TableCell};

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A text.
    Text(String),
    /// A whole number.
    Whole(Number),
    /// A number, and how people read it.
    Real(f64, String),
}

impl Cell {
    /// Returns the text that people read.
    fn shown(self) -> String {
        match self {
            Cell::Real(_, shown) => shown,
            other => other.exact(),
        }
    }

    /// Returns the text for programs, with unrounded numbers.
    fn exact(self) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Text(text) => text,
            Cell::Whole(number) => number.to_string(),
            Cell::Real(number, _) => number.to_string(),
        }
    }

    fn json(self) -> Value {
        match self {
            Cell::Empty => Value::Null,
            Cell::Text(text) => text.into(),
            Cell::Whole(number) => number.into(),
            Cell::Real(number, _) => number.into(),
        }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Cell {
        Cell::Real(number, number.to_string())
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Cell {
        Cell::Whole(number.into())
    }
}

impl From<i64> for Cell {
    fn from(number: i64) -> Cell {
        Cell::Whole(number.into())
    }
}

impl From<u32> for Cell {
    fn from(number: u32) -> Cell {
        Cell::Whole(number.into())
    }
}

impl From<u8> for Cell {
    fn from(number: u8) -> Cell {
        Cell::Whole(number.into())
    }
}

impl From<usize> for Cell {
    fn from(number: usize) -> Cell {
        Cell::Whole(number.into())
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Empty, Into::into)
    }
}

/// What most tables say of the results of a bot.
pub struct BotResults {
    /// Its points.
    pub points: Cell,
    /// Games that count.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// A column of a table whose rows are of type `R`.
pub struct Column<'a, R: ?Sized> {
    /// Its head for people; they don't see a column without one.
    head: Option<String>,
    /// Its name for programs; they don't get a column without one.
    key: Option<String>,
    is_left: bool,
    is_link: bool,
    only_if_any: bool,
    dispensable: Option<u8>,
    cell: Box<dyn Fn(&R) -> Cell + 'a>,
}

impl<R: ?Sized> Column<'_, R> {
    /// Aligns the column to the left. The first such column holds names: a narrow terminal shortens them.
    pub fn left(&mut self) -> &mut Self {
        self.is_left = true;
        self
    }

    /// Has each cell link to the games of the bot in its row, where a page can show them.
    pub fn links(&mut self) -> &mut Self {
        self.is_link = true;
        self
    }

    /// Hides the column from people where all its cells are empty.
    pub fn if_any(&mut self) -> &mut Self {
        self.only_if_any = true;
        self
    }

    /// Hides the column from people unless they asked for it.
    pub fn if_asked(&mut self, is_asked: bool) -> &mut Self {
        self.head.take_if(|_| !is_asked);
        self
    }

    /// Lets a narrow terminal do without the column; that of the smallest number goes first.
    pub fn dispensable(&mut self, turn: u8) -> &mut Self {
        self.dispensable = Some(turn);
        self
    }
}

/// The columns of a table whose rows are of type `R`.
pub struct Columns<'a, R: ?Sized>(Vec<Column<'a, R>>);

impl<R: ?Sized> Default for Columns<'_, R> {
    fn default() -> Self {
        Columns(Vec::new())
    }
}

impl<'a, R: ?Sized> Columns<'a, R> {
    /// Adds a column for people and programs.
    pub fn both<C: Into<Cell>>(
        &mut self,
        head: impl Into<String>,
        key: impl Into<String>,
        cell: impl Fn(&R) -> C + 'a,
    ) -> &mut Column<'a, R> {
        self.add(Some(head.into()), Some(key.into()), cell)
    }

    /// Adds a column of numbers, which people read as `show` writes them.
    pub fn real<N: Into<Option<f64>>>(
        &mut self,
        head: impl Into<String>,
        key: impl Into<String>,
        number: impl Fn(&R) -> N + 'a,
        show: fn(f64) -> String,
    ) -> &mut Column<'a, R> {
        self.both(head, key, move |row| {
            let number = number(row).into();
            number.map(|number| Cell::Real(number, show(number)))
        })
    }

    /// Adds a column for people alone.
    pub fn people<C: Into<Cell>>(
        &mut self,
        head: impl Into<String>,
        cell: impl Fn(&R) -> C + 'a,
    ) -> &mut Column<'a, R> {
        self.add(Some(head.into()), None, cell)
    }

    /// Adds a column for programs alone.
    pub fn programs<C: Into<Cell>>(&mut self, key: impl Into<String>, cell: impl Fn(&R) -> C + 'a) {
        self.add(None, Some(key.into()), cell);
    }

    /// Adds the columns for the results of a bot, which `of` finds in a row.
    pub fn results(&mut self, of: impl Fn(&R) -> BotResults + Copy + 'a) {
        let [points, games, wins, draws, losses] = FIGURES;
        self.both(points, "points", move |row| of(row).points);
        self.both(games, "games", move |row| of(row).games)
            .dispensable(2);
        self.both(wins, "wins", move |row| of(row).wins);
        self.both(draws, "draws", move |row| of(row).draws)
            .dispensable(6);
        self.both(losses, "losses", move |row| of(row).losses);
    }

    fn add<C: Into<Cell>>(
        &mut self,
        head: Option<String>,
        key: Option<String>,
        cell: impl Fn(&R) -> C + 'a,
    ) -> &mut Column<'a, R> {
        self.0.push_mut(Column {
            head,
            key,
            is_left: false,
            is_link: false,
            only_if_any: false,
            dispensable: None,
            cell: Box::new(move |row| cell(row).into()),
        })
    }

    /// Adds all columns of others, whose names for programs get an ending.
    pub fn extend(&mut self, others: Columns<'a, R>, ending: &str) {
        self.0.extend(others.0.into_iter().map(|column| Column {
            key: column.key.map(|key| key + ending),
            ..column
        }));
    }

    /// Returns the table for people.
    pub fn table<'r>(&self, rows: impl IntoIterator<Item = &'r R>) -> Table
    where
        R: 'r,
    {
        let rows: Vec<&R> = rows.into_iter().collect();
        let mut table = Table {
            rows: rows
                .iter()
                .map(|_| Vec::with_capacity(self.0.len()))
                .collect(),
            ..Table::default()
        };
        let mut dispensable = Vec::new();
        for column in &self.0 {
            let Some(head) = &column.head else {
                continue;
            };
            let cells: Vec<Cell> = rows.iter().map(|row| (column.cell)(row)).collect();
            if column.only_if_any && cells.iter().all(|cell| *cell == Cell::Empty) {
                continue;
            }
            dispensable.extend(column.dispensable.map(|turn| (turn, head.clone())));
            if column.is_left {
                table.left.push(table.head.len());
            }
            table.head.push(head.clone());
            for (at, (row, cell)) in table.rows.iter_mut().zip(cells).enumerate() {
                row.push(TableCell {
                    text: cell.shown(),
                    games: column.is_link.then_some([at, at]),
                    heat: None,
                });
            }
        }
        dispensable.sort_unstable();
        table.dispensable = dispensable.into_iter().map(|(_, head)| head).collect();
        table
    }

    /// Returns the names of the columns for programs.
    pub fn keys(&self) -> Vec<String> {
        self.0
            .iter()
            .filter_map(|column| column.key.clone())
            .collect()
    }

    /// Returns a row for programs, under the names that [`keys`](Columns::keys) returns; unknown values are empty.
    pub fn exact(&self, row: &R) -> Vec<String> {
        self.for_programs(row)
            .map(|(_, cell)| cell.exact())
            .collect()
    }

    /// Returns the table as CSV, with unrounded numbers; unknown values are empty. Returns an error if it can't be
    /// written.
    pub fn csv<'r>(&self, rows: impl IntoIterator<Item = &'r R>) -> Result<String>
    where
        R: 'r,
    {
        csv::text(&self.keys(), rows.into_iter().map(|row| self.exact(row)))
    }

    /// Returns a row as a JSON object, with unrounded numbers; unknown values are `null`.
    pub fn json(&self, row: &R) -> Map<String, Value> {
        self.for_programs(row)
            .map(|(key, cell)| (key.to_owned(), cell.json()))
            .collect()
    }

    fn for_programs(&self, row: &R) -> impl Iterator<Item = (&str, Cell)> {
        self.0
            .iter()
            .filter_map(move |column| Some((column.key.as_deref()?, (column.cell)(row))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Row = (&'static str, f64, Option<u64>);

    fn columns(is_asked: bool) -> Columns<'static, Row> {
        let mut columns = Columns::default();
        columns.both("bot", "name", |row: &Row| row.0).left();
        columns
            .real("score", "score", |row| row.1, |score| format!("{score:.1}"))
            .dispensable(2);
        columns
            .both("n", "count", |row| row.2)
            .if_any()
            .dispensable(1);
        columns.programs("of", |_| 7_u64);
        columns.people("more", |_| "x").if_asked(is_asked);
        columns
    }

    fn texts(table: &Table) -> Vec<Vec<&str>> {
        let rows = table.rows.iter();
        rows.map(|row| row.iter().map(|cell| &*cell.text).collect())
            .collect()
    }

    #[test]
    fn people_and_programs_read_what_is_for_them() {
        let rows: [Row; 2] = [("a", 0.25, Some(3)), ("b", 1.0, None)];
        let table = columns(true).table(&rows);
        assert_eq!(table.head, ["bot", "score", "n", "more"]);
        assert_eq!(
            texts(&table),
            [["a", "0.2", "3", "x"], ["b", "1.0", "", "x"]]
        );
        assert_eq!(table.dispensable, ["n", "score"]);
        assert_eq!(table.left, [0]);
        let csv = columns(true).csv(&rows).expect("rows");
        assert_eq!(csv, "name,score,count,of\na,0.25,3,7\nb,1,,7\n");
        let json = Value::Object(columns(true).json(&rows[1]));
        let expected = serde_json::json!({ "name": "b", "score": 1.0, "count": null, "of": 7 });
        assert_eq!(json, expected);
    }

    #[test]
    fn columns_that_nobody_needs_are_hidden_from_people_alone() {
        let rows: [Row; 1] = [("a", 0.25, None)];
        let table = columns(false).table(&rows);
        assert_eq!(table.head, ["bot", "score"]);
        assert_eq!(texts(&table), [["a", "0.2"]]);
        assert_eq!(columns(false).keys(), ["name", "score", "count", "of"]);
    }
}
