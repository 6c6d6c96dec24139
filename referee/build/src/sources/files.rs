//! Finds the files of a bot: everything that it sees in its folder when it plays, which are its sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Bound;
use std::path::{Component, Path, PathBuf};

use referee_config::{
    ConfiguredBot, Files, FolderItem, SourceCount, SourceLimits, VCS_FOLDERS, walk_folder,
};
use referee_store::is_results;

use crate::belongs::{is_output, is_recognized};
use crate::printed::PrintedFiles;

/// Outputs of a build: names, and ends of names.
const BUILT: (&[&str], &[&str]) = (&["target"], &[".class", ".o"]);
/// Files that editors and tools leave while a bot is developed; none of them is needed to play.
const LEFT_BEHIND: (&[&str], &[&str]) = (
    &[
        "__pycache__",
        ".pytest_cache",
        ".mypy_cache",
        ".ruff_cache",
        ".idea",
        ".vscode",
        ".DS_Store",
    ],
    &[".log", "~"],
);
/// The description of a bot; its content reaches the bot through its command and its environment.
const DESCRIPTION: &str = "bot.toml";

/// Files and folders, by their paths relative to a bot's folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceTree {
    /// Folders; a parent comes before the folders in it.
    pub folders: BTreeSet<PathBuf>,
    /// Files and links, each with its full path.
    pub files: BTreeMap<PathBuf, PathBuf>,
    /// Files that were left out because they begin like an output of the referee.
    pub left_out: BTreeSet<PathBuf>,
    /// Size of the files in bytes when they were found; more is never read.
    pub bytes: u64,
}

/// Finds the files that a bot sees in its folder: all except outputs of builds, data of version control and
/// leftovers of tools; in a folder that others use, too, only the files that its command names. Files that it
/// may `read` in that folder are always included.
pub fn bot_files(bot: &ConfiguredBot) -> Result<SourceTree, String> {
    let mut counts = Found::new(bot.bounds);
    let (folder, hashes) = match &bot.source.files {
        Files::House => return Ok(SourceTree::default()),
        Files::File(path) => {
            let name = path.file_name().unwrap_or_default();
            let folder = path.parent().unwrap_or(Path::new("/"));
            (
                folder,
                BTreeMap::from([(PathBuf::from(name), path.clone())]),
            )
        }
        Files::Named(folder) => (&**folder, named(&bot.source.run, folder)),
        Files::Folder(folder) => {
            let built = bot.is_built();
            counts.folder(Path::new(""), folder, &|place| {
                place.relative != Path::new(DESCRIPTION) && is_source(&place.name, built)
            })?;
            // A link to a file that is not left out leads to an included file.
            let below = |path: PathBuf| {
                let below = path.strip_prefix(folder).unwrap_or(&path).to_owned();
                (!counts.tree.files.contains_key(&below)).then_some((below, path))
            };
            let named = named(&bot.source.run, folder);
            (&**folder, named.into_values().filter_map(below).collect())
        }
    };
    for pin in &bot.program.read {
        let real = pin.real();
        // A `read` of the whole folder would include what the others use.
        let below = real.strip_prefix(folder).unwrap_or(Path::new(""));
        if below.as_os_str().is_empty() {
            continue;
        }
        if real.is_dir() {
            counts.tree.reach(below);
            counts.folder(below, real, &|place| !VCS_FOLDERS.contains(&&*place.name))?;
        } else {
            counts.file(below.to_owned(), real.to_owned())?;
        }
    }
    for (relative, path) in hashes {
        counts.file(relative, path)?;
    }
    counts.tree.bytes = counts.count.bytes;
    Ok(counts.tree)
}

/// Finds everything in a folder except results, which no bot has made and none may see.
pub(crate) fn all(folder: &Path) -> Result<SourceTree, String> {
    all_within(folder, SourceLimits::NONE)
}

/// Finds everything in a folder except results; returns an error if it holds more than these limits.
pub(crate) fn all_within(folder: &Path, bounds: SourceLimits) -> Result<SourceTree, String> {
    let folder = folder
        .canonicalize()
        .map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut counts = Found::new(bounds);
    counts.folder(Path::new(""), &folder, &|_| true)?;
    counts.tree.bytes = counts.count.bytes;
    Ok(counts.tree)
}

/// Finds the sources in a folder whose path has no links, with the description of the bot; returns an error if it
/// holds more than these limits.
pub(crate) fn folder_sources(
    folder: &Path,
    built: bool,
    bounds: SourceLimits,
) -> Result<SourceTree, String> {
    let mut counts = Found::new(bounds);
    let wanted = |place: &FolderItem| is_source(&place.name, built);
    counts.folder(Path::new(""), folder, &wanted)?;
    counts.tree.bytes = counts.count.bytes;
    Ok(counts.tree)
}

/// The files found so far, and their count.
struct Found {
    tree: SourceTree,
    count: SourceCount,
    bounds: SourceLimits,
    printed: PrintedFiles,
}

impl Found {
    fn new(bounds: SourceLimits) -> Found {
        Found {
            tree: SourceTree::default(),
            count: SourceCount::default(),
            bounds,
            printed: PrintedFiles::now(),
        }
    }

