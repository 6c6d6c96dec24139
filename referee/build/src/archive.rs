//! Packs the files of a bot or a game into one archive, and unpacks it on another machine.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

use referee_config::{FOLDER_DEPTH_MAX, SourceLimits};
use referee_engine::careful_open;
use rustix::fs::{Mode, OFlags, fchmod, mkdirat, openat, symlinkat};
use rustix::io::Errno;
use tar::{Archive, Builder, EntryType, Header};

use crate::SourceTree;

/// Flags to open a folder that isn't a link.
const FOLDER: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);
/// Flags to make a file that isn't there yet.
const NEW: OFlags = OFlags::WRONLY
    .union(OFlags::CREATE)
    .union(OFlags::EXCL)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);

/// Packs a tree of files. The same files give the same bytes: order, times and owners say nothing.
pub fn pack(tree: &SourceTree) -> io::Result<Vec<u8>> {
    let mut builder = Builder::new(Vec::new());
    for folder in &tree.folders {
        let mut header = header(EntryType::Directory, true, 0);
        builder.append_data(&mut header, folder, io::empty())?;
    }
    let mut left = tree.bytes;
    for (relative, path) in &tree.files {
        if path.symlink_metadata()?.is_symlink() {
            let target = careful_open::link(path)?;
            let mut header = header(EntryType::Symlink, false, 0);
            builder.append_link(&mut header, relative, target)?;
            continue;
        }
        let file = careful_open::open(path)?;
        let executable = file.metadata()?.permissions().mode() & 0o111 != 0;
        let mut bytes = Vec::new();
        file.take(left + 1).read_to_end(&mut bytes)?;
        let size = bytes.len() as u64;
        left = left
            .checked_sub(size)
            .ok_or_else(|| io::Error::other("a file grew while it was read"))?;
        let mut header = header(EntryType::Regular, executable, size);
        builder.append_data(&mut header, relative, &*bytes)?;
    }
    builder.into_inner()
}

fn header(kind: EntryType, executable: bool, size: u64) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(if executable { 0o755 } else { 0o644 });
    header.set_size(size);
    header.set_mtime(0);
    header.set_uid(0);
    header.set_gid(0);
    header
}

/// Unpacks an archive into a new folder. Returns an error for anything that isn't a file, a folder or a link in
/// it, and for more than the bounds allow. No link is followed on the way to an entry, so nothing is written elsewhere.
pub fn unpack(bytes: &[u8], to: &Path, bounds: SourceLimits) -> io::Result<()> {
    fs::create_dir(to)?;
    let top = File::open(to)?;
    let mut links: Vec<(PathBuf, PathBuf)> = Vec::new();
    let (mut count, mut left) = (0, bounds.mib << 20);
    for entry in Archive::new(bytes).entries()? {
        let mut entry = entry?;
        let relative = entry.path()?.into_owned();
        let refuse = |why: &str| io::Error::other(format!("{}: {why}", relative.display()));
        count += 1;
        if count > bounds.files {
            return Err(refuse("there are more files than a bot may have"));
        }
        match entry.header().entry_type() {
            EntryType::Directory => drop(folder_of(&top, &relative)?),
            // Links come last, so that no entry is below one.
            EntryType::Symlink => {
                let target = entry.link_name()?;
                let target = target.ok_or_else(|| refuse("the link has no target"))?;
                links.push((relative, target.into_owned()));
            }
            EntryType::Regular => {
                let executable = entry.header().mode()? & 0o111 != 0;
                let (folder, name) = place_of(&top, &relative)?;
                let mode = Mode::from_raw_mode(if executable { 0o755 } else { 0o644 });
                let mut file = File::from(openat(folder, name, NEW, mode)?);
                let written = io::copy(&mut (&mut entry).take(left + 1), &mut file)?;
                left = left
                    .checked_sub(written)
                    .ok_or_else(|| refuse("the files are larger than a bot's may be"))?;
                // Whatever the umask is.
                fchmod(&file, mode)?;
            }
            _ => return Err(refuse("neither a file, nor a folder, nor a link")),
        }
    }
    for (path, target) in links {
        let (folder, name) = place_of(&top, &path)?;
        symlinkat(&target, folder, name)?;
    }
    Ok(())
}

/// Opens the folder of an entry, with those above it, which are made where they are missing; returns it with the entry's
/// name.
fn place_of<'a>(top: &File, relative: &'a Path) -> io::Result<(OwnedFd, &'a OsStr)> {
    let place = relative.parent().zip(relative.file_name());
    let (parent, name) = place.ok_or_else(|| outside(relative))?;
    Ok((folder_of(top, parent)?, name))
}

/// Opens a folder below the top, which is made where it is missing.
fn folder_of(top: &File, relative: &Path) -> io::Result<OwnedFd> {
    let mut folder = openat(top, ".", FOLDER, Mode::empty())?;
    for (depth, part) in relative.components().enumerate() {
        let Component::Normal(name) = part else {
            return Err(outside(relative));
        };
        if depth == FOLDER_DEPTH_MAX {
            return Err(io::Error::other(format!(
                "a path in it has more than {FOLDER_DEPTH_MAX} folders"
            )));
        }
        match mkdirat(&folder, name, Mode::from_raw_mode(0o755)) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(error.into()),
        }
        folder = openat(&folder, name, FOLDER, Mode::empty())?;
    }
    Ok(folder)
}

fn outside(path: &Path) -> io::Error {
    io::Error::other(format!(
        "{}: the path leads out of the folder",
        path.display()
    ))
}

#[cfg(test)]
mod tests;
