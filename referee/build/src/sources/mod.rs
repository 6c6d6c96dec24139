//! Computes the hash of a bot's sources, by which a resumed run detects whether the bot has changed.
//!
//! It covers how the bot is run and built, with its arguments and variables, and everything that it sees in
//! its folder when it plays: the relative path, the content and the executable bit of each file, and the paths
//! of empty folders. The following files in the folder are left out, unless the bot's command or `read` names them:
//! - its `bot.toml`: its settings for running are covered, and a comment in it changes nothing;
//! - data of version control, and leftovers of editors and tools: `__pycache__`, `*.log`, `*~` and the like;
//! - outputs of the referee: its results, logs, reports and printed tables (but not its exports, from which a
//!   bot may learn), and the file into which this process prints; all of them may be in a bot's folder where
//!   it is tested against another;
//! - for a bot with a build command also `target`, `*.class` and `*.o`: its build makes them anew.
//!
//! A symbolic link counts by its target, and is never followed. For a house bot, the hash covers the
//! referee's version and the words that name it.

mod files;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use referee_config::{ConfiguredBot, Files};
use referee_engine::careful_open;
use sha2::{Digest, Sha256};

pub use files::{SourceTree, bot_files};
pub(crate) use files::{all, all_within, folder_sources, is_source, named};

/// Bytes per read.
const PIECE: usize = 64 << 10;

/// The sources of a bot, as they were when they were read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// SHA-256 hash of all sources, in hexadecimal digits.
    pub hash: String,
    /// Content of each file and empty folder; none if only the hash is known.
    files: BTreeMap<PathBuf, Held>,
}

