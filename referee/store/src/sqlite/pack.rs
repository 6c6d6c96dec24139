//! Compresses records by Zstandard, with the beginning of the first record as the dictionary, since records are
//! similar.

use std::cell::RefCell;
use std::io;

use referee_record::Record;
use rusqlite::{Connection, OptionalExtension};
use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::get_frame_content_size;

use super::shape;
use crate::format::MAX_LINE;

/// Longest dictionary, in bytes.
const DICTIONARY: usize = 32 << 10;
/// Level of compression. Level 5 makes records a tenth smaller, and takes twice the time.
const LEVEL: i32 = 3;

/// Compresses the records of a run.
pub(super) struct RecordPacker(Compressor<'static>);

impl RecordPacker {
    /// Creates a packer of the run with this dictionary.
    pub(super) fn new(dictionary: &[u8]) -> rusqlite::Result<RecordPacker> {
        Compressor::with_dictionary(LEVEL, dictionary)
            .map(RecordPacker)
            .map_err(|error| failed(&error))
    }

    /// Compresses the JSON of a record.
    pub(super) fn pack(&mut self, text: &[u8]) -> rusqlite::Result<Vec<u8>> {
        self.0.compress(text).map_err(|error| failed(&error))
    }
}

/// Decompresses the records of a run.
pub(super) struct RecordUnpacker {
    dictionary: Vec<u8>,
    decompressor: RefCell<Decompressor<'static>>,
}

impl RecordUnpacker {
    /// Creates an unpacker of the run with this dictionary.
    fn new(dictionary: Vec<u8>) -> rusqlite::Result<RecordUnpacker> {
        let decompressor =
            Decompressor::with_dictionary(&dictionary).map_err(|error| failed(&error))?;
        Ok(RecordUnpacker {
            dictionary,
            decompressor: RefCell::new(decompressor),
        })
    }

    /// Creates an unpacker of the run with its stored dictionary.
    pub(super) fn of_run(connection: &Connection) -> rusqlite::Result<RecordUnpacker> {
        RecordUnpacker::new(stored(connection)?.unwrap_or_default())
    }

    /// Returns the dictionary; empty before the first record.
    pub(super) fn dictionary(&self) -> &[u8] {
        &self.dictionary
    }

    /// Decompresses the JSON of a record.
    pub(super) fn unpack(&self, packed: &[u8]) -> Result<Vec<u8>, String> {
        let size = get_frame_content_size(packed).ok().flatten();
        let size = size.ok_or("it doesn't begin with its size")?;
        // The size is checked before memory is allocated, since the file may be damaged.
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        if size > MAX_LINE {
            return Err("it is longer than 64 MiB".to_owned());
        }
        let mut decompressor = self.decompressor.borrow_mut();
        let text = decompressor.decompress(packed, size);
        text.map_err(|error| error.to_string())
    }

    /// Returns the JSON of an attempt at a game; `None` if there is none.
    pub(super) fn text(
        &self,
        connection: &Connection,
        (number, attempt): (u64, u32),
    ) -> rusqlite::Result<Option<Result<Vec<u8>, String>>> {
        connection
            .prepare_cached("SELECT packed FROM records WHERE number = ? AND attempt = ?")?
            .query_row((number, attempt), |row| {
                Ok(self.unpack(row.get_ref(0)?.as_blob()?))
            })
            .optional()
    }
}

/// Converts an error of the compressor, which is one of memory.
fn failed(error: &io::Error) -> rusqlite::Error {
    shape(format!("records can't be compressed here: {error}"))
}

/// Makes the dictionary from the first record.
pub(super) fn dictionary(first: &[u8]) -> Vec<u8> {
    first[..first.len().min(DICTIONARY)].to_vec()
}

/// Returns the dictionary of a run, or `None` before its first record.
pub(super) fn stored(connection: &Connection) -> rusqlite::Result<Option<Vec<u8>>> {
    connection.query_row("SELECT dictionary FROM run", [], |row| row.get(0))
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
        let mut packer = RecordPacker::new(b"a record").expect("memory");
        let unpacker = RecordUnpacker::new(b"a record".to_vec()).expect("memory");
        let packed = packer.pack(text).expect("memory");
        assert_eq!(unpacker.unpack(&packed).as_deref(), Ok(&text[..]));
        // The content size of a short frame is the byte after the magic number and the frame's flags
        // (RFC 8878, 3.1.1.1).
        assert_eq!(packed[5], 28);
        for by in [-1, 1, 3, 100] {
            let mut forged = packed.clone();
            forged[5] = forged[5].wrapping_add_signed(by);
            assert!(unpacker.unpack(&forged).is_err(), "{by}");
        }
        assert!(unpacker.unpack(&packed[..5]).is_err());
        assert!(unpacker.unpack(&[]).is_err());
    }
}
