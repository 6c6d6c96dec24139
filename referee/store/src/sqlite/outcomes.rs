//! Reads outcomes page by page, so that millions of them stream through little memory and never block a
//! writer.

use std::vec;

use referee_record::Outcome;
use rusqlite::{Connection, OptionalExtension, Rows, named_params};

use super::games::{COLUMNS, outcome, seat};
use super::word_table::WordTable;
use crate::filter::Filter;
use crate::ruling::LastRulings;

/// Number of attempts per page.
const PAGE: u32 = 1000;

/// Iterator over the outcomes that pass a filter, by number and attempt, with rulings applied.
pub(super) struct FilteredOutcomes<'a> {
    connection: &'a Connection,
    words: WordTable,
    filter: Filter,
    rulings: LastRulings,
    /// Number and attempt of the last outcome of the page; `None` at the end.
    after: Option<(u64, u32)>,
    page: vec::IntoIter<Outcome>,
}

impl<'a> FilteredOutcomes<'a> {
    /// Makes an iterator over the games with a number above `after`.
    pub(super) fn new(
        connection: &'a Connection,
        filter: Filter,
        rulings: LastRulings,
        after: u64,
    ) -> FilteredOutcomes<'a> {
        FilteredOutcomes {
            connection,
            words: WordTable::default(),
            filter,
            rulings,
            after: Some((after, u32::MAX)),
            page: Vec::new().into_iter(),
        }
    }

    fn turn(&mut self, after: (u64, u32)) -> rusqlite::Result<()> {
        let name = self.filter.bot.as_ref().or(self.filter.opponent.as_ref());
        let bot = match name {
            None => None,
            Some(name) => match number(self.connection, name)? {
                None => {
                    self.after = None;
                    return Ok(());
                }
                found => found,
            },
        };
        let keys = match bot {
            None => "SELECT number, attempt FROM games",
            Some(_) => "SELECT DISTINCT number, attempt FROM seats WHERE bot = :bot",
        };
        let joint = if bot.is_none() { "WHERE" } else { "AND" };
        let query = format!(
            "SELECT {COLUMNS} FROM \
             ({keys} {joint} (number, attempt) > (:number, :attempt) \
             ORDER BY number, attempt LIMIT {PAGE}) AS k \
             JOIN games AS g USING (number, attempt) \
             LEFT JOIN seats AS s ON s.number = g.number AND s.attempt = g.attempt \
             ORDER BY g.number, g.attempt, s.at"
        );
        let mut query = self.connection.prepare_cached(&query)?;
        let (number, attempt) = after;
        let rows = match bot {
            None => query.query(named_params! { ":number": number, ":attempt": attempt }),
            Some(bot) => {
                query.query(named_params! { ":bot": bot, ":number": number, ":attempt": attempt })
            }
        };
        let mut page = read(self.connection, &self.words, rows?)?;
        self.after = page.last().map(|last| (last.number, last.attempt));
        for game in &mut page {
            self.rulings.apply(game);
        }
        page.retain(|game| self.filter.matches(game));
        self.page = page.into_iter();
        Ok(())
    }
}

/// Returns all attempts at a game, as they were before any ruling.
pub(super) fn attempts(
    connection: &Connection,
    words: &WordTable,
    number: u64,
) -> rusqlite::Result<Vec<Outcome>> {
    // With a bare parameter `SQLite` makes a plan anew for each number.
    let query = format!(
        "SELECT {COLUMNS} FROM games AS g \
         LEFT JOIN seats AS s ON s.number = g.number AND s.attempt = g.attempt \
         WHERE g.number = CAST(? AS INTEGER) ORDER BY g.attempt, s.at"
    );
    let mut query = connection.prepare_cached(&query)?;
    read(connection, words, query.query([number])?)
}

/// Reads games from rows that hold one seat each.
fn read(
    connection: &Connection,
    words: &WordTable,
    mut rows: Rows<'_>,
) -> rusqlite::Result<Vec<Outcome>> {
    let mut games: Vec<Outcome> = Vec::new();
    while let Some(row) = rows.next()? {
        let key = (row.get(0)?, row.get(1)?);
        let last = games.last().map(|game| (game.number, game.attempt));
        if last != Some(key) {
            games.push(outcome(connection, words, row)?);
        }
        if let Some(game) = games.last_mut() {
            seat(connection, words, row, game)?;
        }
    }
    Ok(games)
}

fn number(connection: &Connection, interned: &str) -> rusqlite::Result<Option<i64>> {
    let find = "SELECT word FROM words WHERE text = ?";
    connection
        .query_row(find, [interned], |row| row.get(0))
        .optional()
}

impl Iterator for FilteredOutcomes<'_> {
    type Item = rusqlite::Result<Outcome>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(outcome) = self.page.next() {
                return Some(Ok(outcome));
            }
            let after = self.after?;
            if let Err(error) = self.turn(after) {
                self.after = None;
                return Some(Err(error));
            }
        }
    }
}
