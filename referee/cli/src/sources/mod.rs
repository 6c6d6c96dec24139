//! The hash of what a bot is made of, by which a resumed run sees whether the bot has changed.
//!
//! It covers how the bot is run and built, with its arguments and variables, and the relative path,
//! the contents and the executable bit of each of its files. Of a folder these aren't the bot's
//! files, unless the command that runs it names them:
//! - its `bot.toml`: what it says about running is covered, and a comment in it changes nothing;
//! - hidden files and folders, `__pycache__`, `*.pyc`, `*.log`, `*~`, and folders that hold a
//!   `CACHEDIR.TAG`, as those of compilers do;
//! - what the referee writes: its results, logs, reports and printed tables (not its exports, from which a bot may learn), and the file that its
//!   own output goes into, all of which may lie in a bot's folder where it is tested against another;
//! - of a bot with a build command also `target`, `*.class` and `*.o`: its build makes them anew.
//!
//! A symbolic link counts by where it points to, and is never followed. A house bot is the referee's
//! version and the words that name it.

mod files;
mod open;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::config::{Entrant, Files};
pub use files::{Tree, all, seen, sources as files_of};
pub use open::open;

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
pub fn sources(bot: &Entrant) -> Result<Sources, String> {
    let mut hash = Parts(Sha256::new());
    let build = bot.source.build.as_deref();
    for words in [&bot.source.run, build.unwrap_or_default()] {
        hash.part(words.len().to_string().as_bytes());
        for word in words {
            hash.part(word.as_bytes());
        }
    }
    hash.part(bot.source.env.len().to_string().as_bytes());
    for (name, value) in &bot.source.env {
        hash.part(name.as_bytes());
        hash.part(value.as_bytes());
    }
    let refuse = |why: String| format!("bot {}: its sources: {why}", bot.name);
    if bot.source.files == Files::House {
        hash.part(env!("CARGO_PKG_VERSION").as_bytes());
    }
    // What came later stands only where it says something, so that older hashes stay what they are.
    if let Some(fetch) = &bot.source.fetch {
        hash.part(b"fetch");
        for word in fetch {
            hash.part(word.as_bytes());
        }
    }
    for folder in &bot.source.path {
        hash.part(b"path");
        hash.part(folder.as_os_str().as_bytes());
    }
    let files = files::sources(bot).map_err(refuse)?;
    let files = hash.files(&files).map_err(refuse)?;
    Ok(Sources {
        hash: hash.hex(),
        files,
    })
}

/// The SHA-256 hash of files with their names in hexadecimal digits, with what else counts put in
/// front.
pub fn hash(files: &BTreeMap<PathBuf, PathBuf>, first: &[&[u8]]) -> Result<String, String> {
    let mut hash = Parts(Sha256::new());
    for part in first {
        hash.part(part);
    }
    hash.files(files)?;
    Ok(hash.hex())
}

