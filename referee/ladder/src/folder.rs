//! The folder of a ladder: where everything lies, and the lock of the process that plays there.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use referee_engine::remove_tree;
use referee_output::failure::{bad_input, unwritable};

use crate::durable::{make_folder, open_lock};
use crate::versions::FILES;

/// The paths in the folder of a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderFolder {
    root: PathBuf,
}

/// The lock of a folder. No other process plays there while it is held; the system releases it when the process ends in
/// any way.
#[derive(Debug)]
pub struct LadderLock {
    _file: File,
}

impl LadderFolder {
    /// Returns the paths in an existing folder, in which nothing need lie. Returns an error if it isn't there.
    pub fn at(path: &Path) -> anyhow::Result<LadderFolder> {
        let shown = path.display();
        let expected = "expected the folder of a ladder, with its ladder.toml; make one";
        let root = path.canonicalize();
        let root = root.map_err(|e| bad_input(format!("{shown}: {e}; {expected}")))?;
        if !root.is_dir() {
            return Err(bad_input(format!("{shown} is no folder; {expected}")));
        }
        Ok(LadderFolder { root })
    }

    /// Returns the folder itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the file of results.
    pub fn results(&self) -> PathBuf {
        self.root.join("ladder.db")
    }

    /// Returns the file of settings.
    pub fn settings_file(&self) -> PathBuf {
        self.root.join("ladder.toml")
    }

    /// Returns the folder of the operator's bots.
    pub fn bots(&self) -> PathBuf {
        self.root.join("bots")
    }

    /// Returns the folder of versions.
    pub fn versions(&self) -> PathBuf {
        self.root.join("versions")
    }

    /// Returns the folder of what is being received.
    pub fn uploads(&self) -> PathBuf {
        self.root.join("uploads")
    }

    /// Returns the file of authors.
    pub fn authors_file(&self) -> PathBuf {
        self.root.join("authors.json")
    }

    /// Locks the folder for this process, makes what is missing in it, and removes what a killed process was receiving.
    /// Returns an error if another process plays there.
    pub fn lock(&self) -> anyhow::Result<LadderLock> {
        let path = self.root.join("ladder.lock");
        let failed = |path: &Path, e: &io::Error| unwritable(e, format!("{}: {e}", path.display()));
        let mut file = open_lock(&path).map_err(|e| failed(&path, &e))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                // Who it is only helps.
                let _ = (&file).take(20).read_to_string(&mut holder);
                return Err(bad_input(format!(
                    "{}: process {} plays this ladder; expected a folder that no other process plays in; end that one \
                     first",
                    self.root.display(),
                    holder.trim()
                )));
            }
            // Some network file systems have no locks.
            Err(TryLockError::Error(e)) if e.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(e)) => return Err(failed(&path, &e)),
        }
        let signed = file.set_len(0);
        let signed = signed.and_then(|()| writeln!(file, "{}", std::process::id()));
        signed.map_err(|e| failed(&path, &e))?;
        for folder in [self.bots(), self.versions(), self.uploads()] {
            make_folder(&folder).map_err(|e| failed(&folder, &e))?;
        }
        let uploads = self.uploads();
        clear(&uploads).map_err(|e| failed(&uploads, &e))?;
        Ok(LadderLock { _file: file })
    }

    /// Makes a folder for a version that is being received.
    pub(crate) fn draft(&self) -> io::Result<UploadDraft> {
        let made = tempfile::tempdir_in(self.uploads())?;
        let draft = UploadDraft { path: made.keep() };
        make_folder(&draft.version())?;
        Ok(draft)
    }
}

/// A folder for a version that is being received; it is removed when it is dropped.
#[derive(Debug)]
pub(crate) struct UploadDraft {
    path: PathBuf,
}

impl UploadDraft {
    /// Returns the folder into which an archive is unpacked, which isn't there yet.
    pub(crate) fn unpacked(&self) -> PathBuf {
        self.path.join("unpacked")
    }

    /// Returns the folder that becomes that of the version.
    pub(crate) fn version(&self) -> PathBuf {
        self.path.join("version")
    }

    /// Returns the folder for the files of the version, which isn't there yet.
    pub(crate) fn files(&self) -> PathBuf {
        self.version().join(FILES)
    }
}

impl Drop for UploadDraft {
    fn drop(&mut self) {
        remove_tree(&self.path);
    }
}

/// Removes everything in a folder.
fn clear(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            remove_tree(&entry.path());
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_process_at_a_time_has_it() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = LadderFolder::at(place.path()).expect("it is there");
        let lock = folder.lock().expect("nobody has it");
        let error = folder.lock().expect_err("it is held").to_string();
        let process = format!("process {} plays this ladder", std::process::id());
        assert!(error.contains(&process), "{error}");
        drop(lock);
        folder.lock().expect("nobody has it any more");
    }

    #[test]
    fn what_was_being_received_is_removed() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = LadderFolder::at(place.path()).expect("it is there");
        drop(folder.lock().expect("nobody has it"));
        let draft = folder.draft().expect("a draft");
        let path = draft.path.clone();
        assert!(path.starts_with(folder.uploads()) && draft.version().is_dir());
        drop(draft);
        assert!(!path.exists());
        fs::create_dir_all(folder.uploads().join("killed/unpacked")).expect("a folder");
        fs::write(folder.uploads().join("half"), "x").expect("a file");
        folder.lock().expect("nobody has it");
        let left = fs::read_dir(folder.uploads()).expect("a folder").count();
        assert_eq!(left, 0);
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let place = tempfile::tempdir().expect("a folder");
        fs::write(place.path().join("file"), "x").expect("a file");
        for name in ["none", "file"] {
            let error = LadderFolder::at(&place.path().join(name)).expect_err(name);
            let error = error.to_string();
            assert!(error.contains(name), "{error}");
            assert!(error.contains("expected the folder of a ladder"), "{error}");
        }
    }
}
