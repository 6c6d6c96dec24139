//! Freezes the sources of a bot that somebody hands in: a copy that nobody changes, and the hash of its files.

use std::fs::File;
use std::io;
use std::path::Path;

use referee_config::{SourceLimits, from_toml};
use referee_engine::{careful_open, text_of};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::sources::{self, SourceTree};
use crate::tree::{self, Purpose};

/// Most bytes of a `bot.toml` that are read.
const DESCRIPTION_MAX: u64 = 1 << 20;

/// What came of freezing a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrozenSources {
    /// SHA-256 hash, in hexadecimal digits, of the files with their paths, contents and executable bits.
    pub hash: String,
    /// Size of the files in bytes.
    pub bytes: u64,
    /// Number of files and links.
    pub files: u64,
    /// Number of folders.
    pub folders: u64,
}

/// Copies the sources in a folder into the new folder `to`, where they are on the disk when this returns, and can't be
/// written by chance. Links stay links. None may lead out of the folder: what is elsewhere may change, and isn't there on
/// another machine.
///
/// Returns an error in words if the sources can't be read, hold such a link or more than the limits allow, or can't be
/// written.
pub fn freeze(folder: &Path, to: &Path, bounds: SourceLimits) -> Result<FrozenSources, String> {
    let at = |path: &Path, e: io::Error| format!("{}: {e}", path.display());
    let origin = folder.canonicalize().map_err(|e| at(folder, e))?;
    let built = SourceFilter::of(&origin).built;
    let tree = sources::folder_sources(&origin, built, bounds)?;
    if let Some((link, target)) = tree::outward(&tree, &origin).first() {
        return Err(format!(
            "{} is a link to {}, which isn't in the bot's folder; put a copy of that in its place",
            link.display(),
            target.display()
        ));
    }
    tree::check_room(tree::size(&tree), to.parent().unwrap_or(to))?;
    tree::copy(&tree, to, Purpose::Play)?;
    tree::mend_links(&tree, &origin, to).map_err(|e| at(to, e))?;
    let copy = tree.moved(&to.canonicalize().map_err(|e| at(to, e))?);
    sync(&copy, to).map_err(|e| at(to, e))?;
    Ok(FrozenSources {
        hash: sources::hash(&copy, &[])?,
        bytes: copy.bytes,
        files: copy.files.len() as u64,
        folders: copy.folders.len() as u64,
    })
}

/// Waits until a copy is on the disk.
fn sync(copy: &SourceTree, to: &Path) -> io::Result<()> {
    let files = copy.files.values().filter(|path| !path.is_symlink());
    let folders = copy.folders.iter().map(|folder| to.join(folder));
    for path in files.cloned().chain(folders).chain([to.to_owned()]) {
        File::open(path)?.sync_all()?;
    }
    Ok(())
}

/// Tells sources from what else may be in a bot's folder: data of version control, leftovers of tools, and the outputs
/// of its build, if its own file has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceFilter {
    built: bool,
}

/// The keys of a `bot.toml` that say that the bot is built.
#[derive(Deserialize)]
struct BuildKeys {
    build: Option<IgnoredAny>,
    fetch: Option<IgnoredAny>,
}

impl SourceFilter {
    /// Returns the filter for a folder, whose path has no links.
    pub fn of(folder: &Path) -> SourceFilter {
        let bytes = careful_open::read(&folder.join("bot.toml"), DESCRIPTION_MAX);
        let text = bytes.and_then(text_of).unwrap_or_default();
        let keys = from_toml::<BuildKeys>(&text, &|_| None);
        SourceFilter {
            built: keys.is_ok_and(|keys| keys.build.is_some() || keys.fetch.is_some()),
        }
    }

    /// Returns whether a file or folder of this name is a source.
    pub fn takes(self, name: &str) -> bool {
        sources::is_source(name, self.built)
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};

    use referee_engine::remove_tree;
    use tempfile::TempDir;

