//! All versions of the bots of a ladder: on the disk, where they are read once, and in memory.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use referee_build::FrozenSources;
use referee_engine::{read_text, remove_tree};
use referee_output::failure::{bad_input, machine};

use crate::durable::{make_folder, replace, sync_folder};
use crate::names::{check_bot_name, version_name};
use crate::version::{BotVersion, VersionState};

/// Name of the description in the folder of a version.
const DESCRIPTION: &str = "version.json";
/// Name of the folder of its files.
pub(crate) const FILES: &str = "files";
/// Number of bytes on the disk that a file takes beside its contents, or a folder, about.
const FILE_BYTES: u64 = 4096;

/// The versions of all bots.
#[derive(Debug)]
pub struct Versions {
    folder: PathBuf,
    /// By the name of the bot, and the number.
    all: BTreeMap<(String, u32), BotVersion>,
}

impl Versions {
    /// Reads the versions in the folder of a ladder that this process has locked. Returns an error that names the
    /// description that can't be read.
    pub(crate) fn read(folder: &Path) -> anyhow::Result<Versions> {
        let failed = |e: io::Error| machine(format!("{}: {e}", folder.display()));
        let mut versions = Versions {
            folder: folder.to_owned(),
            all: BTreeMap::new(),
        };
        for bot in names(folder).map_err(failed)? {
            if check_bot_name(&bot).is_err() {
                continue;
            }
            for number in numbers(&folder.join(&bot)).map_err(failed)? {
                let version = read_version(folder, &bot, number).map_err(bad_input)?;
                if version.removed {
                    // A killed process may not have come to it.
                    remove_tree(&versions.files(&version));
                }
                versions.all.insert((bot.clone(), number), version);
            }
        }
        Ok(versions)
    }

    /// Returns all versions, by bot and number.
    pub fn all(&self) -> impl Iterator<Item = &BotVersion> {
        self.all.values()
    }

    /// Returns the versions of a bot, the first one first.
    pub fn of_bot(&self, bot: &str) -> impl DoubleEndedIterator<Item = &BotVersion> {
        let bounds = (bot.to_owned(), 0)..=(bot.to_owned(), u32::MAX);
        self.all.range(bounds).map(|(_, version)| version)
    }

    /// Returns a version.
    pub fn find(&self, bot: &str, number: u32) -> Option<&BotVersion> {
        self.all.get(&(bot.to_owned(), number))
    }

    /// Returns the names of all bots.
    pub fn bots(&self) -> BTreeSet<&str> {
        self.all.keys().map(|(bot, _)| bot.as_str()).collect()
    }

    /// Returns the folder of a version's files; there is none if they were removed.
    pub fn files(&self, version: &BotVersion) -> PathBuf {
        self.place(version).join(FILES)
    }

    /// Returns the version to be checked next: the oldest that waits of the author who was served longest ago, so that
    /// nobody waits for more than one version of anybody else.
    pub fn next_to_check(&self) -> Option<&BotVersion> {
        let mut served: BTreeMap<Option<&str>, u64> = BTreeMap::new();
        for version in self.all() {
            let last = served.entry(version.author.as_deref()).or_default();
            *last = (*last).max(version.checked_ms.unwrap_or(0));
        }
        self.waiting().min_by_key(|version| {
            let last = served.get(&version.author.as_deref()).copied();
            (last, version.received_ms)
        })
    }

    /// Returns the versions that wait.
    pub fn waiting(&self) -> impl Iterator<Item = &BotVersion> {
        let waits = |version: &&BotVersion| version.state == VersionState::Waiting;
        self.all().filter(waits)
    }

    /// Divides the accepted versions: of each bot the newest `keep` play, and the others are to retire.
    pub fn playing_and_retiring(&self, keep: u32) -> (Vec<&BotVersion>, Vec<&BotVersion>) {
        let mut ranks: BTreeMap<&str, u32> = BTreeMap::new();
        let newest_first = self.all.values().rev();
        let accepted = newest_first.filter(|version| version.state == VersionState::Accepted);
        accepted.partition(|version| {
            let rank = ranks.entry(version.bot.as_str()).or_default();
            *rank += 1;
            *rank <= keep
        })
    }

    /// Gives a version another state: one that waits may be accepted or refused, an accepted one refused or retired.
    /// Returns an error if it may not, or can't be written; its state is then as it was.
    pub fn mark(
        &mut self,
        bot: &str,
        number: u32,
        state: VersionState,
        now_ms: u64,
    ) -> anyhow::Result<()> {
        let name = version_name(bot, number);
        let Some(version) = self.find(bot, number) else {
            return Err(bad_input(format!("there is no version {name}")));
        };
        if !version.state.may_become(&state) {
            return Err(bad_input(format!(
                "{name} is {}, and can't become {}; expected that one that waits is accepted or refused, or an accepted \
                 one refused or retired",
                version.state.word(),
                state.word()
            )));
        }
        let marked = BotVersion {
            state,
            checked_ms: version.checked_ms.or(Some(now_ms)),
            ..version.clone()
        };
        let written = self.rewrite(marked);
        written.map_err(|e| machine(format!("{}: {name}: {e}", self.folder.display())))
    }

