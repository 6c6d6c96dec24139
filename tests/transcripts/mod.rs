//! Transcripts: conversations that hold for both sides, and that `protocol.md` shows.
//!
//! `README.md` in this folder says how they are written.

mod bots;
mod job;
mod log;
mod page;
mod referee;
mod transcript;

use std::fs;
use std::path::{Path, PathBuf};

use transcript::Transcript;

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every transcript file, in the order of the names.
fn files() -> Vec<PathBuf> {
    let folder = root().join("tests/transcripts");
    let entries = fs::read_dir(folder).expect("the folder of transcripts");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    assert!(!files.is_empty(), "no transcripts");
    files.sort();
    files
}

/// Reads a transcript file.
fn read(file: &Path) -> Transcript {
    let text = fs::read_to_string(file).expect("a transcript");
    Transcript::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// A file's name without its folder.
fn name(file: &Path) -> String {
    let name = file.file_name().expect("a file has a name");
    name.to_string_lossy().into_owned()
}
