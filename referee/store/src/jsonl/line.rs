//! Lines of an export, and their hash chain.

use serde::Serialize;
use sha2::{Digest, Sha256};

/// Kind of a line, given by the key before its content.
#[derive(Clone, Copy)]
pub(crate) enum LineKind {
    Header,
    Record,
    Ruling,
    Skip,
}

/// Number of hexadecimal digits of a hash.
const DIGITS: usize = 64;

impl LineKind {
    /// Returns the kind of a line after the header; a line with an unknown key counts as a record.
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

/// Hash of the last line so far; empty before the first line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LineHash(String);

impl LineHash {
    /// Computes the hash of the next line from its content.
    pub(crate) fn next(&self, content: &[u8]) -> LineHash {
        let mut hash = Sha256::new();
        hash.update(self.0.as_bytes());
        hash.update(content);
        let digit = |byte: u8| format!("{byte:02x}");
        LineHash(hash.finalize().iter().copied().map(digit).collect())
    }

    /// Returns true if a line's hash equals this one.
    pub(crate) fn is(&self, hash: &[u8]) -> bool {
        self.0.as_bytes() == hash
    }

    /// Returns the hash in hexadecimal digits.
    pub(crate) fn digits(&self) -> &str {
        &self.0
    }

    /// Builds the next line, including its LF, and returns it with its hash.
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
/// The bytes stay as they are in the file: hashed data must never pass through a parser and back.
pub(crate) fn split(kind: LineKind, line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.strip_prefix(kind.prefix())?;
    let (rest, hash) = line
        .strip_suffix(AFTER_HASH)?
        .split_last_chunk::<DIGITS>()?;
    Some((rest.strip_suffix(BEFORE_HASH)?, hash))
}
