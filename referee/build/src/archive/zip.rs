//! Reads ZIP files that strangers send (PKWARE, `APPNOTE.TXT` 6.3.10, 4.3 and 4.4).
//!
//! Only what all programs understand in the same way is read: one part without ZIP64, entries that aren't encrypted, are
//! stored or deflated and lie one behind the other, and two headers of each that agree. Libraries that read more let two
//! entries share a name or their bytes, and which of them counts differs between programs.

use std::io::{self, Read};
use std::path::Path;

use flate2::CrcReader;
use flate2::bufread::DeflateDecoder;

use super::unpacked_folder::{UnpackedFolder, refused};

/// Signature of the header in front of an entry's bytes, and its size without name and extra fields.
const LOCAL: (&[u8], usize) = (b"PK\x03\x04", 30);
/// Signature of an entry's header in the directory, and its size without name, extra fields and comment.
const CENTRAL: (&[u8], usize) = (b"PK\x01\x02", 46);
/// Signature of the record at the end, and its size without comment.
const END: (&[u8], usize) = (b"PK\x05\x06", 22);
/// Flags of entries that are encrypted, or that patch another file.
const SPECIAL: u16 = 1 | (1 << 5) | (1 << 6) | (1 << 13);
/// Methods of compression.
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// The part of a Unix mode that says what an entry is, and its values for a folder and a file; 0 where it was packed
/// elsewhere.
const KIND: u32 = 0o170_000;
const IS_FOLDER: u32 = 0o040_000;
const IS_FILE: u32 = 0o100_000;

/// An entry of a ZIP file.
pub(super) struct ZipEntry<'a> {
    name: &'a str,
    /// Unix mode.
    mode: u32,
    method: u16,
    packed: &'a [u8],
    /// Size in bytes that the directory says.
    size: u64,
    /// CRC-32 of the contents.
    crc: u32,
    /// Where header and bytes begin and end in the file.
    place: (usize, usize),
    /// Where the next header in the directory begins.
    next: usize,
}

/// Returns the entries of a ZIP file.
pub(super) fn entries(bytes: &[u8]) -> io::Result<Vec<ZipEntry<'_>>> {
    let end = end_record(bytes)?;
    let count = u16_at(bytes, end + 10)?;
    let [size, start] = [u32_at(bytes, end + 12)?, u32_at(bytes, end + 16)?].map(length);
    let parts = [u16_at(bytes, end + 4)?, u16_at(bytes, end + 6)?];
    let is_whole = parts == [0, 0] && u16_at(bytes, end + 8)? == count;
    if !is_whole || start.checked_add(size) != Some(end) {
        return Err(io::Error::other(
            "its directory isn't where it should be; expected a ZIP file in one part without ZIP64, with nothing in \
             front of it or behind it; make it anew",
        ));
    }
    let mut entries = Vec::new();
    let mut at = start;
    for _ in 0..count {
        let entry = ZipEntry::read(bytes, start, at)?;
        at = entry.next;
        entries.push(entry);
    }
    let mut places: Vec<(usize, usize)> = entries.iter().map(|entry| entry.place).collect();
    places.sort_unstable();
    let share = |pair: &[(usize, usize)]| pair[1].0 < pair[0].1;
    if at != end || places.windows(2).any(share) {
        return Err(io::Error::other(
            "its entries share bytes, or aren't as many as it says; make it anew",
        ));
    }
    Ok(entries)
}

/// Finds the record at the end, which only a comment follows.
fn end_record(bytes: &[u8]) -> io::Result<usize> {
    let (signature, size) = END;
    let last = bytes.len().checked_sub(size).ok_or_else(damaged)?;
    let first = last.saturating_sub(u16::MAX.into());
    let ends_here = |at: &usize| {
        let comment = u16_at(bytes, at + 20).map(usize::from);
        bytes[*at..].starts_with(signature) && comment.is_ok_and(|comment| at + comment == last)
    };
    (first..=last).rev().find(ends_here).ok_or_else(damaged)
}

