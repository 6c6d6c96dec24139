//! All entries of a run, as an export has them: those of the hash chain, then those of the games that wait for
//! earlier ones.

use std::io;

use rusqlite::Connection;

use super::check::ChainCheck;
use super::fault::Stop;
use super::hash_chain::ChainTail;
use super::shape;
use crate::chain::{EntryKind, digest};

/// Query for the games that wait, in the order in which they will enter the chain.
const WAITING: &str = "SELECT kind, w.number, w.attempt FROM (\
     SELECT 'record' AS kind, number, attempt FROM records \
     UNION ALL SELECT 'skip', number, 0 FROM skips) AS w, run \
     WHERE w.number > closed ORDER BY w.number, w.attempt = 0, w.attempt";

/// Passes kind and text of every entry to `tell`, until that returns an error. Stops at the first damage.
pub(super) fn all(
    connection: &Connection,
    tell: &mut dyn FnMut(EntryKind, &[u8]) -> io::Result<()>,
) -> Result<io::Result<()>, Stop> {
    // A transaction reads one state, even if another process writes meanwhile.
    let moment = connection.unchecked_transaction()?;
    let mut walk = ChainCheck::new(&moment)?;
    let chain = "SELECT seq, kind, number, attempt, hash FROM chain ORDER BY seq";
    let mut chain = moment.prepare(chain)?;
    let mut rows = chain.query([])?;
    while let Some(row) = rows.next()? {
        let (entry, text) = walk.holds(row)?;
        if let Err(error) = tell(entry.kind, &text) {
            return Ok(Err(error));
        }
    }
    waiting(&walk, tell)
}

/// Passes kind and text of every game that waits to `tell`, until that returns an error.
fn waiting(
    walk: &ChainCheck<'_>,
    tell: &mut dyn FnMut(EntryKind, &[u8]) -> io::Result<()>,
) -> Result<io::Result<()>, Stop> {
    let mut waiting = walk.connection.prepare(WAITING)?;
    let mut rows = waiting.query([])?;
    while let Some(row) = rows.next()? {
        let word: String = row.get(0)?;
        let (Some(kind), number, attempt) = (EntryKind::of(&word), row.get(1)?, row.get(2)?) else {
            continue;
        };
        if let Some(text) = walk.content(kind, number, attempt)?
            && let Err(error) = tell(kind, &text)
        {
            return Ok(Err(error));
        }
    }
    Ok(Ok(()))
}

/// Returns the hash of the last entry, in hexadecimal digits.
pub(super) fn fingerprint(connection: &Connection) -> rusqlite::Result<String> {
    let moment = connection.unchecked_transaction()?;
    let mut tail = ChainTail::stored(&moment)?;
    let told = waiting(&ChainCheck::new(&moment)?, &mut |kind, text| {
        tail.advance(kind, digest(text));
        Ok(())
    });
    match told {
        Err(Stop::Sql(error)) => return Err(error),
        Err(Stop::Fault(fault)) => return Err(shape(fault.to_string())),
        Ok(_) => {}
    }
    Ok(tail.fingerprint())
}
