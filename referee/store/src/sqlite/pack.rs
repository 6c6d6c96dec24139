//! Compresses records: LZ4 blocks whose dictionary is the beginning of the first record, since records are
//! similar.

use referee_record::Record;
use rusqlite::{Connection, OptionalExtension};

use super::shape;
use crate::format::MAX_LINE;

/// Longest dictionary, in bytes: half of the window of LZ4.
const DICTIONARY: usize = 32 << 10;

/// Compresses the JSON of a record, and puts its size in front.
pub(super) fn pack(text: &[u8], dictionary: &[u8]) -> Vec<u8> {
    lz4_flex::block::compress_prepend_size_with_dict(text, dictionary)
}

/// Decompresses the JSON of a record.
pub(super) fn unpack(packed: &[u8], dictionary: &[u8]) -> Result<Vec<u8>, String> {
    let (size, packed) = packed
        .split_first_chunk::<4>()
        .ok_or("it is shorter than its size")?;
    let size = u32::from_le_bytes(*size) as usize;
    // The size is checked before memory is allocated, since the file may be damaged.
    if size > MAX_LINE {
        return Err("it is longer than 64 MiB".to_owned());
    }
    let text = lz4_flex::block::decompress_with_dict(packed, size, dictionary)
        .map_err(|error| error.to_string())?;
    if text.len() == size {
        Ok(text)
    } else {
        Err(format!("it has {} bytes, not {size}", text.len()))
    }
}

/// Makes the dictionary from the first record.
pub(super) fn dictionary(first: &[u8]) -> Vec<u8> {
    first[..first.len().min(DICTIONARY)].to_vec()
}

/// Returns the dictionary of a run, or `None` before its first record.
pub(super) fn stored(connection: &Connection) -> rusqlite::Result<Option<Vec<u8>>> {
    connection.query_row("SELECT dictionary FROM run", [], |row| row.get(0))
}

/// Returns the JSON of an attempt at a game; `None` if there is none.
pub(super) fn text(
    connection: &Connection,
    dictionary: &[u8],
    (number, attempt): (u64, u32),
) -> rusqlite::Result<Option<Result<Vec<u8>, String>>> {
    connection
        .prepare_cached("SELECT packed FROM records WHERE number = ? AND attempt = ?")?
        .query_row((number, attempt), |row| {
            Ok(unpack(row.get_ref(0)?.as_blob()?, dictionary))
        })
        .optional()
}

/// Parses a record from its JSON; the error names the game and the attempt.
pub(super) fn record(
    text: Result<impl AsRef<[u8]>, String>,
    (number, attempt): (u64, u32),
) -> rusqlite::Result<Record> {
    let record =
        text.and_then(|text| serde_json::from_slice(text.as_ref()).map_err(|e| e.to_string()));
    record.map_err(|why| {
        shape(format!(
            "game {number}, attempt {attempt}: its record can't be read: {why}"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_that_is_not_right_is_refused() {
        let text = b"a record, a record, a record";
        let packed = pack(text, b"a record");
        assert_eq!(unpack(&packed, b"a record").as_deref(), Ok(&text[..]));
        for by in [-1, 1, 3] {
            let mut forged = packed.clone();
            forged[0] = forged[0].wrapping_add_signed(by);
            assert!(unpack(&forged, b"a record").is_err(), "{by}");
        }
    }
}
