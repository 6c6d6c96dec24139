//! Checks the paths that a bot opens beyond its own files, by `read`, `path` and its program: paths that no
//! bot may open (other bots' files, files of the run, private files), and paths that it may open only if the
//! operator has allowed it.
//!
//! Links are resolved before paths are compared.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use referee_config::{ConfiguredBot, Files, ProgramRole, of_system};
use referee_engine::seen;
use referee_engine::toolchain::BotFileAdditions;
use referee_output::sanitize::plain;

use super::{cache, private};
use crate::sources;

/// What the folders of runs are called.
const TEMPORARY: &str = "the referee's temporary files";
/// Suffixes of a database file and of the files that may be next to it.
const BESIDE: [&str; 4] = ["", "-journal", "-wal", "-shm"];

/// Paths that no bot may open, in addition to the files of the bots that it plays with.
#[derive(Clone, Debug, Default)]
pub struct ForbiddenPaths {
    bots: Vec<PathBuf>,
    others: Vec<(&'static str, PathBuf)>,
}

impl ForbiddenPaths {
    /// Adds the files of a bot, even of one that does not play.
    pub fn bot(&mut self, path: &Path) {
        self.bots.push(real(path));
    }

    /// Adds a file or a folder, which need not exist, with its name for error messages.
    pub fn add(&mut self, what: &'static str, path: &Path) {
        self.others.push((what, real(path)));
    }

    /// Adds the results of a run, and files next to them with the same name and a number.
    pub fn results(&mut self, out: &Path) {
        let out = real(out);
        let (Some(folder), Some(stem)) = (out.parent(), out.file_stem()) else {
            return;
        };
        let (stem, ending) = (stem.to_string_lossy(), out.extension().unwrap_or_default());
        let ending = format!(".{}", ending.to_string_lossy());
        let ours = |name: &str| {
            let number = name.strip_prefix(&*stem).and_then(|rest| {
                let (number, beside) = rest.split_once(&ending)?;
                BESIDE.contains(&beside).then_some(number)
            });
            number.is_some_and(|number| number.is_empty() || number.starts_with('-'))
        };
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let result_entries = entries.filter(|entry| ours(&entry.file_name().to_string_lossy()));
        let paths: Vec<PathBuf> = result_entries.map(|entry| entry.path()).collect();
        for path in paths.iter().chain([&out]) {
            self.add("results", path);
        }
    }

    /// Returns the bots that open a forbidden path, by their index, with the reason. If `asking` is false,
    /// this includes bots that open paths which only their own file asks for.
    pub fn check(mut self, bots: &[ConfiguredBot], asking: bool) -> Vec<(usize, String)> {
        // The folder of a run has a name that begins like this.
        self.add(TEMPORARY, &std::env::temp_dir().join("referee-"));
        if let Some(cache) = cache::root() {
            self.add("what other builds made", &cache);
        }
        let places: Vec<Vec<PathBuf>> = bots.iter().map(list_own_paths).collect();
        let bots = bots.iter().zip(&places).enumerate();
        bots.filter_map(|(number, (bot, own))| {
            let others = places.iter().flatten().chain(&self.bots);
            let others: Vec<&PathBuf> = others.filter(|other| !own.contains(other)).collect();
            let closed = opened(bot).find_map(|(key, path)| {
                let what = self.opens(&real(path), own, &others)?;
                Some(format!(
                    "{key}: {} would open {what}; name only what the bot needs, or put a copy of it \
                     into the bot's folder",
                    path.display()
                ))
            });
            let asked = || asked(bot, own).filter(|_| !asking);
            Some((number, closed.or_else(asked)?))
        })
        .collect()
    }

