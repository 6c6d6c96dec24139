//! The hash chain: a hash binds every entry to all entries before it.

use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};

use super::shape;

/// Kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EntryKind {
    Revision,
    Session,
    Record,
    Skip,
    Ruling,
}

impl EntryKind {
    const ALL: [EntryKind; 5] = [
        EntryKind::Revision,
        EntryKind::Session,
        EntryKind::Record,
        EntryKind::Skip,
        EntryKind::Ruling,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            EntryKind::Revision => "revision",
            EntryKind::Session => "session",
            EntryKind::Record => "record",
            EntryKind::Skip => "skip",
            EntryKind::Ruling => "ruling",
        }
    }

    pub(super) fn of(name: &str) -> Option<EntryKind> {
        EntryKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

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
    hash: Option<[u8; 32]>,
}

impl ChainTail {
    /// Computes the hash of the next entry, and moves to it. The hash is SHA-256 over the hash before it
    /// (nothing before the first), the kind as a word and a zero byte, number and attempt, little-endian, and
    /// the entry's digest.
    pub(super) fn advance(&mut self, entry: &ChainEntry) -> [u8; 32] {
        let mut sum = Sha256::new();
        sum.update(self.hash.as_ref().map_or(&[][..], |hash| hash));
        sum.update(entry.kind.name());
        sum.update([0]);
        sum.update(entry.number.to_le_bytes());
        sum.update(entry.attempt.to_le_bytes());
        sum.update(entry.digest);
        let hash = sum.finalize().into();
        self.hash = Some(hash);
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
        let hash = self.advance(entry);
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

    /// Writes an entry for a config revision or a session with this number.
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
            hash: Some(hash),
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
            hash: Some(hash),
        })
    }

    /// Returns the last hash in hexadecimal digits.
    pub(super) fn fingerprint(&self) -> String {
        let digits = self.hash.iter().flatten().map(|byte| format!("{byte:02x}"));
        digits.collect()
    }
}