/// What a file holds.
fn contents(path: &Path) -> io::Result<Held> {
    let metadata = fs::symlink_metadata(path)?;
    if metadata.is_symlink() {
        let target = fs::read_link(path)?;
        return Ok(("link", target.as_os_str().as_bytes().to_vec()));
    }
    if !metadata.is_file() {
        // Opening a pipe would wait for its other end.
        return Ok(("special", Vec::new()));
    }
    let executable = metadata.permissions().mode() & 0o111 != 0;
    let mut file = open(path)?;
    let mut hash = Sha256::new();
    let mut piece = vec![0; PIECE];
    loop {
        match file.read(&mut piece) {
            Ok(0) => break,
            Ok(read) => hash.update(&piece[..read]),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    let kind = if executable { "executable" } else { "file" };
    Ok((kind, hash.finalize().to_vec()))
}

/// A hash of parts, each with its length in front of it, so that no two lists of parts look alike.
struct Parts(Sha256);

impl Parts {
    fn part(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    /// Adds files; gives what each of them holds.
    fn files(
        &mut self,
        files: &BTreeMap<PathBuf, PathBuf>,
    ) -> Result<BTreeMap<PathBuf, Held>, String> {
        let mut all = BTreeMap::new();
        for (relative, path) in files {
            let held = contents(path).map_err(|e| format!("{}: {e}", path.display()))?;
            self.part(relative.as_os_str().as_bytes());
            self.part(held.0.as_bytes());
            self.part(&held.1);
            all.insert(relative.clone(), held);
        }
        Ok(all)
    }

    fn hex(self) -> String {
        let bytes = self.0.finalize();
        let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
        digits.collect()
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use referee_record::TimeControl;
    use tempfile::TempDir;

    use super::*;
    use crate::config::{self, BotSpec, Places, Terms};

    fn terms() -> Terms {
        Terms::new(TimeControl::default(), Places::default())
    }

    const PYTHON: &str = "run = 'sh bot.py'\n";

    fn folder(toml: &str) -> TempDir {
        let dir = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir_all(dir.path().join("bot/deep")).expect("a folder");
        write(&dir, "bot.toml", toml);
        write(&dir, "bot.py", "play()");
        write(&dir, "deep/book", "e4");
        dir
    }

    fn write(dir: &TempDir, name: &str, text: &str) {
        let path = dir.path().join("bot").join(name);
        fs::create_dir_all(path.parent().expect("it has one")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn hash_of(spec: BotSpec, dir: &TempDir) -> String {
        let bot = config::entrant(spec, dir.path(), terms()).expect("a bot");
        sources(&bot).expect("sources").hash
    }

    fn hash(dir: &TempDir) -> String {
        let bot = Some("bot".to_owned());
        hash_of(
            BotSpec {
                bot,
                ..BotSpec::default()
            },
            dir,
        )
    }

    #[test]
    fn every_change_of_a_source_is_seen() {
        let dir = folder(PYTHON);
        let mut seen = vec![hash(&dir)];
        assert_eq!(seen[0].len(), 64);
        let change = |what: &str| match what {
            "contents" => write(&dir, "deep/book", "d4"),
            "name" => fs::rename(
                dir.path().join("bot/deep/book"),
                dir.path().join("bot/deep/b"),
            )
            .expect("renamed"),
            "more" => write(&dir, "more", ""),
            "executable" => {
                let mode = fs::Permissions::from_mode(0o755);
                fs::set_permissions(dir.path().join("bot/bot.py"), mode).expect("a mode");
            }
            "link" => symlink("/nowhere", dir.path().join("bot/link")).expect("a link"),
            "run" => write(&dir, "bot.toml", "run = 'sh -u bot.py'"),
            "args" => write(&dir, "bot.toml", "run = 'sh -u bot.py'\nargs = ['x']"),
            "env" => write(&dir, "bot.toml", "run = 'sh bot.py'\nenv = { A = 'b' }"),
            _ => write(&dir, "bot.toml", "run = 'sh bot.py'\nbuild = 'make'"),
        };
        for what in [
            "contents",
            "name",
            "more",
            "executable",
            "link",
            "run",
            "args",
            "env",
            "build",
        ] {
            change(what);
            let now = hash(&dir);
            assert!(!seen.contains(&now), "{what}");
            seen.push(now);
        }
    }

    #[test]
    fn caches_comments_and_places_are_no_sources() {
        let (dir, moved) = (folder(PYTHON), folder(PYTHON));
        let before = hash(&dir);
        for leftover in [
            ".git/HEAD",
            ".hidden",
            "__pycache__/bot.pyc",
            "old.pyc",
            "game.log",
            "bot.py~",
        ] {
            write(&dir, leftover, "x");
        }
        write(&dir, "out/CACHEDIR.TAG", "x");
        write(&dir, "out/bot.o", "x");
        write(
            &dir,
            "bot.toml",
            "# a comment\nname = 'ann'\nrun = 'sh bot.py'",
        );
        assert_eq!(hash(&dir), before);
        assert_eq!(hash(&moved), before);
        write(&dir, "target/x", "without a build this is a source");
        assert_ne!(hash(&dir), before);
    }

    #[test]
    fn what_a_build_makes_is_no_source_unless_it_is_run() {
        let dir = folder("run = './target/bot'\nbuild = 'make'");
        let before = hash(&dir);
        write(&dir, "Bot.class", "x");
        write(&dir, "target/other", "x");
        assert_eq!(hash(&dir), before);
        write(&dir, "target/bot", "x");
        assert_ne!(hash(&dir), before);
    }

    #[test]
    fn a_bot_without_a_folder_is_what_its_command_names() {
        let dir = folder(PYTHON);
        let inline = || {
            let toml = "name = 'x'\nrun = 'sh bot/bot.py'";
            hash_of(toml::from_str(toml).expect("a bot"), &dir)
        };
        let before = inline();
        write(&dir, "deep/book", "d4");
        assert_eq!(inline(), before);
        write(&dir, "bot.py", "resign()");
        assert_ne!(inline(), before);
    }

    #[test]
    fn words_count_as_they_are_written() {
        let (dir, moved) = (folder(PYTHON), folder(PYTHON));
        let by = |dir: &TempDir, arg: &str| {
            let spec = BotSpec {
                bot: Some("bot".to_owned()),
                args: vec![arg.to_owned()],
                ..BotSpec::default()
            };
            hash_of(spec, dir)
        };
        for arg in ["-I{folder}/lib", "{folder}2/tool", "--way={folder}"] {
            assert_eq!(by(&dir, arg), by(&moved, arg), "{arg}");
        }
        let shown = dir.path().canonicalize().expect("a folder");
        let shown = shown.to_string_lossy();
        for behind in ["", "/lib", "2/tool"] {
            let (plain, filled) = (format!("{shown}{behind}"), format!("{{folder}}{behind}"));
            assert_ne!(by(&dir, &plain), by(&dir, &filled), "{behind}");
        }
        // The words of the bot's own file are of its own folder.
        let before = by(&dir, "x");
        write(
            &dir,
            "bot.toml",
            "run = 'sh bot.py'\nenv = { A = '{folder}' }",
        );
        write(
            &moved,
            "bot.toml",
            "run = 'sh bot.py'\nenv = { A = '{folder}' }",
        );
        assert_ne!(by(&dir, "x"), before);
        assert_eq!(by(&dir, "x"), by(&moved, "x"));
    }

    #[test]
    fn house_bots_are_their_words() {
        let dir = folder(PYTHON);
        let house = |bot: &str| {
            let bot = Some(bot.to_owned());
            hash_of(
                BotSpec {
                    bot,
                    ..BotSpec::default()
                },
                &dir,
            )
        };
        assert_eq!(house("house:random"), house("house:random"));
        assert_ne!(house("house:random"), house("house:first"));
    }

    #[test]
    fn what_can_not_be_read_is_named() {
        let dir = folder(PYTHON);
        let spec = BotSpec {
            bot: Some("bot".to_owned()),
            ..BotSpec::default()
        };
        let bot = config::entrant(spec, dir.path(), terms()).expect("a bot");
        fs::remove_dir_all(dir.path().join("bot")).expect("removed");
        let error = sources(&bot).expect_err("it is gone");
        assert!(error.starts_with("bot bot: its sources: /"), "{error}");
        assert!(error.contains("/bot: No such file"), "{error}");
    }
}