    /// Adds the wanted files of a folder, except outputs of the referee. A folder of which nothing is wanted isn't
    /// added either.
    fn folder(
        &mut self,
        below: &Path,
        folder: &Path,
        wanted: &dyn Fn(&FolderItem) -> bool,
    ) -> Result<(), String> {
        let tree = &mut self.tree;
        let mut unwanted = BTreeSet::new();
        walk_folder(folder, &self.bounds, &mut self.count, &mut |place| {
            let relative = below.join(&place.relative);
            if !wanted(place) {
                unwanted.extend(relative.parent().map(Path::to_owned));
                return false;
            }
            if place.is_folder {
                tree.folders.insert(relative);
                return true;
            }
            // A database of results must not even be opened.
            if place.is_file && (is_results(&place.path) || self.printed.contains(&place.path)) {
                unwanted.extend(relative.parent().map(Path::to_owned));
                return false;
            }
            if place.is_file && is_output(&place.path) {
                unwanted.extend(relative.parent().map(Path::to_owned));
                if is_recognized(&place.path) {
                    tree.left_out.insert(relative);
                }
                return false;
            }
            tree.add(relative, place.path.clone());
            true
        })?;
        for folder in unwanted {
            self.tree.prune(Some(&folder));
        }
        Ok(())
    }

    /// Adds a named file.
    fn file(&mut self, relative: PathBuf, path: PathBuf) -> Result<(), String> {
        let bytes = fs::symlink_metadata(&path).map_or(0, |data| data.len());
        let length = relative.as_os_str().len();
        let added = self.count.add(bytes, length, &self.bounds);
        added.map_err(|why| format!("{}: {why}", path.display()))?;
        self.tree.add(relative, path);
        Ok(())
    }
}

impl SourceTree {
    /// Returns this tree after it was copied to another folder, whose path must be without links.
    #[must_use]
    pub fn moved(&self, folder: &Path) -> SourceTree {
        let mut moved = self.clone();
        for (relative, path) in &mut moved.files {
            *path = folder.join(relative);
        }
        moved
    }

    /// Leaves out everything in a folder.
    pub fn leave_out(&mut self, below: &Path) {
        let is_outside = |path: &PathBuf| path == below || !path.starts_with(below);
        self.files.retain(|path, _| is_outside(path));
        self.folders.retain(is_outside);
    }

    /// Removes a folder in which nothing is left, and then its parents.
    fn prune(&mut self, mut folder: Option<&Path>) {
        while let Some(empty) = folder.filter(|folder| !self.holds(folder)) {
            self.folders.remove(empty);
            folder = empty.parent();
        }
    }

    /// Returns whether a file or a folder is in this folder.
    fn holds(&self, folder: &Path) -> bool {
        let behind = (Bound::Excluded(folder), Bound::Unbounded);
        let file = self
            .files
            .range::<Path, _>(behind)
            .next()
            .map(|(path, _)| path);
        let inner = self.folders.range::<Path, _>(behind).next();
        file.into_iter()
            .chain(inner)
            .any(|path| path.starts_with(folder))
    }

    /// Adds a file, and its parent folders.
    fn add(&mut self, relative: PathBuf, path: PathBuf) {
        if let Some(above) = relative.parent() {
            self.reach(above);
        }
        self.left_out.remove(&relative);
        self.files.insert(relative, path);
    }

    /// Adds a folder, and its parent folders.
    fn reach(&mut self, folder: &Path) {
        for folder in folder.ancestors() {
            if folder.as_os_str().is_empty() || !self.folders.insert(folder.to_owned()) {
                return;
            }
        }
    }
}

/// Returns the files inside a folder that a command names.
pub(crate) fn named(words: &[String], folder: &Path) -> BTreeMap<PathBuf, PathBuf> {
    let file = |argument: &String| {
        let parts: Vec<Component> = Path::new(argument).components().collect();
        let real = folder.join(argument).canonicalize().ok()?;
        let plain = |part: &Component| matches!(part, Component::Normal(_) | Component::CurDir);
        let inside = parts.iter().all(plain) && real.starts_with(folder) && real.is_file();
        let parts = parts.iter().filter(|part| **part != Component::CurDir);
        inside.then(|| (parts.collect(), real))
    };
    words.iter().filter_map(file).collect()
}

/// Returns true if a name is one of a source, rather than data of version control, a leftover of editors and tools, or
/// an output of the build of a bot that is `built`.
pub(crate) fn is_source(name: &str, built: bool) -> bool {
    !(left_behind(name) || built && listed(BUILT, name))
}

/// Returns true if a name belongs to version control, or is a leftover of editors and tools.
fn left_behind(name: &str) -> bool {
    let swap = name
        .strip_prefix('.')
        .and_then(|name| name.strip_suffix(".swp"));
    swap.is_some() || VCS_FOLDERS.contains(&name) || listed(LEFT_BEHIND, name)
}

/// Returns true if a name is in a list of names and ends of names.
fn listed((names, ends): (&[&str], &[&str]), name: &str) -> bool {
    names.contains(&name) || ends.iter().any(|end| name.ends_with(end))
}
