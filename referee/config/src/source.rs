//! Source of a bot, as its files and its configuration describe it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::spec::EngineSettings;

/// Source of a bot: it distinguishes one version of the bot from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotSource {
    /// Location of its files.
    pub files: Files,
    /// Command that starts it, with all arguments, as written.
    pub run: Vec<String>,
    /// Settings of the engine, as written, if it is one.
    pub engine: Option<EngineSettings>,
    /// Command that builds it, as written.
    pub build: Option<Vec<String>>,
    /// Command that is run before the build, as written.
    pub fetch: Option<Vec<String>>,
    /// Environment variables of its configuration, as written.
    pub env: BTreeMap<String, String>,
    /// Folders in which it finds programs before the usual ones.
    pub path: Vec<PathBuf>,
}

/// Location of a bot's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Files {
    /// Built into the referee.
    House,
    /// This executable file is the bot.
    File(PathBuf),
    /// This folder, which is the bot's own.
    Folder(PathBuf),
    /// This folder, which others use too: only files that its command names are the bot's.
    Named(PathBuf),
}
