//! Lines and the chain of their hashes.

use serde::Serialize;
use sha2::{Digest, Sha256};

/// What the key before the content says that it is.
#[derive(Clone, Copy)]
pub(crate) enum LineKind {
    Header,
    Record,
    Ruling,
    Skip,
}

/// The longest line that is written or read, its LF included: 64 MiB.
pub(crate) const MAX_LINE: usize = 64 << 20;
/// Hexadecimal digits of a hash.
const DIGITS: usize = 64;

impl LineKind {
    /// What a line after the first says that it is; that of a record, if it says nothing.
    pub(crate) fn of(line: &[u8]) -> LineKind {
        let all = [LineKind::Ruling, LineKind::Skip];
        let said = all.into_iter().find(|kind| line.starts_with(kind.prefix()));
        said.unwrap_or(LineKind::Record)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            LineKind::Header => "header",
            LineKind::Record => "record",
            LineKind::Ruling => "ruling",
            LineKind::Skip => "skip",
        }
    }

    pub(crate) fn prefix(self) -> &'static [u8] {
        match self {
            LineKind::Header => br#"{"header":"#,
            LineKind::Record => br#"{"record":"#,
            LineKind::Ruling => br#"{"ruling":"#,
            LineKind::Skip => br#"{"skip":"#,
        }
    }
}

const BEFORE_HASH: &[u8] = br#","hash":""#;
const AFTER_HASH: &[u8] = br#""}"#;

/// The hash of the last line so far; empty before the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineHash(String);

impl LineHash {
    /// The hash of the line that has this content and comes next.
    pub(crate) fn next(&self, content: &[u8]) -> LineHash {
        let mut hash = Sha256::new();
        hash.update(self.0.as_bytes());
        hash.update(content);
        let digit = |byte: u8| format!("{byte:02x}");
        LineHash(hash.finalize().iter().copied().map(digit).collect())
    }

    /// Whether a line carries this hash.
    pub(crate) fn is(&self, hash: &[u8]) -> bool {
        self.0.as_bytes() == hash
    }

    /// The hash in hexadecimal digits.
    pub(crate) fn digits(&self) -> &str {
        &self.0
    }

    /// Writes the line that comes next, its LF included, and the hash that it carries.
    pub(crate) fn write(
        &self,
        kind: LineKind,
        content: &impl Serialize,
    ) -> serde_json::Result<(Vec<u8>, LineHash)> {
        let mut line = kind.prefix().to_vec();
        serde_json::to_writer(&mut line, content)?;
        let hash = self.next(&line[kind.prefix().len()..]);
        line.extend_from_slice(BEFORE_HASH);
        line.extend_from_slice(hash.0.as_bytes());
        line.extend_from_slice(AFTER_HASH);
        line.push(b'\n');
        Ok((line, hash))
    }
}

/// Splits a line without its LF into the bytes of its content and its hash.
///
/// The bytes are taken as they stand: what is hashed must never pass through a parser and back.
pub(crate) fn split(kind: LineKind, line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.strip_prefix(kind.prefix())?;
    let (rest, hash) = line
        .strip_suffix(AFTER_HASH)?
        .split_last_chunk::<DIGITS>()?;
    Some((rest.strip_suffix(BEFORE_HASH)?, hash))
}
