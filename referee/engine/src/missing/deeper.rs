//! Finds files of a bot that lie one folder deeper than they should: whoever zips a folder hands in a folder
//! in a folder.

use std::fs;
use std::path::{Path, PathBuf};

/// Says, after a path, that it lies too deep.
pub const TOO_DEEP: &str = "lies one folder too deep: the bot's folder is the one that holds it";

/// Returns the path of a file that is in a subfolder of a folder, and not in the folder itself.
pub fn one_deeper(folder: &Path, file: &Path) -> Option<PathBuf> {
    if folder.join(file).exists() {
        return None;
    }
    let mut files = subfolders(folder).map(|subfolder| subfolder.join(file));
    files.find(|file| file.exists())
}

/// Returns the folders in a folder, sorted by name; links are none.
pub fn subfolders(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let mut folders: Vec<PathBuf> = folders.map(|entry| entry.path()).collect();
    folders.sort();
    folders.into_iter()
}
