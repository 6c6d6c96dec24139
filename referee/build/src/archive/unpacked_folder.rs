//! The folder into which an archive is unpacked: entries are reached by descriptors of folders, without following a link,
//! and each is counted before it is written.

use std::ffi::OsStr;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::path::{Component, Path, PathBuf};

use referee_config::{FOLDER_DEPTH_MAX, SourceLimits, is_seen};
use rustix::fs::{Mode, OFlags, fchmod, mkdirat, openat, symlinkat};
use rustix::io::Errno;

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

/// A folder that is filled by an archive.
pub(super) struct UnpackedFolder {
    top: File,
    bounds: SourceLimits,
    /// Number of entries so far.
    entries: u64,
    /// Number of files, folders and links that were made of them: an entry has the folders that it names made.
    made: u64,
    /// Number of bytes that files may still have.
    left: u64,
    /// True if a stranger has sent the archive: links, and names that aren't what they seem, are then refused.
    strict: bool,
    /// Links, and their targets.
    links: Vec<(PathBuf, PathBuf)>,
}

impl UnpackedFolder {
    /// Makes the folder.
    pub(super) fn make(
        to: &Path,
        bounds: SourceLimits,
        strict: bool,
    ) -> io::Result<UnpackedFolder> {
        fs::create_dir(to)?;
        Ok(UnpackedFolder {
            top: File::open(to)?,
            bounds,
            entries: 0,
            made: 0,
            left: bounds.mib << 20,
            strict,
            links: Vec::new(),
        })
    }

    /// Makes a folder in it, unless it is there.
    pub(super) fn folder(&mut self, path: &Path) -> io::Result<()> {
        if self.admits(path)? {
            drop(self.folder_of(path)?);
        }
        Ok(())
    }

    /// Writes a file, whose size in bytes the archive declares, unless such a file is left out. Returns an error if there
    /// is no room for it, which is said before it is written, or if it has another size.
    pub(super) fn file(
        &mut self,
        path: &Path,
        executable: bool,
        size: u64,
        contents: impl Read,
    ) -> io::Result<()> {
        if !self.admits(path)? {
            return Ok(());
        }
        self.count_made()?;
        let left = self.left.checked_sub(size);
        self.left = left.ok_or_else(|| {
            let most = self.bounds.mib;
            let why = format!("with it the files have more than {most} MiB; make them smaller");
            refused(path, why)
        })?;
        let (folder, name) = self.place_of(path)?;
        let mode = Mode::from_raw_mode(if executable { 0o755 } else { 0o644 });
        let file = openat(folder, name, NEW, mode).map_err(|error| met(path, error))?;
        let mut file = File::from(file);
        let written = io::copy(&mut contents.take(size.saturating_add(1)), &mut file);
        let written = written.map_err(|error| match error.raw_os_error() {
            Some(_) => error,
            None => refused(path, format!("{error}; make the archive anew")),
        })?;
        if written != size {
            let why = "its size isn't what the archive says; make the archive anew";
            return Err(refused(path, why));
        }
        // Whatever the umask is.
        fchmod(&file, mode)?;
        Ok(())
    }

    /// Takes note of a link.
    pub(super) fn link(&mut self, path: PathBuf, target: Option<PathBuf>) -> io::Result<()> {
        if !self.admits(&path)? {
            return Ok(());
        }
        self.count_made()?;
        if self.strict {
            let why = "it is a link; put the file itself in its place";
            return Err(refused(&path, why));
        }
        let target = target.ok_or_else(|| refused(&path, "the link has no target"))?;
        self.links.push((path, target));
        Ok(())
    }

    /// Makes the links. They come last, so that no entry is below one.
    pub(super) fn make_links(&mut self) -> io::Result<()> {
        for (path, target) in std::mem::take(&mut self.links) {
            let (folder, name) = self.place_of(&path)?;
            symlinkat(&target, folder, name).map_err(|error| met(&path, error))?;
        }
        Ok(())
    }

    /// Counts an entry, and checks its name; returns false for one that is left out.
    fn admits(&mut self, path: &Path) -> io::Result<bool> {
        self.entries += 1;
        self.check_count(self.entries)?;
        if self.strict {
            check_names(path)?;
        }
        Ok(!self.strict || !is_of_macos(path))
    }

    fn count_made(&mut self) -> io::Result<()> {
        self.made += 1;
        self.check_count(self.made)
    }

    fn check_count(&self, count: u64) -> io::Result<()> {
        let most = self.bounds.files;
        if count <= most {
            return Ok(());
        }
        Err(io::Error::other(format!(
            "it holds more than {most} files and folders; take out what the bot doesn't need"
        )))
    }

    /// Opens the folder of an entry, with those above it, which are made where they are missing; returns it with the
    /// entry's name.
    fn place_of<'a>(&mut self, path: &'a Path) -> io::Result<(OwnedFd, &'a OsStr)> {
        let place = path.parent().zip(path.file_name());
        let (parent, name) = place.ok_or_else(|| outside(path))?;
        Ok((self.folder_of(parent)?, name))
    }

    /// Opens a folder below the top, which is made where it is missing.
    fn folder_of(&mut self, path: &Path) -> io::Result<OwnedFd> {
        let mut folder = openat(&self.top, ".", FOLDER, Mode::empty())?;
        let parts = path.components().filter(|part| *part != Component::CurDir);
        for (depth, part) in parts.enumerate() {
            let Component::Normal(name) = part else {
                return Err(outside(path));
            };
            if depth == FOLDER_DEPTH_MAX {
                let why = format!("it lies in more than {FOLDER_DEPTH_MAX} folders");
                return Err(refused(path, why));
            }
            match mkdirat(&folder, name, Mode::from_raw_mode(0o755)) {
                Ok(()) => self.count_made()?,
                Err(Errno::EXIST) => {}
                Err(error) => return Err(met(path, error)),
            }
            let next = openat(&folder, name, FOLDER, Mode::empty());
            folder = next.map_err(|error| met(path, error))?;
        }
        Ok(folder)
    }
}

/// Creates an error about an entry, whose name may hold anything.
pub(super) fn refused(path: &Path, why: impl Display) -> io::Error {
    io::Error::other(format!("{:?}: {why}", path.to_string_lossy()))
}

fn outside(path: &Path) -> io::Error {
    refused(path, "the path leads out of the folder")
}

/// Turns an error of the system for which the archive is to blame into one that says so.
fn met(path: &Path, error: Errno) -> io::Error {
    let why = match error {
        Errno::EXIST => "the archive has two entries of this name; take one out",
        Errno::NOTDIR | Errno::LOOP => "it lies below a file or a link; take one of them out",
        Errno::NAMETOOLONG => "the name is too long; shorten it",
        _ => return error.into(),
    };
    refused(path, why)
}

/// Refuses a path that a page or a terminal would show as another one, or another program take for another one.
fn check_names(path: &Path) -> io::Result<()> {
    let why = match path.to_str() {
        None => "the name isn't UTF-8",
        Some(text) if text.contains('\\') => "the name has a backslash",
        Some(text) if !text.chars().all(is_seen) => "the name has a character that isn't seen",
        Some(_) => return Ok(()),
    };
    Err(refused(path, format!("{why}; rename it")))
}

/// Returns whether macOS has added an entry by itself: attributes of files, or how a window shows a folder.
fn is_of_macos(path: &Path) -> bool {
    path.iter().any(|name| {
        let begin = name.as_encoded_bytes();
        name == "__MACOSX" || name == ".DS_Store" || begin.starts_with(b"._")
    })
}
