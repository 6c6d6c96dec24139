//! Whether others have changed a database while it is written: what its writer keeps in mind of it would be
//! wrong then.

use rusqlite::types::Value;
use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::check::ChainCheck;
use super::fault::Stop;
use super::shape;

/// What tells a database from what it was: the end of its chain, and how much there is of everything.
const MARKS: &str = "SELECT closed, length(dictionary), \
     (SELECT max(seq) FROM chain), (SELECT hash FROM chain ORDER BY seq DESC LIMIT 1), \
     (SELECT max(rowid) FROM records), (SELECT max(number) FROM games), (SELECT max(number) FROM skips), \
     (SELECT max(word) FROM words), (SELECT count(*) FROM rulings), (SELECT count(*) FROM editions), \
     (SELECT count(*) FROM sittings) FROM run";

/// A database as its writer knows it.
pub(super) struct KnownDatabase {
    /// The count of what others did, which a checkpoint of theirs moves too
    /// (<https://www.sqlite.org/pragma.html#pragma_data_version>).
    others: i64,
    marks: Vec<Value>,
}

impl KnownDatabase {
    /// To be called before anything else is read.
    pub(super) fn now(connection: &Connection) -> rusqlite::Result<KnownDatabase> {
        Ok(KnownDatabase {
            others: others(connection)?,
            marks: marks(connection)?,
        })
    }

    /// A transaction that may write, unless others have changed something.
    pub(super) fn begin<'c>(
        &mut self,
        connection: &'c Connection,
    ) -> rusqlite::Result<Transaction<'c>> {
        let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
        let others = others(connection)?;
        if others != self.others {
            if marks(connection)? != self.marks || !holds(connection)? {
                return Err(shape("another program has changed the file meanwhile"));
            }
            self.others = others;
        }
        Ok(transaction)
    }

    /// Commits what was written.
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

/// Whether both ends of the chain do.
fn holds(connection: &Connection) -> rusqlite::Result<bool> {
    match ChainCheck::new(connection)?.ends() {
        Ok(()) => Ok(true),
        Err(Stop::Fault(_)) => Ok(false),
        Err(Stop::Sql(error)) => Err(error),
    }
}
