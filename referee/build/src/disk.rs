//! The disk that builds fill. What they write shows in the folders of the run, or is hidden: a file
//! that was removed and is still open takes room, and no folder has it.
//!
//! What is free and what the folders hold add up to the same as before, unless something is hidden.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::statvfs;

use super::tree;

/// A file system as it was before any build.
#[derive(Debug)]
pub struct Disk {
    free: u64,
    /// The folders on it in which the referee and the builds write, the first of them the haven.
    folders: Vec<PathBuf>,
    held: u64,
}

impl Disk {
    /// The one on which a folder lies, as it is now; others that grow meanwhile may lie there, too.
    pub fn now(folder: &Path, others: &[PathBuf]) -> Disk {
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

    /// Whether more than so many bytes have gone where they don't show.
    pub fn hides(&self, bytes: u64) -> bool {
        let lost = self.free.saturating_sub(free(&self.folders));
        // Looking into folders takes its time.
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
        // A file system in memory: others write less there.
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
