//! People at the terminal: `referee play` with `me` among the players.
//!
//! Without a terminal it works line by line, and shows what was typed behind its prompt. So a session
//! is a text file: the arguments after `$`, what is typed after `<`, an empty line, and what is to be
//! seen. `UPDATE_EXPECT=1` writes what is seen into the files.

mod saved;
mod sessions;
mod terminal;

use std::fs;
use std::path::PathBuf;

use crate::kit::{Run, fed, top};

/// Plays with these arguments; each line is typed with Enter.
fn typed(args: &[&str], lines: &[&str]) -> Run {
    let text = [lines, &[""]].concat().join("\n");
    fed(&[&["play"], args].concat(), text.as_bytes())
}

/// The folder of the sessions.
fn golden() -> PathBuf {
    top().join("tests/person/golden")
}

/// The sessions, by their names.
fn sessions() -> Vec<(PathBuf, String)> {
    let files = fs::read_dir(golden()).expect("a folder");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).expect("UTF-8");
        (file, text)
    };
    files.into_iter().map(read).collect()
}
