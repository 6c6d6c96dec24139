//! Lines of an export.

use crate::chain::{ChainHash, EntryKind};

/// Number of hexadecimal digits of a hash.
const DIGITS: usize = 64;
const BEFORE_HASH: &[u8] = br#","hash":""#;
const AFTER_HASH: &[u8] = br#""}"#;

/// Returns how a line of this kind begins.
pub(super) fn prefix(kind: EntryKind) -> Vec<u8> {
    format!("{{\"{}\":", kind.name()).into_bytes()
}

/// Returns the kind of a line after the header; a line with an unknown key counts as a record.
pub(super) fn kind(line: &[u8]) -> EntryKind {
    use EntryKind::{Record, Revision, Ruling, Session, Skip};
    let mut others = [Revision, Session, Ruling, Skip].into_iter();
    let said = others.find(|kind| line.starts_with(&prefix(*kind)));
    said.unwrap_or(Record)
}

/// Makes a line, including its LF.
pub(super) fn line(kind: EntryKind, text: &[u8], hash: ChainHash) -> Vec<u8> {
    let (begin, digits) = (prefix(kind), hash.digits());
    let end = [BEFORE_HASH, digits.as_bytes(), AFTER_HASH, b"\n"].concat();
    [&begin, text, &end].concat()
}

/// Splits a line without its LF into the bytes of its text and its hash.
///
/// The bytes stay as they are in the file: hashed data must never pass through a parser and back.
pub(super) fn split(kind: EntryKind, line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.strip_prefix(&*prefix(kind))?;
    let (rest, hash) = line
        .strip_suffix(AFTER_HASH)?
        .split_last_chunk::<DIGITS>()?;
    Some((rest.strip_suffix(BEFORE_HASH)?, hash))
}
