//! What a bot is made of, as its files and its configuration have it.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// What a bot is made of: by this, one version of it is told from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotSource {
    /// Where its files are.
    pub files: Files,
    /// What starts it, and all of its arguments, as they are written.
    pub run: Vec<String>,
    /// What builds it, as it is written.
    pub build: Option<Vec<String>>,
    /// What is run before that, as it is written.
    pub fetch: Option<Vec<String>>,
    /// The environment variables that its configuration sets, as they are written.
    pub env: BTreeMap<String, String>,
    /// Where it finds programs before the usual folders.
    pub path: Vec<PathBuf>,
}

/// Where the files of a bot are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Files {
    /// In the referee.
    House,
    /// It is this executable file.
    File(PathBuf),
    /// In this folder, which is the bot's own.
    Folder(PathBuf),
    /// In this folder, which others use too: only those that its command names are the bot's.
    Named(PathBuf),
}
