//! Notices new versions in the folder of bots, which its operator fills by copies or `git pull`.
//!
//! What is being written has no end that could be seen, so a bot is taken when two looks at it find the same, some time
//! apart, and a third one after its files were copied. A look reads metadata, and of the files only `bot.toml`.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use referee_build::SourceFilter;
use referee_config::{SourceCount, SourceLimits, walk_folder};

use crate::error::UploadError;
use crate::intake::{Intake, Receipt};

/// The folders of the operator's bots at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BotsListing(BTreeMap<String, FolderState>);

/// The sources in a folder; `Err` if they can't be listed, with the reason.
type FolderState = Result<BTreeMap<PathBuf, Option<FileState>>, String>;

/// What of a file changes when it is written. Tools set the time of the last change of contents as they like, but not
/// that of the last change of anything.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FileState {
    bytes: u64,
    inode: u64,
    changed: (i64, i64),
}

impl BotsListing {
    /// Looks at all bots in a folder. What is no folder or is hidden is none.
    pub fn of(bots: &Path) -> io::Result<BotsListing> {
        let mut listing = BTreeMap::new();
        for entry in fs::read_dir(bots)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() && !name.starts_with('.') {
                listing.insert(name.into_owned(), state(&path));
            }
        }
        Ok(BotsListing(listing))
    }

    /// Returns the bots that are as they were at a look `before`, and not as they were when they were last `taken`.
    pub fn settled(&self, before: &BotsListing, taken: &BotsListing) -> Vec<String> {
        let settled = self.0.iter().filter(|(name, state)| {
            before.0.get(*name) == Some(*state) && taken.0.get(*name) != Some(*state)
        });
        settled.map(|(name, _)| name.clone()).collect()
    }
}

/// Lists the sources in a folder.
fn state(folder: &Path) -> FolderState {
    let folder = folder.canonicalize();
    let folder = folder.map_err(|e| e.to_string())?;
    let filter = SourceFilter::of(&folder);
    let (bounds, mut count) = (SourceLimits::default(), SourceCount::default());
    let mut files = BTreeMap::new();
    walk_folder(&folder, &bounds, &mut count, &mut |item| {
        let is_source = filter.takes(&item.name);
        // What was just removed is seen to be at the next look.
        if is_source && let Ok(data) = item.path.symlink_metadata() {
            let file = (!item.is_folder).then(|| FileState {
                bytes: data.size(),
                inode: data.ino(),
                changed: (data.ctime(), data.ctime_nsec()),
            });
            files.insert(item.relative.clone(), file);
        }
        is_source
    })?;
    Ok(files)
}

/// Watches the folder of the operator's bots.
#[derive(Debug, Default)]
pub struct BotsWatch {
    before: BotsListing,
    taken: BotsListing,
}

impl BotsWatch {
    /// Looks at the folder of bots, and takes in those that changed since they were last taken, but not since the last
    /// look; two seconds between two looks are enough. Returns what came of each. A bot that isn't taken is tried again
    /// when it changes. `now_ms` is in milliseconds since 1970.
    pub fn look(
        &mut self,
        intake: &Intake,
        now_ms: u64,
    ) -> io::Result<Vec<(String, Result<Receipt, UploadError>)>> {
        let bots = intake.folder().bots();
        let listing = BotsListing::of(&bots)?;
        let mut results = Vec::new();
        for bot in listing.settled(&self.before, &self.taken) {
            let Some(seen) = listing.0.get(&bot) else {
                continue;
            };
            let is_still = || state(&bots.join(&bot)) == *seen;
            let taken = intake.take_folder(&bot, is_still, now_ms);
            if let Some(result) = taken.transpose() {
                self.taken.0.insert(bot.clone(), seen.clone());
                results.push((bot, result));
            }
        }
        self.before = listing;
        Ok(results)
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_bot_is_taken_when_two_looks_find_the_same() {
        let place = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = place.path().join(name);
            fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
            fs::write(path, text).expect("a file");
        };
        let look = || BotsListing::of(place.path()).expect("a folder");
        let none = BotsListing::default();
        write("README", "x");
        write(".git/HEAD", "x");
        write("fox/bot.sh", "exit");
        let first = look();
        assert!(first.settled(&none, &none).is_empty());
        assert_eq!(look().settled(&first, &none), ["fox"]);
        assert!(look().settled(&first, &first).is_empty());

        write("fox/data/book", "e4");
        write("wolf/bot.sh", "exit");
        let second = look();
        assert!(second.settled(&first, &first).is_empty());
        assert_eq!(look().settled(&second, &first), ["fox", "wolf"]);
        for leftover in ["fox/.git/index", "fox/data/__pycache__/x", "fox/run.log"] {
            write(leftover, "x");
        }
        assert_eq!(look(), second);
        fs::remove_file(place.path().join("fox/data/book")).expect("it is there");
        assert_ne!(look(), second);
        symlink("bot.sh", place.path().join("wolf/link")).expect("a link");
        let third = look();
        assert_eq!(look().settled(&third, &second), ["fox", "wolf"]);
    }

    #[test]
    fn what_can_not_be_listed_settles_too() {
        let place = tempfile::tempdir().expect("a folder");
        let fox = place.path().join("fox");
        fs::create_dir(&fox).expect("a folder");
        let _socket = std::os::unix::net::UnixListener::bind(fox.join("bot")).expect("a socket");
        let listing = BotsListing::of(place.path()).expect("a folder");
        assert!(listing.0["fox"].is_err());
        let none = BotsListing::default();
        assert_eq!(listing.settled(&listing, &none), ["fox"]);
        assert!(listing.settled(&listing, &listing).is_empty());
    }
}
