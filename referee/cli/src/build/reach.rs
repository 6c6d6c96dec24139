//! What a bot opens beyond its own files, by `read`, `path` and the program that it names, and what
//! none may open: the files of others, and those of the run.
//!
//! Links are followed before paths are compared.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use referee_arena::seen;

use super::cache;
use crate::config::{Entrant, Files};
use crate::sinks::plain;
use crate::sources;

/// What a database may have beside it.
const BESIDE: [&str; 4] = ["", "-journal", "-wal", "-shm"];

/// What no bot may open, beside the files of those that it plays with.
#[derive(Clone, Debug, Default)]
pub struct Closed {
    bots: Vec<PathBuf>,
    others: Vec<(&'static str, PathBuf)>,
}

impl Closed {
    /// Files of a bot, whether it plays or not.
    pub fn bot(&mut self, path: &Path) {
        self.bots.push(real(path));
    }

    /// A file or a folder, there or not yet, and what it is called in a refusal.
    pub fn add(&mut self, what: &'static str, path: &Path) {
        self.others.push((what, real(path)));
    }

    /// The results of a run, and those that lie beside them under the same name with a number.
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
        let found = entries.filter(|entry| ours(&entry.file_name().to_string_lossy()));
        let found: Vec<PathBuf> = found.map(|entry| entry.path()).collect();
        for path in found.iter().chain([&out]) {
            self.add("results", path);
        }
    }

    /// Which bots open something that is closed, by their number, and why that can't be.
    pub fn check(mut self, bots: &[Entrant]) -> Vec<(usize, String)> {
        // A run has its folder there.
        self.add(
            "the referee's temporary files",
            &std::env::temp_dir().join("referee-"),
        );
        if let Some(cache) = cache::root() {
            self.add("what other builds made", &cache);
        }
        let places: Vec<Vec<PathBuf>> = bots.iter().map(own).collect();
        let bots = bots.iter().zip(&places).enumerate();
        bots.filter_map(|(number, (bot, own))| {
            let others = places.iter().flatten().chain(&self.bots);
            let others: Vec<&PathBuf> = others.filter(|other| !own.contains(other)).collect();
            let why = opened(bot).find_map(|(key, path)| {
                let what = self.opens(&real(path), own, &others)?;
                Some(format!(
                    "{key}: {} would open {what}; name only what the bot needs, or put a copy of it \
                     into the bot's folder",
                    path.display()
                ))
            });
            Some((number, why?))
        })
        .collect()
    }

    /// What is closed of what this path opens.
    fn opens(&self, path: &Path, own: &[PathBuf], others: &[&PathBuf]) -> Option<&'static str> {
        let meets = |closed: &PathBuf| closed.starts_with(path) || path.starts_with(closed);
        let found = self.others.iter().find(|(_, closed)| meets(closed));
        let is_own = own.iter().any(|own| path.starts_with(own));
        let another = !is_own && others.iter().any(|closed| meets(closed));
        match found {
            Some((what, _)) => Some(*what),
            None => another.then_some("another bot's files"),
        }
    }
}

/// A line about submissions that open more than their own files, if any do.
pub fn told(bots: &[Entrant]) -> Option<String> {
    let submissions = bots.iter().filter(|bot| bot.submitted);
    let more = submissions.filter_map(|bot| {
        let own = own(bot);
        let paths: BTreeSet<PathBuf> = opened(bot).map(|(_, path)| real(path)).collect();
        let is_own = |path: &Path| own.iter().any(|own| path.starts_with(own));
        let paths = paths
            .iter()
            .filter(|path| !is_own(path) && !seen(path, &[]));
        let paths: Vec<String> = paths.map(|path| path.display().to_string()).collect();
        (!paths.is_empty()).then(|| format!("{} ({})", bot.name, paths.join(", ")))
    });
    let more: Vec<String> = more.collect();
    let line = format!(
        "submissions that see more than their own files: {}",
        more.join(", ")
    );
    (!more.is_empty()).then(|| plain(&line))
}

/// What a bot names beyond what everybody has, and by which key.
fn opened(bot: &Entrant) -> impl Iterator<Item = (&'static str, &PathBuf)> {
    let read = bot.program.read.iter().map(|path| ("read", path));
    let path = bot.source.path.iter().map(|path| ("path", path));
    let program = &bot.program.executable;
    let house = bot.source.files == Files::House;
    let folder = bot.program.folder.as_deref();
    let inside = folder.is_some_and(|own| program.starts_with(own));
    let program = (!house && !inside).then_some(("run", program));
    read.chain(path).chain(program)
}

/// Where the files of a bot are.
fn own(bot: &Entrant) -> Vec<PathBuf> {
    match &bot.source.files {
        Files::House => Vec::new(),
        Files::File(path) | Files::Folder(path) => vec![real(path)],
        Files::Named(_) => {
            let files = sources::files_of(bot).unwrap_or_default();
            files.values().map(|path| real(path)).collect()
        }
    }
}

/// A path without links, as far as it is there.
fn real(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let there = |above: &Path| {
        let rest = path.strip_prefix(above).ok()?;
        let there = above.canonicalize().ok()?;
        // Without a `/` at the end.
        Some(there.components().chain(rest.components()).collect())
    };
    path.ancestors().find_map(there).unwrap_or(path.clone())
}