    use super::*;

    fn write(place: &TempDir, name: &str, text: &str) {
        let path = place.path().join("bot").join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn bot(toml: &str) -> TempDir {
        let place = tempfile::tempdir().expect("a folder");
        write(&place, "bot.toml", toml);
        write(&place, "bot.sh", "exit");
        write(&place, "data/book", "e4");
        place
    }

    /// Freezes the bot in a new place.
    fn frozen(place: &TempDir) -> FrozenSources {
        let to = place.path().join("frozen");
        remove_tree(&to);
        freeze(&place.path().join("bot"), &to, SourceLimits::default()).expect("frozen")
    }

    #[test]
    fn the_hash_is_of_the_sources_alone() {
        let place = bot("run = 'sh bot.sh'");
        let first = frozen(&place);
        assert_eq!((first.bytes, first.files), (17 + 4 + 2, 3));
        assert_eq!(first.folders, 1);
        assert_eq!(frozen(&bot("run = 'sh bot.sh'")), first);
        for leftover in [".git/HEAD", "data/__pycache__/x", "run.log"] {
            write(&place, leftover, "x");
        }
        assert_eq!(frozen(&place), first);
        assert!(!place.path().join("frozen/.git").exists());
        let mut hashes = vec![first.hash];
        for (name, text) in [
            ("bot.toml", "run = 'sh ./bot.sh'"),
            ("data/book", "d4"),
            ("target/bot", "x"),
        ] {
            write(&place, name, text);
            hashes.push(frozen(&place).hash);
        }
        let script = place.path().join("bot/bot.sh");
        fs::set_permissions(script, Permissions::from_mode(0o755)).expect("a mode");
        hashes.push(frozen(&place).hash);
        let last = hashes.len();
        hashes.sort();
        hashes.dedup();
        assert_eq!(hashes.len(), last);
    }

    #[test]
    fn what_a_build_makes_is_no_source() {
        for (toml, built) in [
            ("run = './bot'\nbuild = 'make'", true),
            ("run = './bot'\nfetch = ['npm', 'ci']", true),
            ("run = './bot'\n[env]\nbuild = 'x'", false),
            ("run = './bot'\nbuild = ", false),
        ] {
            let place = bot(toml);
            let before = frozen(&place);
            write(&place, "target/bot", "x");
            assert_eq!(frozen(&place) == before, built, "{toml}");
            let folder = place.path().join("bot");
            let filter = SourceFilter::of(&folder.canonicalize().expect("a folder"));
            assert_eq!(filter.takes("target"), !built);
            assert!(filter.takes("src") && !filter.takes(".git"));
        }
    }

    #[test]
    fn a_frozen_copy_stays_as_it_is() {
        let place = bot("run = 'sh bot.sh'");
        let at = |name: &str| place.path().join(name);
        symlink("data/book", at("bot/book")).expect("a link");
        let first = frozen(&place);
        let text = |name: &str| fs::read_to_string(at("frozen").join(name)).expect("a file");
        assert_eq!(text("book"), "e4");
        write(&place, "data/book", "d4");
        assert_eq!(text("book"), "e4");
        let script = at("frozen/bot.sh").metadata().expect("a file");
        assert_eq!(script.permissions().mode() & 0o777, 0o444);
        assert_ne!(frozen(&place).hash, first.hash);
        fs::write(at("net"), "weights").expect("a file");
        symlink("../net", at("bot/net")).expect("a link");
        let refused = freeze(&at("bot"), &at("other"), SourceLimits::default());
        let refused = refused.expect_err("what it leads to may change");
        assert!(refused.starts_with("net is a link to "), "{refused}");
        let limits = SourceLimits { mib: 1, files: 2 };
        let refused = freeze(&at("bot"), &at("other"), limits);
        assert!(refused.expect_err("there are more").contains("2 files"));
        assert!(!at("other").exists());
    }
}