    /// Returns the first version of a bot, whose author the bot belongs to.
    pub(crate) fn first(&self, bot: &str) -> Option<&BotVersion> {
        self.of_bot(bot).next()
    }

    /// Returns the newest version of a bot.
    pub(crate) fn newest(&self, bot: &str) -> Option<&BotVersion> {
        self.of_bot(bot).next_back()
    }

    /// Moves a folder that holds the files of a version to its place, as the newest one of its bot.
    pub(crate) fn place_new(
        &mut self,
        draft: &Path,
        (author, bot): (Option<&str>, &str),
        frozen: &FrozenSources,
        now_ms: u64,
    ) -> io::Result<BotVersion> {
        let folder = self.folder.join(bot);
        make_folder(&folder)?;
        let last = numbers(&folder)?.into_iter().max();
        let version = BotVersion {
            bot: bot.to_owned(),
            number: last.map_or(1, |last| last.saturating_add(1)),
            author: author.map(str::to_owned),
            received_ms: now_ms,
            checked_ms: None,
            hash: frozen.hash.clone(),
            disk_bytes: disk_bytes(frozen),
            removed: false,
            state: VersionState::Waiting,
        };
        replace(&draft.join(DESCRIPTION), &version.text()?)?;
        fs::rename(draft, self.place(&version))?;
        // From here on it is there, even if it can't be said.
        self.insert(version.clone());
        sync_folder(&folder)?;
        Ok(version)
    }

    /// Returns whether there is or can be room for so many bytes, if all versions together may have `most`.
    pub(crate) fn could_hold(&self, bytes: u64, most: u64) -> bool {
        let spare = self.all().filter(|version| version.is_spare());
        let spare: u64 = spare.map(|version| version.disk_bytes).sum();
        self.disk_bytes() - spare + bytes <= most
    }

    /// Removes the files of versions that don't play any more, the oldest first, until there is room for so many bytes.
    pub(crate) fn make_room(&mut self, bytes: u64, most: u64) -> io::Result<()> {
        while self.disk_bytes() + bytes > most {
            let spare = self.all().filter(|version| version.is_spare());
            let Some(oldest) = spare.min_by_key(|version| version.received_ms) else {
                break;
            };
            let files = self.files(oldest);
            let removed = BotVersion {
                removed: true,
                ..oldest.clone()
            };
            self.rewrite(removed)?;
            remove_tree(&files);
        }
        Ok(())
    }

    /// Returns the number of bytes that all files take.
    fn disk_bytes(&self) -> u64 {
        let kept = self.all().filter(|version| !version.removed);
        kept.map(|version| version.disk_bytes).sum()
    }

    /// Writes the description of a version anew.
    fn rewrite(&mut self, version: BotVersion) -> io::Result<()> {
        replace(&self.place(&version).join(DESCRIPTION), &version.text()?)?;
        self.insert(version);
        Ok(())
    }

    fn insert(&mut self, version: BotVersion) {
        let key = (version.bot.clone(), version.number);
        self.all.insert(key, version);
    }

    /// Returns the folder of a version: that of its description, its files and what its author may read.
    pub fn place(&self, version: &BotVersion) -> PathBuf {
        let bot = self.folder.join(&version.bot);
        bot.join(version.number.to_string())
    }
}

/// Returns the number of bytes that the files and folders of a version take on the disk, about.
pub(crate) fn disk_bytes(frozen: &FrozenSources) -> u64 {
    let entries = frozen.files + frozen.folders;
    frozen.bytes + entries.saturating_mul(FILE_BYTES)
}

/// Reads the description of a version.
fn read_version(folder: &Path, bot: &str, number: u32) -> Result<BotVersion, String> {
    let place = folder.join(bot).join(number.to_string());
    let path = place.join(DESCRIPTION);
    let read = || -> io::Result<BotVersion> {
        let version: BotVersion = serde_json::from_str(&read_text(&path)?)?;
        if (version.bot.as_str(), version.number) == (bot, number) {
            return Ok(version);
        }
        Err(io::Error::other(format!(
            "it is that of {}",
            version.name()
        )))
    };
    read().map_err(|e| {
        format!(
            "{}: {e}; expected the description of {}; put it back, or remove {}",
            path.display(),
            version_name(bot, number),
            place.display()
        )
    })
}

/// Returns the numbers of the versions in the folder of a bot.
fn numbers(folder: &Path) -> io::Result<Vec<u32>> {
    let number = |name: String| {
        let number: u32 = name.parse().ok()?;
        (number > 0 && number.to_string() == name).then_some(number)
    };
    Ok(names(folder)?.into_iter().filter_map(number).collect())
}

/// Returns the names of the folders in a folder, as far as they are text.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.path().is_dir() {
            names.extend(entry.file_name().into_string().ok());
        }
    }
    Ok(names)
}
