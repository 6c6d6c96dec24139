//! What is started as a bot's process.

use std::ffi::OsString;
use std::path::PathBuf;

/// A bot, resolved and built: ready to be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The bot's name in the run.
    pub name: String,
    /// An absolute path; a name that must be looked up would make every start a fork.
    pub executable: PathBuf,
    /// Arguments, without the program's own name.
    pub args: Vec<OsString>,
    /// The whole environment, apart from HOME, TMPDIR and the referee's own mark.
    pub env: Vec<(OsString, OsString)>,
    /// The working directory: the bot's folder.
    pub folder: PathBuf,
    /// Paths beyond the usual ones that it must be able to read.
    pub read: Vec<PathBuf>,
    /// The games that it plays, if its configuration says so; any otherwise.
    pub games: Option<Vec<String>>,
}