impl<'a> ZipEntry<'a> {
    /// Reads both headers of an entry: in the directory, which begins at `directory`, and in front of its bytes.
    fn read(bytes: &'a [u8], directory: usize, at: usize) -> io::Result<ZipEntry<'a>> {
        let (signature, size) = CENTRAL;
        let central = bytes.get(at..).ok_or_else(damaged)?;
        let name_length = usize::from(u16_at(central, 28)?);
        let name = part(central, size, name_length)?;
        let name = str::from_utf8(name).map_err(|_| {
            let shown = String::from_utf8_lossy(name);
            io::Error::other(format!("{shown:?}: the name isn't UTF-8; rename it"))
        })?;
        let refuse = |why: &str| refused(Path::new(name), why);
        let (flags, method) = (u16_at(central, 8)?, u16_at(central, 10)?);
        if flags & SPECIAL != 0 {
            return Err(refuse("it is encrypted; pack it without a password"));
        }
        if ![STORED, DEFLATED].contains(&method) {
            return Err(refuse("expected that it is deflated; pack it with `zip`"));
        }
        let sizes = [
            u32_at(central, 20)?,
            u32_at(central, 24)?,
            u32_at(central, 42)?,
        ];
        if sizes.contains(&u32::MAX) {
            return Err(refuse("expected no ZIP64; pack it with `zip`"));
        }
        let [packed, _, start] = sizes.map(length);
        let (local_signature, local_size) = LOCAL;
        let local = bytes.get(start..directory).ok_or_else(damaged)?;
        let local_name = part(local, local_size, u16_at(local, 26)?.into())?;
        let contents = local_size + local_name.len() + usize::from(u16_at(local, 28)?);
        let is_same = local_name == name.as_bytes()
            && u16_at(local, 6)? & SPECIAL == 0
            && u16_at(local, 8)? == method;
        if !central.starts_with(signature) || !local.starts_with(local_signature) || !is_same {
            return Err(damaged());
        }
        let behind = usize::from(u16_at(central, 30)?) + usize::from(u16_at(central, 32)?);
        Ok(ZipEntry {
            name,
            mode: u32_at(central, 38)? >> 16,
            method,
            packed: part(local, contents, packed)?,
            size: sizes[1].into(),
            crc: u32_at(central, 16)?,
            place: (start, start + contents + packed),
            next: at + size + name_length + behind,
        })
    }

    /// Writes the entry into a folder.
    pub(super) fn unpack(&self, folder: &mut UnpackedFolder) -> io::Result<()> {
        let path = Path::new(self.name);
        let kind = self.mode & KIND;
        let is_folder = self.name.ends_with('/');
        let expected = if is_folder { IS_FOLDER } else { IS_FILE };
        if ![0, expected].contains(&kind) {
            let why = "it is neither a file nor a folder; put a file in its place";
            return Err(refused(path, why));
        }
        if is_folder {
            return folder.folder(path);
        }
        let packed: Box<dyn Read + '_> = if self.method == STORED {
            Box::new(self.packed)
        } else {
            Box::new(DeflateDecoder::new(self.packed))
        };
        let mut contents = CrcReader::new(packed);
        let executable = self.mode & 0o111 != 0;
        let written = folder.file(path, executable, self.size, &mut contents)?;
        if written && contents.crc().sum() != self.crc {
            let why = "its checksum is another one; make the archive anew";
            return Err(refused(path, why));
        }
        Ok(())
    }
}

/// Returns a part of some bytes.
fn part(bytes: &[u8], at: usize, length: usize) -> io::Result<&[u8]> {
    let rest = bytes.get(at..).ok_or_else(damaged)?;
    rest.get(..length).ok_or_else(damaged)
}

fn u16_at(bytes: &[u8], at: usize) -> io::Result<u16> {
    field(bytes, at).map(u16::from_le_bytes)
}

fn u32_at(bytes: &[u8], at: usize) -> io::Result<u32> {
    field(bytes, at).map(u32::from_le_bytes)
}

/// Reads the bytes of a number.
fn field<const N: usize>(bytes: &[u8], at: usize) -> io::Result<[u8; N]> {
    let rest = bytes.get(at..).and_then(<[u8]>::first_chunk::<N>);
    rest.copied().ok_or_else(damaged)
}

/// Turns a length or a place into one in memory, where none is larger than what is there.
fn length(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn damaged() -> io::Error {
    io::Error::other("the ZIP file is damaged, or its headers disagree; make it anew")
}
