//! Cache of build results: an unchanged bot is not built again.
//!
//! A result is in a folder that is named by the hash of everything that went into the build, and belongs to
//! the referee's user alone. It is written under another name and renamed when it is complete; whenever it is
//! used, its content is checked against a stored hash. So neither a crash nor a failing disk can put wrong
//! files into a bot. A lock keeps two referees from building the same bot at the same time.

use std::fs::{self, DirBuilder, File, FileTimes, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use referee_engine::remove_tree;
use rustix::fs::{FlockOperation, flock};
use rustix::process::geteuid;
use serde::{Deserialize, Serialize};

use super::tree::{self, Purpose};
use crate::sources;

/// Size limit in bytes: if all results together are larger, the oldest are removed.
const MOST: u64 = 2 << 30;
/// Time between two attempts to get a lock that another process holds.
const PAUSE: Duration = Duration::from_millis(50);

/// The cache of build results.
#[derive(Clone, Debug)]
pub(crate) struct Cache {
    folder: PathBuf,
    most: u64,
}

/// Stored description of a result: the hash of its files and their size in bytes.
#[derive(Debug, Serialize, Deserialize)]
struct Seal {
    hash: String,
    bytes: u64,
}

/// A locked place in the cache, which no other process may use until this is dropped.
#[derive(Debug)]
pub(crate) struct CacheSlot {
    folder: PathBuf,
    lock: PathBuf,
    _held: File,
}

/// Returns the user's cache folder for the referee; `None` if neither `XDG_CACHE_HOME` nor `HOME` is an
/// absolute path.
pub(crate) fn root() -> Option<PathBuf> {
    let absolute = |name: &str| {
        let path = PathBuf::from(std::env::var_os(name)?);
        path.is_absolute().then_some(path)
    };
    let home = || Some(absolute("HOME")?.join(".cache"));
    let root = absolute("XDG_CACHE_HOME").or_else(home)?;
    Some(root.join("referee"))
}

impl Cache {
    /// Opens the user's own cache; `None` if there is no cache folder for it. Returns an error if others may
    /// write to the folder.
    pub(crate) fn open() -> Result<Option<Cache>, String> {
        root().map(|root| Cache::at(&root, MOST)).transpose()
    }

    fn at(folder: &Path, most: u64) -> Result<Cache, String> {
        let path = folder.join("builds");
        let refuse = |e: io::Error| format!("{}: {e}", path.display());
        let parent = folder.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(refuse)?;
        for folder in [folder, &path] {
            match DirBuilder::new().mode(0o700).create(folder) {
                Err(e) if e.kind() != io::ErrorKind::AlreadyExists => return Err(refuse(e)),
                _ => {}
            }
        }
        for (folder, others) in [(folder, 0o022), (&path, 0o077)] {
            let data = fs::symlink_metadata(folder).map_err(refuse)?;
            let mine = data.is_dir() && data.uid() == geteuid().as_raw();
            if !mine || data.permissions().mode() & others != 0 {
                let folder = folder.display();
                return Err(format!("{folder} isn't a folder of yours alone (mode 700)"));
            }
        }
        Ok(Cache { folder: path, most })
    }

    /// Locks the place of a key; waits while another process has it.
    pub(crate) async fn place(&self, key: &str) -> io::Result<CacheSlot> {
        loop {
            if let Some(place) = self.try_place(key)? {
                return Ok(place);
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn try_place(&self, key: &str) -> io::Result<Option<CacheSlot>> {
        let lock = self.folder.join(format!("{key}.lock"));
        let held = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .mode(0o600)
            .open(&lock)?;
        match flock(&held, FlockOperation::NonBlockingLockExclusive) {
            Err(rustix::io::Errno::WOULDBLOCK) => return Ok(None),
            locked => locked?,
        }
        // The previous holder may have removed the lock file.
        let same = fs::metadata(&lock).is_ok_and(|now| {
            held.metadata().is_ok_and(|lock_metadata| {
                (lock_metadata.dev(), lock_metadata.ino()) == (now.dev(), now.ino())
            })
        });
        Ok(same.then(|| CacheSlot {
            folder: self.folder.join(key),
            lock,
            _held: held,
        }))
    }

    /// Removes the oldest results until the rest is within the size limit; `newest` always stays.
    pub(crate) fn trim(&self, newest: &CacheSlot) {
        let mut kept = Vec::new();
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let Ok(data) = fs::symlink_metadata(&path) else {
                continue;
            };
            if data.is_dir() && path.extension().is_none() && path != newest.folder {
                let bytes = seal(&path).map_or(0, |seal| seal.bytes);
                kept.push((
                    data.modified().unwrap_or(SystemTime::UNIX_EPOCH),
                    path,
                    bytes,
                ));
            }
        }
        kept.sort();
        let newest_bytes = seal(&newest.folder).map_or(0, |seal| seal.bytes);
        let mut all = newest_bytes + kept.iter().map(|(_, _, bytes)| bytes).sum::<u64>();
        for (_, path, bytes) in kept {
            if all <= self.most {
                return;
            }
            let key = path.file_name().unwrap_or_default().to_string_lossy();
            // A place whose lock is held is in use, so it is not removed.
            if let Ok(Some(place)) = self.try_place(&key) {
                place.clear();
                let _ = fs::remove_file(&place.lock);
                all -= bytes;
            }
        }
    }
}

impl CacheSlot {
    /// Copies the result in this place to `to`, from where it is played; returns true if there is one.
    /// Removes a result whose content has changed, and returns false.
    pub(crate) fn take(&self, to: &Path) -> Result<bool, String> {
        let Some(seal) = seal(&self.folder) else {
            self.clear();
            return Ok(false);
        };
        let files = sources::all(&self.folder.join("files"));
        let copied = files.and_then(|files| tree::copy(&files, to, Purpose::Play));
        if copied.is_ok() && whole(to)? == seal.hash {
            let now = FileTimes::new().set_modified(SystemTime::now());
            let _ = File::open(&self.folder).and_then(|folder| folder.set_times(now));
            return Ok(true);
        }
        remove_tree(to);
        self.clear();
        Ok(false)
    }

    /// Stores a result, together with the output of its build.
    pub(crate) fn keep(&self, from: &Path, log: &str) -> Result<(), String> {
        self.clear();
        let refuse = |e: io::Error| format!("{}: {e}", self.folder.display());
        let draft = self.draft();
        DirBuilder::new()
            .mode(0o700)
            .create(&draft)
            .map_err(refuse)?;
        let files = sources::all(from)?;
        tree::copy(&files, &draft.join("files"), Purpose::Play)?;
        fs::write(draft.join("log"), log).map_err(refuse)?;
        let seal = Seal {
            hash: whole(&draft.join("files"))?,
            bytes: tree::size(&files).bytes,
        };
        let text = serde_json::to_string(&seal).map_err(|e| refuse(e.into()))?;
        fs::write(draft.join("seal"), text).map_err(refuse)?;
        let sync = |path: &Path| File::open(path).and_then(|file| file.sync_all());
        sync(&draft.join("seal")).map_err(refuse)?;
        sync(&draft).map_err(refuse)?;
        fs::rename(&draft, &self.folder).map_err(refuse)?;
        sync(self.folder.parent().unwrap_or(Path::new("/"))).map_err(refuse)
    }

    fn draft(&self) -> PathBuf {
        self.folder.with_extension("new")
    }

    fn clear(&self) {
        for folder in [self.draft(), self.folder.clone()] {
            if folder.exists() {
                remove_tree(&folder);
            }
        }
    }
}

fn seal(folder: &Path) -> Option<Seal> {
    serde_json::from_str(&fs::read_to_string(folder.join("seal")).ok()?).ok()
}

/// Computes the hash of everything in a folder.
fn whole(folder: &Path) -> Result<String, String> {
    let tree = sources::all(folder)?;
    let folders: Vec<Vec<u8>> = tree
        .folders
        .iter()
        .map(|path| path.as_os_str().as_encoded_bytes().to_vec())
        .collect();
    let folders: Vec<&[u8]> = folders.iter().map(Vec::as_slice).collect();
    sources::hash(&tree, &folders)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Kept {
        temp: tempfile::TempDir,
        cache: Cache,
    }

    fn kept(most: u64) -> Kept {
        let temp = tempfile::tempdir().expect("a folder");
        let cache = Cache::at(&temp.path().join("referee"), most).expect("a cache");
        Kept { temp, cache }
    }

    impl Kept {
        fn place(&self, key: &str) -> CacheSlot {
            let place = self.cache.try_place(key).expect("no error");
            place.expect("nobody is there")
        }

        /// Stores a result with this many bytes.
        fn keep(&self, key: &str, bytes: usize) {
            let from = self.temp.path().join(format!("from-{key}"));
            fs::create_dir_all(from.join("deep")).expect("a folder");
            fs::write(from.join("deep/bot"), vec![b'x'; bytes]).expect("a file");
            self.place(key).keep(&from, "a log").expect("kept");
        }

        fn take(&self, key: &str) -> bool {
            let to = self.temp.path().join(format!("to-{key}"));
            let taken = self.place(key).take(&to).expect("no error");
            assert_eq!(to.join("deep/bot").exists(), taken);
            remove_tree(&to);
            taken
        }
    }

    #[test]
    fn what_was_kept_is_there_again() {
        let kept = kept(1000);
        assert!(!kept.take("a"));
        kept.keep("a", 10);
        assert!(kept.take("a") && kept.take("a"));
        let log = kept.cache.folder.join("a/log");
        assert_eq!(fs::read_to_string(log).expect("a log"), "a log");
        kept.keep("a", 20);
        assert!(kept.take("a"));
    }

    #[test]
    fn damage_is_seen_and_half_a_result_is_none() {
        let kept = kept(1000);
        kept.keep("a", 10);
        let bot = kept.cache.folder.join("a/files/deep/bot");
        fs::set_permissions(&bot, fs::Permissions::from_mode(0o644)).expect("a mode");
        fs::write(&bot, "y").expect("changed");
        assert!(!kept.take("a"));
        assert!(!kept.cache.folder.join("a").exists());
        fs::create_dir_all(kept.cache.folder.join("b.new/files")).expect("a folder");
        fs::create_dir_all(kept.cache.folder.join("b/files")).expect("a folder");
        assert!(!kept.take("b"));
        assert!(!kept.cache.folder.join("b.new").exists());
    }

    #[test]
    fn the_oldest_go_first_and_those_in_use_stay() {
        let kept = kept(250);
        for (age, key) in [(3, "a"), (2, "b"), (1, "c")] {
            kept.keep(key, 100);
            let then = SystemTime::now() - Duration::from_hours(age);
            let folder = File::open(kept.cache.folder.join(key)).expect("a folder");
            folder
                .set_times(FileTimes::new().set_modified(then))
                .expect("an age");
        }
        let used = kept.place("a");
        kept.keep("d", 50);
        kept.cache.trim(&kept.place("d"));
        drop(used);
        assert!(kept.take("a") && !kept.take("b") && kept.take("c") && kept.take("d"));
        assert!(!kept.cache.folder.join("b.lock").exists() || !kept.take("b"));
    }

    #[test]
    fn a_place_is_for_one_at_a_time() {
        let kept = kept(1000);
        let first = kept.place("a");
        assert!(kept.cache.try_place("a").expect("no error").is_none());
        assert!(kept.cache.try_place("b").expect("no error").is_some());
        drop(first);
        assert!(kept.cache.try_place("a").expect("no error").is_some());
    }

    #[test]
    fn a_folder_of_others_is_no_cache() {
        let temp = tempfile::tempdir().expect("a folder");
        let folder = temp.path().join("referee");
        fs::create_dir_all(folder.join("builds")).expect("a folder");
        let open = fs::Permissions::from_mode(0o777);
        fs::set_permissions(folder.join("builds"), open).expect("a mode");
        let error = Cache::at(&folder, 1).expect_err("anybody may write there");
        assert!(
            error.ends_with("isn't a folder of yours alone (mode 700)"),
            "{error}"
        );
    }
}
