//! The files of a bot: which of them are sources, and which it sees when it plays.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use referee_store::is_results;

use crate::config::{Entrant, Files};
use crate::outputs::{is_output, is_recognized};

/// What isn't a source whatever the bot: names, and ends of names.
const LEFT_OUT: (&[&str], &[&str]) = (&["__pycache__"], &[".pyc", ".log", "~"]);
/// What a build makes anew.
const BUILT: (&[&str], &[&str]) = (&["target"], &[".class", ".o"]);
/// What belongs to version control, and to no bot.
const HISTORY: [&str; 5] = [".git", ".hg", ".svn", ".jj", ".bzr"];
/// What a folder of a cache holds (Cache Directory Tagging Specification).
const CACHE_TAG: &str = "CACHEDIR.TAG";

/// Files and folders by their paths relative to a bot's folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// Folders; who is inside of another comes behind it.
    pub folders: BTreeSet<PathBuf>,
    /// Files and links, and where they are.
    pub files: BTreeMap<PathBuf, PathBuf>,
    /// Files that were left out, since they begin as what the referee writes.
    pub left_out: BTreeSet<PathBuf>,
}

/// The sources of a bot: what tells one version of it from another.
pub fn sources(bot: &Entrant) -> Result<BTreeMap<PathBuf, PathBuf>, String> {
    let built = bot.is_built();
    Ok(match &bot.source.files {
        Files::House => BTreeMap::new(),
        Files::File(path) => BTreeMap::from([(PathBuf::new(), path.clone())]),
        Files::Named(folder) => named(&bot.source.run, folder),
        Files::Folder(folder) => {
            let source = |place: &Place<'_>| {
                let cache = place.is_folder && place.path.join(CACHE_TAG).is_file();
                !cache && !left_out(&place.name, built) && place.relative != Path::new("bot.toml")
            };
            let mut files = named(&bot.source.run, folder);
            files.append(&mut walk(folder, &source)?.files);
            files
        }
    })
}

/// What a bot sees in its folder: its sources, and what lies beside them apart from what a build
/// makes anew; of a folder that others use too only what its command names, and what it may read.
pub fn seen(bot: &Entrant) -> Result<Tree, String> {
    match &bot.source.files {
        Files::House => Ok(Tree::default()),
        Files::File(path) => {
            let name = path.file_name().unwrap_or_default();
            let folder = path.parent().unwrap_or(Path::new("/"));
            let own = BTreeMap::from([(PathBuf::from(name), path.clone())]);
            with_read(bot, folder, own)
        }
        Files::Named(folder) => with_read(bot, folder, named(&bot.source.run, folder)),
        Files::Folder(folder) => {
            let built = bot.is_built();
            let own = |place: &Place<'_>| {
                !(HISTORY.contains(&&*place.name) || built && listed(BUILT, &place.name))
            };
            let mut tree = walk(folder, &own)?;
            for (_, path) in named(&bot.source.run, folder) {
                let below = path.strip_prefix(folder).unwrap_or(&path).to_owned();
                if !tree.files.contains_key(&below) {
                    tree.add(below, path);
                }
            }
            Ok(tree)
        }
    }
}

/// Everything in a folder but results, which are nothing that a bot has made or may see.
pub fn all(folder: &Path) -> Result<Tree, String> {
    walk(folder, &|_| true)
}

/// A bot's own files in a folder of others, and what it may read there.
fn with_read(
    bot: &Entrant,
    folder: &Path,
    own: BTreeMap<PathBuf, PathBuf>,
) -> Result<Tree, String> {
    let mut tree = Tree::default();
    for path in &bot.program.read {
        let real = path
            .canonicalize()
            .map_err(|e| format!("{}: {e}", path.display()))?;
        let Ok(below) = real.strip_prefix(folder) else {
            continue;
        };
        // The whole folder is what the others use too.
        if below.as_os_str().is_empty() {
            continue;
        }
        if real.is_dir() {
            let inside = walk(&real, &|place| !HISTORY.contains(&&*place.name))?;
            tree.folders.insert(below.to_owned());
            tree.folders
                .extend(inside.folders.iter().map(|path| below.join(path)));
            tree.left_out
                .extend(inside.left_out.iter().map(|path| below.join(path)));
            for (relative, path) in inside.files {
                tree.add(below.join(relative), path);
            }
        } else {
            tree.add(below.to_owned(), real.clone());
        }
    }
    for (relative, path) in own {
        tree.add(relative, path);
    }
    Ok(tree)
}

impl Tree {
    /// Leaves out all that lies in a folder.
    pub fn leave_out(&mut self, below: &Path) {
        let is_outside = |path: &PathBuf| path == below || !path.starts_with(below);
        self.files.retain(|path, _| is_outside(path));
        self.folders.retain(is_outside);
    }

    /// Adds a file, and the folders above it.
    fn add(&mut self, relative: PathBuf, path: PathBuf) {
        let above = relative.ancestors().skip(1);
        let above = above.filter(|folder| !folder.as_os_str().is_empty());
        self.folders.extend(above.map(Path::to_owned));
        self.left_out.remove(&relative);
        self.files.insert(relative, path);
    }
}

/// The files inside a folder that a command names.
fn named(words: &[String], folder: &Path) -> BTreeMap<PathBuf, PathBuf> {
    let file = |word: &String| {
        let parts: Vec<Component> = Path::new(word).components().collect();
        let real = folder.join(word).canonicalize().ok()?;
        let plain = |part: &Component| matches!(part, Component::Normal(_) | Component::CurDir);
        let inside = parts.iter().all(plain) && real.starts_with(folder) && real.is_file();
        let parts = parts.iter().filter(|part| **part != Component::CurDir);
        inside.then(|| (parts.collect(), real))
    };
    words.iter().filter_map(file).collect()
}

/// Something in a folder.
struct Place<'a> {
    name: String,
    relative: &'a Path,
    path: PathBuf,
    is_folder: bool,
}

/// What is in a folder, and in its folders, as far as it is wanted. It may be deep: nothing calls
/// itself here.
fn walk(top: &Path, wanted: &dyn Fn(&Place<'_>) -> bool) -> Result<Tree, String> {
    let mut tree = Tree::default();
    let mut open = vec![PathBuf::new()];
    while let Some(below) = open.pop() {
        let here: PathBuf = top.components().chain(below.components()).collect();
        let refuse = |e: io::Error| format!("{}: {e}", here.display());
        for entry in fs::read_dir(&here).map_err(refuse)? {
            let entry = entry.map_err(refuse)?;
            let relative = below.join(entry.file_name());
            let place = Place {
                name: entry.file_name().to_string_lossy().into_owned(),
                relative: &relative,
                path: entry.path(),
                is_folder: entry.file_type().map_err(refuse)?.is_dir(),
            };
            let ours = || is_results(&place.path) || is_output(&place.path);
            if !wanted(&place) {
                continue;
            }
            if !place.is_folder && ours() {
                if is_recognized(&place.path) {
                    tree.left_out.insert(relative);
                }
                continue;
            }
            if place.is_folder {
                tree.folders.insert(relative.clone());
                open.push(relative);
            } else {
                tree.files.insert(relative, entry.path());
            }
        }
    }
    Ok(tree)
}

fn left_out(name: &str, built: bool) -> bool {
    name.starts_with('.') || listed(LEFT_OUT, name) || built && listed(BUILT, name)
}

fn listed((names, ends): (&[&str], &[&str]), name: &str) -> bool {
    names.contains(&name) || ends.iter().any(|end| name.ends_with(end))
}
