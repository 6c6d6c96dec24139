//! Detects hidden use of the disk by builds. Files that they write show in the folders of the run, or are
//! hidden: a file that was removed but is still open takes space, and is in no folder.
//!
//! The sum of the free space and of what the folders hold stays the same, unless something is hidden.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::statvfs;

use super::tree;

/// State of a file system before any build.
#[derive(Debug)]
pub(crate) struct Disk {
    free: u64,
    /// Folders on it in which the referee and the builds write; the first is the folder of the process scope.
    folders: Vec<PathBuf>,
    held: u64,
}

impl Disk {
    /// Records the current state of the file system of a folder; `others` are further folders that grow and
    /// may be on the same file system.
    pub(crate) fn now(folder: &Path, others: &[PathBuf]) -> Disk {
        let device = |path: &Path| path.metadata().ok().map(|data| data.dev());
        let same = others
            .iter()
            .filter(|other| device(other) == device(folder));
        let folders: Vec<PathBuf> = [folder]
            .into_iter()
            .chain(same.map(PathBuf::as_path))
            .map(Path::to_owned)
            .collect();
        Disk {
            free: free(&folders),
            held: held(&folders),
            folders,
        }
    }

    /// Returns true if more than this many bytes are in use but visible in no folder.
    pub(crate) fn hides(&self, bytes: u64) -> bool {
        let lost = self.free.saturating_sub(free(&self.folders));
        // Counting the folders takes time, so it is done only if enough space is lost.
        lost > bytes && lost.saturating_sub(held(&self.folders).saturating_sub(self.held)) > bytes
    }
}

fn free(folders: &[PathBuf]) -> u64 {
    let system = folders.first().and_then(|folder| statvfs(folder).ok());
    system.map_or(0, |system| system.f_bavail * system.f_frsize)
}

fn held(folders: &[PathBuf]) -> u64 {
    folders
        .iter()
        .map(|folder| tree::used(folder).size.bytes)
        .sum()
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::io::Write;

    use super::*;

    #[test]
    fn a_file_that_is_removed_and_open_is_hidden() {
        // In a file system in memory, other programs write less during the test.
        let Ok(folder) = tempfile::tempdir_in("/dev/shm") else {
            eprintln!("skipped: no /dev/shm");
            return;
        };
        let disk = Disk::now(folder.path(), &[]);
        let path = folder.path().join("file");
        let mut file = File::create(&path).expect("a file");
        file.write_all(&vec![1; 16 << 20]).expect("room for it");
        assert!(!disk.hides(8 << 20));
        fs::remove_file(&path).expect("it is there");
        assert!(disk.hides(8 << 20));
        drop(file);
        assert!(!disk.hides(8 << 20));
    }
}
