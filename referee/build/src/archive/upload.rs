//! Unpacks archives that strangers send: `.tar`, `.tar.gz` and `.zip`, told apart by their bytes.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use referee_config::SourceLimits;

use super::unpacked_folder::UnpackedFolder;
use super::{untar, zip};

/// First bytes of a ZIP file.
const ZIP: &[u8] = b"PK";
/// First bytes of what gzip has compressed.
const GZIP: &[u8] = &[0x1f, 0x8b];
/// Word in the first header of a tar archive, and its place there.
const USTAR: (usize, &[u8]) = (257, b"ustar");
/// Number of bytes that a tar archive has for a file beside its contents: headers with long names, and padding.
const HEADERS: u64 = 4096;

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
        for entry in zip::entries(bytes)? {
            entry.unpack(&mut folder)?;
        }
    } else if bytes.starts_with(GZIP) {
        let headers = bounds.files.saturating_mul(HEADERS);
        let contents = Bounded {
            inner: GzDecoder::new(bytes),
            left: (bounds.mib << 20).saturating_add(headers),
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
/// whole, and gzip makes a thousand bytes of one.
struct Bounded<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        let left = self.left.checked_sub(read as u64);
        self.left = left.ok_or_else(|| {
            io::Error::other("unpacked it is larger than a bot's files may be; make it smaller")
        })?;
        Ok(read)
    }
}

#[cfg(test)]
mod tests;
