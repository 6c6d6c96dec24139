//! The hash chain of a run, which is the same in its database and in an export: a hash binds every entry to all
//! entries before it.

use sha2::{Digest, Sha256};

/// Kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryKind {
    /// What all config revisions share; the first entry, and only that.
    Header,
    Revision,
    Session,
    Record,
    Skip,
    Ruling,
}

impl EntryKind {
    const ALL: [EntryKind; 6] = [
        EntryKind::Header,
        EntryKind::Revision,
        EntryKind::Session,
        EntryKind::Record,
        EntryKind::Skip,
        EntryKind::Ruling,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            EntryKind::Header => "header",
            EntryKind::Revision => "revision",
            EntryKind::Session => "session",
            EntryKind::Record => "record",
            EntryKind::Skip => "skip",
            EntryKind::Ruling => "ruling",
        }
    }

    pub(crate) fn of(name: &str) -> Option<EntryKind> {
        EntryKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Hash of the last entry so far; `None` before the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChainHash(pub(crate) Option<[u8; 32]>);

impl ChainHash {
    /// Computes the hash of the next entry: SHA-256 over the hash before it (nothing before the first), the kind
    /// as a word, a zero byte, and the digest of the entry's text.
    pub(crate) fn next(self, kind: EntryKind, digest: [u8; 32]) -> [u8; 32] {
        let mut sum = Sha256::new();
        sum.update(self.0.as_ref().map_or(&[][..], |hash| hash));
        sum.update(kind.name());
        sum.update([0]);
        sum.update(digest);
        sum.finalize().into()
    }

    /// Returns the hash in hexadecimal digits.
    pub(crate) fn digits(self) -> String {
        let digits = self.0.iter().flatten().map(|byte| format!("{byte:02x}"));
        digits.collect()
    }
}

/// Computes the SHA-256 of the exact bytes of a text.
pub(crate) fn digest(text: &[u8]) -> [u8; 32] {
    Sha256::digest(text).into()
}