    /// Returns what a path would open that is forbidden, in words.
    fn opens(&self, path: &Path, paths: &[PathBuf], others: &[&PathBuf]) -> Option<String> {
        let meets = |closed: &PathBuf| closed.starts_with(path) || path.starts_with(closed);
        let is_own = paths.iter().any(|own_path| path.starts_with(own_path));
        // A game of results lies there itself.
        let mut others_closed = self.others.iter();
        let closed_place =
            others_closed.find(|(what, closed)| meets(closed) && !(is_own && *what == TEMPORARY));
        let another = !is_own && others.iter().any(|closed| meets(closed));
        if let Some((what, _)) = closed_place {
            return Some((*what).to_owned());
        }
        if another {
            return Some("another bot's files".to_owned());
        }
        if is_own || of_system(path) {
            return None;
        }
        let private = private::opened(path)?;
        Some(format!("{}, which no bot may read", private.display()))
    }
}

/// Returns a sentence about the paths that a bot's own file asks for and the operator has not allowed; `None`
/// if there are none.
fn asked(bot: &ConfiguredBot, own_paths: &[PathBuf]) -> Option<String> {
    let given: Vec<PathBuf> = bot.given.paths.iter().map(|path| real(path)).collect();
    let mut asked: Vec<PathBuf> = Vec::new();
    for (key, path) in opened(bot).filter(|(key, _)| *key != "run" || !bot.given.run) {
        let real = real(path);
        let fine = own_paths
            .iter()
            .chain(&given)
            .any(|fine| real.starts_with(fine))
            || bot
                .commit
                .as_ref()
                .is_some_and(|source_commit| source_commit.holds(&real))
            || of_system(&real) && !(key == "run" && is_referee(&real));
        if !fine && !asked.iter().any(|known| real.starts_with(known)) {
            asked.push(real);
        }
    }
    if asked.is_empty() {
        return None;
    }
    let paths: Vec<String> = asked
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let paths = paths.join(", ");
    let file = bot.role.word();
    let opens = format!("its {file}.toml opens {paths}, beyond its own folder and the system");
    if bot.role == ProgramRole::Game {
        return Some(format!("{opens}: allow that with --allow-read"));
    }
    let lines = BotFileAdditions {
        read: asked,
        path: Vec::new(),
    };
    Some(format!(
        "{opens}: allow that with --allow-read, or add {lines} to what the tournament file says of it, in [[bots]] or \
         [submission_defaults]"
    ))
}

/// Returns true if the path is the referee itself, as which a bot could play as a house bot.
fn is_referee(path: &Path) -> bool {
    std::env::current_exe().is_ok_and(|executable| real(&executable) == path)
}

/// Returns a line about the bots that open more than their own files and the system's; `None` if there are
/// none.
pub fn describe_reach(bots: &[ConfiguredBot]) -> Option<String> {
    let more = bots.iter().filter_map(|bot| {
        let own_paths = list_own_paths(bot);
        let paths: BTreeSet<PathBuf> = opened(bot).map(|(_, path)| real(path)).collect();
        let is_own = |path: &Path| own_paths.iter().any(|own_path| path.starts_with(own_path));
        let paths = paths
            .iter()
            .filter(|path| !is_own(path) && !seen(path, &[]));
        let paths: Vec<String> = paths.map(|path| path.display().to_string()).collect();
        (!paths.is_empty()).then(|| format!("{} ({})", bot.name, paths.join(", ")))
    });
    let more: Vec<String> = more.collect();
    let line = format!(
        "bots that read more than their own files: {}",
        more.join(", ")
    );
    (!more.is_empty()).then(|| plain(&line))
}

/// Lists the paths that a bot names beyond those open to every bot, each with its key.
fn opened(bot: &ConfiguredBot) -> impl Iterator<Item = (&'static str, &Path)> {
    let program = bot.program.executable.as_path();
    // The pin's real path is checked, because that is what gets mounted, even if the name leads elsewhere by
    // then.
    let read = bot.program.read.iter().map(move |pin| {
        let key = if pin.at() == program { "run" } else { "read" };
        (key, pin.real())
    });
    let path = bot.source.path.iter().map(|path| ("path", path.as_path()));
    let is_house = bot.source.files == Files::House;
    let folder = bot.program.folder.as_deref();
    let inside = folder.is_some_and(|bot_folder| program.starts_with(bot_folder));
    // A program that is not pinned belongs to the system.
    let pinned = bot.program.read.iter().any(|pin| pin.at() == program);
    let program = (!is_house && !inside && !pinned).then_some(("run", program));
    read.chain(path).chain(program)
}

/// Returns the paths of a bot's own files.
fn list_own_paths(bot: &ConfiguredBot) -> Vec<PathBuf> {
    match &bot.source.files {
        Files::House => Vec::new(),
        Files::File(path) | Files::Folder(path) => vec![real(path)],
        Files::Named(folder) => {
            let files = sources::named(&bot.source.run, folder);
            files.values().map(|path| real(path)).collect()
        }
    }
}

/// Resolves the links in the existing part of a path.
fn real(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let there = |above: &Path| {
        let rest = path.strip_prefix(above).ok()?;
        let there = above.canonicalize().ok()?;
        // Collecting the components drops a `/` at the end.
        Some(there.components().chain(rest.components()).collect())
    };
    path.ancestors().find_map(there).unwrap_or(path.clone())
}

#[cfg(test)]
mod tests;
