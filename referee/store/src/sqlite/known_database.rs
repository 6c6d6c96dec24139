//! Detects changes by other programs while a database is written: the state that its writer keeps in memory
//! would then be wrong.

use rusqlite::types::Value;
use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::{quick_check, shape};

/// Query for marks that identify the state of a database: the end of its chain, and the sizes of its tables.
const MARKS: &str = "SELECT closed, length(dictionary), \
     (SELECT max(seq) FROM chain), (SELECT hash FROM chain ORDER BY seq DESC LIMIT 1), \
     (SELECT max(rowid) FROM records), (SELECT max(number) FROM games), (SELECT max(number) FROM skips), \
     (SELECT max(word) FROM words), (SELECT count(*) FROM rulings), (SELECT count(*) FROM revisions), \
     (SELECT count(*) FROM sessions) FROM run";

/// State of a database as its writer knows it.
pub(super) struct KnownDatabase {
    /// Counter of changes by other connections, which also increases when they make a checkpoint
    /// (<https://www.sqlite.org/pragma.html#pragma_data_version>).
    others: i64,
    marks: Vec<Value>,
}

impl KnownDatabase {
    /// Reads the current state; must be called before anything else is read.
    pub(super) fn now(connection: &Connection) -> rusqlite::Result<KnownDatabase> {
        Ok(KnownDatabase {
            others: others(connection)?,
            marks: marks(connection)?,
        })
    }

    /// Begins a transaction for writing; returns an error if another program has changed something.
    pub(super) fn begin<'c>(
        &mut self,
        connection: &'c Connection,
    ) -> rusqlite::Result<Transaction<'c>> {
        let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
        let others = others(connection)?;
        if others != self.others {
            if marks(connection)? != self.marks || quick_check::check(connection)?.is_some() {
                return Err(shape("another program has changed the file meanwhile"));
            }
            self.others = others;
        }
        Ok(transaction)
    }

    /// Commits the transaction, and remembers the new state.
    pub(super) fn commit(&mut self, transaction: Transaction<'_>) -> rusqlite::Result<()> {
        self.marks = marks(&transaction)?;
        transaction.commit()
    }
}

fn others(connection: &Connection) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, "data_version", |row| row.get(0))
}

fn marks(connection: &Connection) -> rusqlite::Result<Vec<Value>> {
    let mut marks = connection.prepare_cached(MARKS)?;
    let columns = marks.column_count();
    marks.query_row([], |row| (0..columns).map(|at| row.get(at)).collect())
}
