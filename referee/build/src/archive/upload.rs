//! Unpacks archives that strangers send: `.tar`, `.tar.gz` and `.zip`, told apart by their bytes.

use std::cell::Cell;
use std::ffi::OsStr;
use std::fmt::Display;
use std::fs;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use referee_config::SourceLimits;
use zip::ZipArchive;
use zip::read::{ArchiveOffset, Config};
use zip::result::ZipError;

use super::unpacked_folder::{UnpackedFolder, refused};
use super::untar;

/// First bytes of a ZIP file.
const ZIP: &[u8] = b"PK";
/// First bytes of what gzip has compressed.
const GZIP: &[u8] = &[0x1f, 0x8b];
/// Word in the first header of a tar archive, and its place there.
const USTAR: (usize, &[u8]) = (257, b"ustar");
/// Number of bytes that a tar archive has for a file beside its contents: headers with long names, and padding.
const HEADERS: u64 = 4096;
/// Number of bytes that a ZIP file may have for an entry in its directory: a header with a name and extra fields.
const ZIP_HEADER: u64 = 1024;
/// Number of bytes of a ZIP file that are read to find its directory, behind which a comment of 64 KiB may stand.
const ZIP_END: u64 = 256 << 10;
/// The part of a Unix mode that says what an entry is, and its values for a folder and a file; 0 where it was packed
/// elsewhere.
const KIND: u32 = 0o170_000;
const IS_FOLDER: u32 = 0o040_000;
const IS_FILE: u32 = 0o100_000;

/// Unpacks an archive that a stranger has sent into a new folder. Returns the folder of its files, which is that one, or
/// the only entry in it, as the archives of GitHub have one.
///
/// # Errors
///
/// Returns an error for anything that isn't a file or a folder, for names and paths that could be taken for others, and
/// for more than the bounds allow, by what the archive says or by what it holds. Something may be unpacked then. Errors
/// of the system have its number ([`io::Error::raw_os_error`]); for all others the archive is to blame.
pub fn unpack_upload(bytes: &[u8], to: &Path, bounds: SourceLimits) -> io::Result<PathBuf> {
    let mut folder = UnpackedFolder::make(to, bounds, true)?;
    let (place, word) = USTAR;
    let behind = bytes.get(place..);
    if bytes.starts_with(ZIP) {
        unzip(bytes, bounds, &mut folder)?;
    } else if bytes.starts_with(GZIP) {
        let headers = bounds.files.saturating_mul(HEADERS);
        let left = Cell::new((bounds.mib << 20).saturating_add(headers));
        let contents = Bounded {
            inner: GzDecoder::new(bytes),
            left: &left,
            why: "unpacked it is larger than a bot's files may be; make it smaller",
        };
        untar(contents, &mut folder)?;
    } else if behind.is_some_and(|behind| behind.starts_with(word)) {
        untar(bytes, &mut folder)?;
    } else {
        let why = "its format isn't known; expected .tar, .tar.gz or .zip";
        return Err(io::Error::other(why));
    }
    inner(to)
}

/// Unpacks the entries of a ZIP file, by its directory: of entries with one name there is only the last.
fn unzip(bytes: &[u8], bounds: SourceLimits, folder: &mut UnpackedFolder) -> io::Result<()> {
    let most = bounds.files;
    let directory = most.saturating_mul(ZIP_HEADER);
    let left = Cell::new(directory.saturating_add(ZIP_END));
    let why = format!("it has far more than {most} files, or entries that share bytes");
    let reader = Bounded {
        inner: Cursor::new(bytes),
        left: &left,
        why: &why,
    };
    // The directory is where the archive says, and isn't searched for.
    let config = Config {
        archive_offset: ArchiveOffset::Known(0),
    };
    let archive = ZipArchive::with_config(config, reader);
    let mut archive = archive.map_err(|error| io::Error::other(unreadable(&error)))?;
    // Entries that share no bytes need no more.
    left.set(bytes.len() as u64);
    for number in 0..archive.len() {
        let name = PathBuf::from(archive.name_for_index(number).unwrap_or_default());
        let entry = archive.by_index(number);
        let mut entry = entry.map_err(|error| refused(&name, unreadable(&error)))?;
        // As it is in the archive: what isn't UTF-8 is refused with the other names.
        let path = PathBuf::from(OsStr::from_bytes(entry.name_raw()));
        let mode = entry.unix_mode().unwrap_or(0);
        let is_folder = entry.name_raw().ends_with(b"/");
        let expected = if is_folder { IS_FOLDER } else { IS_FILE };
        if ![0, expected].contains(&(mode & KIND)) {
            let why = "it is neither a file nor a folder; put a file in its place";
            return Err(refused(&path, why));
        }
        if is_folder {
            folder.folder(&path)?;
        } else {
            let size = entry.size();
            folder.file(&path, mode & 0o111 != 0, size, &mut entry)?;
        }
    }
    Ok(())
}

/// Says why a ZIP file or an entry of it can't be read, and what to do.
fn unreadable(error: &ZipError) -> String {
    let why: &dyn Display = match error {
        ZipError::Io(inner) => inner,
        other => other,
    };
    format!("{why}; make it anew with `zip`, without a password")
}

/// Returns the only folder in a folder, or the folder itself if it holds anything else.
fn inner(to: &Path) -> io::Result<PathBuf> {
    let mut entries = fs::read_dir(to)?;
    let first = entries.next().transpose()?;
    let only = first.filter(|_| entries.next().is_none());
    match only {
        Some(only) if only.file_type()?.is_dir() => Ok(only.path()),
        _ => Ok(to.to_owned()),
    }
}

/// Reads up to a number of bytes; to have more is an error. The long names of a tar archive are read into memory as a
/// whole, and gzip makes a thousand bytes of one. The crate `zip` takes twenty times the memory of a directory, looks for
/// another one where that is damaged, and reads again what entries share. For entries that are said to be there, but
/// aren't, it only reserves addresses.
struct Bounded<'a, R> {
    inner: R,
    left: &'a Cell<u64>,
    /// What is said of more bytes.
    why: &'a str,
}

impl<R: Read> Read for Bounded<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        let left = self.left.get().checked_sub(read as u64);
        self.left.set(left.unwrap_or(0));
        match left {
            Some(_) => Ok(read),
            None => Err(io::Error::other(self.why)),
        }
    }
}

impl<R: Seek> Seek for Bounded<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.inner.seek(to)
    }
}

#[cfg(test)]
mod tests;