/// Kind of an entry, and its content: a hash, or the target of a link; nothing of an empty folder.
type Held = (&'static str, Vec<u8>);

impl Sources {
    /// Reads the sources of a bot; the error names the file that cannot be read, and the reason.
    pub fn of(bot: &ConfiguredBot) -> Result<Sources, String> {
        let refuse = |why: String| format!("{} {}: its sources: {why}", bot.role.word(), bot.name);
        let tree = bot_files(bot).map_err(refuse)?;
        of_tree(bot, &tree).map_err(refuse)
    }

    /// Makes sources of which only the hash was stored.
    pub fn stored(hash: String) -> Sources {
        Sources {
            hash,
            ..Sources::default()
        }
    }

    /// Returns the files whose content differs, or that are in only one of the two.
    pub fn differing<'a>(&'a self, other: &'a Sources) -> BTreeSet<&'a Path> {
        let all = self.files.keys().chain(other.files.keys());
        let differs = |path: &&PathBuf| self.files.get(*path) != other.files.get(*path);
        all.filter(differs).map(PathBuf::as_path).collect()
    }
}

/// Reads the sources of a bot whose files are in this tree.
pub(crate) fn of_tree(bot: &ConfiguredBot, tree: &SourceTree) -> Result<Sources, String> {
    let mut hash = Parts::default();
    hash.bot(bot);
    let mut files = held(tree)?;
    if let Files::File(path) = &bot.source.files {
        // The name of a single file does not matter for the hash.
        let name = Path::new(path.file_name().unwrap_or_default());
        let description = files.remove(name);
        files.extend(description.map(|file| (PathBuf::new(), file)));
    }
    hash.files(&files);
    Ok(Sources {
        hash: hash.hex(),
        files,
    })
}

/// Returns the SHA-256 hash, in hexadecimal digits, of the files with their names, after the parts in
/// `first`.
pub(crate) fn hash(tree: &SourceTree, first: &[&[u8]]) -> Result<String, String> {
    let mut hash = Parts::default();
    for part in first {
        hash.part(part);
    }
    hash.files(&held(tree)?);
    Ok(hash.hex())
}

/// Reads the contents of a tree's files. A folder that holds nothing is an entry of its own: its name could be
/// all that a bot reads.
fn held(tree: &SourceTree) -> Result<BTreeMap<PathBuf, Held>, String> {
    let mut contents = Contents::within(tree.bytes);
    let entries = tree.files.keys().chain(&tree.folders);
    let full: BTreeSet<&Path> = entries.filter_map(|entry| entry.parent()).collect();
    let empty = tree
        .folders
        .iter()
        .filter(|folder| !full.contains(folder.as_path()))
        .map(|folder| Ok((folder.clone(), ("folder", Vec::new()))));
    let files = tree.files.iter();
    files
        .map(|(relative, path)| Ok((relative.clone(), contents.of(path)?)))
        .chain(empty)
        .collect()
}

/// Reads files with a limit on their total size: another program may write to them meanwhile.
struct Contents {
    left: u64,
    piece: Vec<u8>,
}

impl Contents {
    fn within(bytes: u64) -> Contents {
        Contents {
            left: bytes,
            piece: vec![0; PIECE],
        }
    }

    fn of(&mut self, path: &Path) -> Result<Held, String> {
        let held = self.read(path);
        held.map_err(|e| format!("{}: {e}", path.display()))
    }

    fn read(&mut self, path: &Path) -> io::Result<Held> {
        if path.symlink_metadata()?.is_symlink() {
            let target = careful_open::link(path)?;
            return Ok(("link", target.into_os_string().into_encoded_bytes()));
        }
        let mut file = careful_open::open(path)?;
        let executable = file.metadata()?.permissions().mode() & 0o111 != 0;
        let mut hash = Sha256::new();
        loop {
            let read = match file.read(&mut self.piece) {
                Ok(0) => break,
                Ok(read) => read,
                Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
                Err(e) => return Err(e),
            };
            let left = self.left.checked_sub(read as u64);
            self.left = left.ok_or_else(|| io::Error::other("it grew while it was read"))?;
            hash.update(&self.piece[..read]);
        }
        let kind = if executable { "executable" } else { "file" };
        Ok((kind, hash.finalize().to_vec()))
    }
}

/// A hash of parts, each with its length in front, so that two different lists of parts never give the same
/// input.
#[derive(Default)]
struct Parts(Sha256);

impl Parts {
    /// Adds everything that defines a bot in addition to its files.
    fn bot(&mut self, bot: &ConfiguredBot) {
        // No list of words begins so.
        if let Some(engine) = &bot.source.engine {
            self.part(engine.dialect.word().as_bytes());
            self.part(engine.options.len().to_string().as_bytes());
            for (name, value) in &engine.options {
                self.part(name.as_bytes());
                self.part(value.as_bytes());
            }
        }
        let build = bot.source.build.as_deref().unwrap_or_default();
        let fetch = bot.source.fetch.as_deref().unwrap_or_default();
        for words in [&bot.source.run, build, fetch] {
            self.part(words.len().to_string().as_bytes());
            for argument in words {
                self.part(argument.as_bytes());
            }
        }
        self.part(bot.source.env.len().to_string().as_bytes());
        for (name, value) in &bot.source.env {
            self.part(name.as_bytes());
            self.part(value.as_bytes());
        }
        self.part(bot.source.path.len().to_string().as_bytes());
        for folder in &bot.source.path {
            // A folder of the bot's own is the same wherever that lies.
            let own = bot.program.folder.as_ref();
            let inside = own.and_then(|own| folder.strip_prefix(own).ok());
            self.part(inside.unwrap_or(folder).as_os_str().as_bytes());
        }
        if bot.source.files == Files::House {
            self.part(env!("CARGO_PKG_VERSION").as_bytes());
        }
    }

    fn part(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    fn files(&mut self, files: &BTreeMap<PathBuf, Held>) {
        for (relative, held) in files {
            self.part(relative.as_os_str().as_bytes());
            self.part(held.0.as_bytes());
            self.part(&held.1);
        }
    }

    fn hex(self) -> String {
        let bytes = self.0.finalize();
        let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
        digits.collect()
    }
}

#[cfg(test)]
mod tests;
