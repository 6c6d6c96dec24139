//! The hash chain as it is stored.

use rusqlite::{Connection, OptionalExtension, params};

use super::shape;
use crate::chain::{ChainHash, EntryKind};

/// An entry without its hash: its kind; the number of the game, config revision or session; the attempt (0
/// where there is none); and a hash of the exact bytes of its text.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChainEntry {
    pub(super) kind: EntryKind,
    pub(super) number: u64,
    pub(super) attempt: u32,
    pub(super) digest: [u8; 32],
}

/// The end of the chain.
#[derive(Clone, Default)]
pub(super) struct ChainTail {
    /// Number of entries.
    pub(super) length: u64,
    hash: ChainHash,
}

impl ChainTail {
    /// Computes the hash of the next entry, and moves to it.
    pub(super) fn advance(&mut self, kind: EntryKind, digest: [u8; 32]) -> [u8; 32] {
        let hash = self.hash.next(kind, digest);
        self.hash = ChainHash(Some(hash));
        self.length += 1;
        hash
    }

    /// Writes the next entry.
    pub(super) fn append(
        &mut self,
        connection: &Connection,
        entry: &ChainEntry,
    ) -> rusqlite::Result<()> {
        let seq = self.length;
        let hash = self.advance(entry.kind, entry.digest);
        connection
            .prepare_cached(
                "INSERT INTO chain (seq, kind, number, attempt, hash) VALUES (?, ?, ?, ?, ?)",
            )?
            .execute(params![
                seq,
                entry.kind.name(),
                entry.number,
                entry.attempt,
                hash
            ])?;
        Ok(())
    }

    /// Writes an entry for the header, a config revision or a session with this number.
    pub(super) fn append_text(
        &mut self,
        connection: &Connection,
        kind: EntryKind,
        (number, digest): (u64, [u8; 32]),
    ) -> rusqlite::Result<()> {
        let attempt = 0;
        let entry = ChainEntry {
            kind,
            number,
            attempt,
            digest,
        };
        self.append(connection, &entry)
    }

    /// Returns the end of the chain as it was before an entry.
    pub(super) fn before(connection: &Connection, seq: u64) -> rusqlite::Result<ChainTail> {
        let Some(last) = seq.checked_sub(1) else {
            return Ok(ChainTail::default());
        };
        let find = "SELECT hash FROM chain WHERE seq = ?";
        let hash = connection.query_row(find, [last], |row| row.get(0))?;
        Ok(ChainTail {
            length: seq,
            hash: ChainHash(Some(hash)),
        })
    }

    /// Reads the stored end of the chain; an error if the chain is empty.
    pub(super) fn stored(connection: &Connection) -> rusqlite::Result<ChainTail> {
        let last = "SELECT seq, hash FROM chain ORDER BY seq DESC LIMIT 1";
        let last = connection.query_row(last, [], |row| Ok((row.get::<_, u64>(0)?, row.get(1)?)));
        let (seq, hash) = last
            .optional()?
            .ok_or_else(|| shape("the chain is empty"))?;
        Ok(ChainTail {
            length: seq + 1,
            hash: ChainHash(Some(hash)),
        })
    }

    /// Returns the last hash in hexadecimal digits.
    pub(super) fn fingerprint(&self) -> String {
        self.hash.digits()
    }
}
