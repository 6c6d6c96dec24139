//! The hash that earlier referees stored, so that their runs go on where nothing changed.
//!
//! It left out some of what a bot plays from: hidden files, folders with a `CACHEDIR.TAG`, and what it
//! may `read` in a folder of others.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};

use super::files::{BUILT, DESCRIPTION, Tree, listed, named};
use super::{Contents, Held, Parts};
use crate::config::{ConfiguredBot, Files};

/// What was no source whatever the bot: names, and ends of names.
const LEFT_OUT: (&[&str], &[&str]) = (&["__pycache__"], &[".pyc", ".log", "~"]);
/// What a folder of a cache holds (Cache Directory Tagging Specification).
const CACHE_TAG: &str = "CACHEDIR.TAG";

/// The hash of a bot whose files hold this.
pub fn hash(
    bot: &ConfiguredBot,
    tree: &Tree,
    held: &BTreeMap<PathBuf, Held>,
) -> Result<String, String> {
    let mut files: BTreeMap<PathBuf, Held> = BTreeMap::new();
    let known = |path: &Path| held.get(path).cloned();
    match &bot.source.files {
        Files::House => {}
        Files::File(_) => files.extend(known(Path::new("")).map(|file| (PathBuf::new(), file))),
        Files::Named(folder) => {
            let names = named(&bot.source.run, folder).into_keys();
            files.extend(names.filter_map(|name| Some((name.clone(), known(&name)?))));
        }
        Files::Folder(folder) => {
            let built = bot.is_built();
            let described = held
                .iter()
                .filter(|(path, _)| is_source(path, tree, built))
                .map(|(path, held)| (path.clone(), held.clone()));
            files.extend(described);
            let mut contents = Contents::within(tree.bytes);
            for (name, path) in named(&bot.source.run, folder) {
                if let Entry::Vacant(entry) = files.entry(name) {
                    entry.insert(contents.of(&path)?);
                }
            }
        }
    }
    let mut hash = Parts::default();
    hash.bot(bot);
    hash.files(&files);
    Ok(hash.hex())
}

fn is_source(path: &Path, tree: &Tree, built: bool) -> bool {
    let plain = |name: &str| {
        !(name.starts_with('.') || listed(LEFT_OUT, name) || built && listed(BUILT, name))
    };
    let cached = |folder: &Path| {
        !folder.as_os_str().is_empty() && tree.files.contains_key(&folder.join(CACHE_TAG))
    };
    path != Path::new(DESCRIPTION)
        && path.iter().all(|name| plain(&name.to_string_lossy()))
        && !path.ancestors().skip(1).any(cached)
}
