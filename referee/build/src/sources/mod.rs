//! The hash of what a bot is made of, by which a resumed run sees whether the bot has changed.
//!
//! It covers how the bot is run and built, with its arguments and variables, and all that it sees in its
//! folder when it plays: the relative path, the contents and the executable bit of each file. Of a folder
//! this isn't there, unless its command or `read` names it:
//! - its `bot.toml`: what it says about running is covered, and a comment in it changes nothing;
//! - what version control keeps, and what editors and tools leave: `__pycache__`, `*.log`, `*~` and the like;
//! - what the referee writes: its results, logs, reports and printed tables (not its exports, from which a
//!   bot may learn), and the file that its own output goes into, all of which may lie in a bot's folder
//!   where it is tested against another;
//! - of a bot with a build command also `target`, `*.class` and `*.o`: its build makes them anew.
//!
//! A symbolic link counts by where it points to, and is never followed. A house bot is the referee's
//! version and the words that name it.

mod files;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use referee_config::{ConfiguredBot, Files};
use referee_engine::careful_open;
use sha2::{Digest, Sha256};

pub use files::{Tree, all, all_within, named, seen};

/// Bytes that are read at once.
const PIECE: usize = 64 << 10;

/// What a bot is made of, as it was when it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// The SHA-256 hash of it all in hexadecimal digits.
    pub hash: String,
    /// What each of its files held; nothing where only the hash is known.
    files: BTreeMap<PathBuf, Held>,
}

/// What kind of file it is, and what it holds: a hash, or where a link points to.
type Held = (&'static str, Vec<u8>);

impl Sources {
    /// Those of which nothing but the hash was stored.
    pub fn stored(hash: String) -> Sources {
        Sources {
            hash,
            ..Sources::default()
        }
    }

    /// The files that hold something else there, or are in one of both only.
    pub fn differing<'a>(&'a self, other: &'a Sources) -> BTreeSet<&'a Path> {
        let all = self.files.keys().chain(other.files.keys());
        let differs = |path: &&PathBuf| self.files.get(*path) != other.files.get(*path);
        all.filter(differs).map(PathBuf::as_path).collect()
    }
}

/// The sources of a bot, or which file can't be read, and why.
pub fn sources(bot: &ConfiguredBot) -> Result<Sources, String> {
    let refuse = |why: String| format!("bot {}: its sources: {why}", bot.name);
    let tree = seen(bot).map_err(refuse)?;
    of_tree(bot, &tree).map_err(refuse)
}

/// The sources of a bot whose files are those of a tree.
pub fn of_tree(bot: &ConfiguredBot, tree: &Tree) -> Result<Sources, String> {
    let mut hash = Parts::default();
    hash.bot(bot);
    let mut files = held(tree)?;
    if let Files::File(path) = &bot.source.files {
        // What it is called makes it no other bot.
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

/// The SHA-256 hash of files with their names in hexadecimal digits, with what else counts put in
/// front.
pub fn hash(tree: &Tree, first: &[&[u8]]) -> Result<String, String> {
    let mut hash = Parts::default();
    for part in first {
        hash.part(part);
    }
    hash.files(&held(tree)?);
    Ok(hash.hex())
}

/// What the files of a tree hold.
fn held(tree: &Tree) -> Result<BTreeMap<PathBuf, Held>, String> {
    let mut contents = Contents::within(tree.bytes);
    let files = tree.files.iter();
    files
        .map(|(relative, path)| Ok((relative.clone(), contents.of(path)?)))
        .collect()
}

/// Reads files, of so many bytes together: somebody may write into them meanwhile.
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

/// A hash of parts, each with its length in front of it, so that no two lists of parts look alike.
#[derive(Default)]
struct Parts(Sha256);

impl Parts {
    /// What a bot is made of beside its files.
    fn bot(&mut self, bot: &ConfiguredBot) {
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
            self.part(folder.as_os_str().as_bytes());
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
