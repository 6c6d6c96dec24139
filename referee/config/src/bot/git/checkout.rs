//! Writes the files of a commit into a temporary folder.
//!
//! The files are written as they were committed: no hook, filter or attribute changes them.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, Read, Seek};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, symlink};
use std::path::{Component, Path, PathBuf};

use referee_engine::{remove_tree, temp_dir};
use referee_output::sanitize::plain;

use super::objects::{ObjectKind, TreeEntry};
use super::repository::Repository;
use super::{GIT, short};

/// Maximum size of a commit, in bytes; the same as for the folder of a build.
const BYTES: u64 = 2 << 30;
/// Maximum number of files in a commit.
const FILES: usize = 200_000;
/// First bytes of a pointer to a file that Git LFS keeps elsewhere.
const POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";
/// Maximum size of such a pointer, in bytes.
const POINTER_BYTES: u64 = 1024;

/// Files of a commit, which are removed when this value is dropped.
#[derive(Debug)]
pub(super) struct Checkout {
    /// The commit's id.
    pub commit: String,
    /// Folder that holds the root of the commit.
    pub root: PathBuf,
    /// Submodules (other repositories), which are empty folders here.
    pub modules: Vec<PathBuf>,
    /// Pointers to files that Git LFS keeps elsewhere.
    pub large: Vec<PathBuf>,
    folder: Folder,
}

/// A folder that is removed, with its contents, when dropped.
#[derive(Debug)]
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        remove_tree(&self.0);
    }
}

impl PartialEq for Checkout {
    fn eq(&self, other: &Checkout) -> bool {
        self.folder.0 == other.folder.0
    }
}

impl Checkout {
    /// Writes the files of a commit of the repository. Returns an error if they are too many or too large.
    pub(super) fn take(repository: &Repository, commit: String) -> Result<Checkout, String> {
        let entries = repository.entries(&commit, FILES)?;
        let bytes = entries
            .iter()
            .fold(0_u64, |sum, entry| sum.saturating_add(entry.size));
        if bytes > BYTES || entries.len() > FILES {
            return Err(format!(
                "commit {commit} holds more than {} MiB or {FILES} files; name a folder instead",
                BYTES >> 20
            ));
        }
        let folder = temp_dir().map_err(|e| e.to_string())?;
        // Links on the way to the folder for temporary files would show up in every path.
        let folder = Folder(folder.canonicalize().unwrap_or(folder));
        let mut checkout = Checkout {
            root: folder.0.join(&repository.name),
            commit,
            modules: Vec::new(),
            large: Vec::new(),
            folder,
        };
        make(&checkout.root).map_err(|e| format!("{}: {e}", checkout.root.display()))?;
        checkout.fill(repository, entries)?;
        Ok(checkout)
    }

    /// Writes the entries; links come last, so that nothing is written through one.
    fn fill(&mut self, repository: &Repository, mut entries: Vec<TreeEntry>) -> Result<(), String> {
        entries.sort_by_key(|entry| matches!(entry.kind, ObjectKind::Link));
        let mut contents = repository.contents()?;
        for entry in entries {
            let shown = plain(&entry.path.display().to_string());
            let refuse = |why: io::Error| format!("{shown} of commit {}: {why}", self.commit);
            let inside = |part: Component<'_>| matches!(part, Component::Normal(_));
            if !entry.path.components().all(inside) {
                return Err(refuse(io::Error::other(
                    "this is no path inside of a folder",
                )));
            }
            let place = self.root.join(&entry.path);
            if let Some(above) = place.parent() {
                make(above).map_err(refuse)?;
            }
            match entry.kind {
                ObjectKind::Submodule => {
                    make(&place).map_err(refuse)?;
                    self.modules.push(entry.path);
                }
                ObjectKind::Link => {
                    let target = contents.link(&entry).map_err(refuse)?;
                    symlink(std::ffi::OsStr::from_bytes(&target), &place).map_err(refuse)?;
                }
                ObjectKind::File(executable) => {
                    let mut file = create(&place, executable).map_err(refuse)?;
                    contents.write(&entry, &mut file).map_err(refuse)?;
                    if entry.size <= POINTER_BYTES && is_pointer(file).map_err(refuse)? {
                        self.large.push(entry.path);
                    }
                }
            }
        }
        Ok(())
    }

    /// Finds a path in the commit, relative to its root. Returns an error if it is missing, in a submodule,
    /// or a link out of the repository.
    pub(super) fn find(&self, path: &Path, named: &str) -> Result<PathBuf, String> {
        let (shown, commit) = (path.display(), short(&self.commit));
        if let Some(module) = self.modules.iter().find(|module| path.starts_with(module)) {
            return Err(format!(
                "{named}: {} is a submodule, which isn't taken; name the bot in its own repository",
                module.display()
            ));
        }
        let whole = self.root.join(path);
        let real = whole.canonicalize().map_err(|e| match e.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => format!(
                "commit {commit} has no {shown}; expected the folder of a bot or its toml file, as \
                 {GIT}REV:PATH with the path from the root of the repository"
            ),
            _ => format!("{shown} of commit {commit}: {e}"),
        })?;
        if !real.starts_with(&self.root) {
            return Err(format!(
                "{shown} of commit {commit} is a link out of the repository; name what is inside of it"
            ));
        }
        Ok(real)
    }
}

fn make(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o755).create(folder)
}

fn create(place: &Path, executable: bool) -> io::Result<File> {
    let mode = if executable { 0o755 } else { 0o644 };
    OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .mode(mode)
        .open(place)
}

fn is_pointer(mut file: File) -> io::Result<bool> {
    let mut begin = Vec::new();
    file.rewind()?;
    file.take(POINTER.len() as u64).read_to_end(&mut begin)?;
    Ok(begin == POINTER)
}
