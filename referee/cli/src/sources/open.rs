//! Opens files that somebody else may put links and pipes in the place of.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::OFlags;

/// Opens a file for reading; follows no link, and doesn't wait for the other end of a pipe.
pub fn open(path: &Path) -> io::Result<File> {
    let special = || io::Error::other("this is no file, folder or link; take it out");
    // A device may do something when it is opened.
    if !fs::symlink_metadata(path)?.is_file() {
        return Err(special());
    }
    // It may have become a link or a pipe just now.
    let careful = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let careful = i32::try_from(careful.bits()).unwrap_or_default();
    let mut options = OpenOptions::new();
    let file = options.read(true).custom_flags(careful).open(path)?;
    if !file.metadata()?.is_file() {
        return Err(special());
    }
    Ok(file)
}
