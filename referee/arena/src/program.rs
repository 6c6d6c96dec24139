//! What is started as a bot's process.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

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
    /// The working directory: a snapshot of the bot's files; without one it starts in the root.
    pub folder: Option<PathBuf>,
    /// Where those files are kept by whoever wrote them; for messages.
    pub origin: Option<PathBuf>,
    /// Paths beyond the usual ones that it must be able to read.
    pub read: Vec<PathBuf>,
    /// The games that it plays, if its configuration says so; any otherwise.
    pub games: Option<Vec<String>>,
}

/// Whether a bot that may read these paths can see a file or folder in the jail.
pub fn seen(path: &Path, read: &[PathBuf]) -> bool {
    usual(path) || read.iter().any(|folder| path.starts_with(folder))
}

/// Whether every bot sees it.
#[cfg(target_os = "linux")]
fn usual(path: &Path) -> bool {
    use referee_jail::layers::mounts::{SYSTEM, etc};
    let made = ["/dev", "/proc"];
    SYSTEM
        .iter()
        .chain(&made)
        .any(|folder| path.starts_with(folder))
        || path.starts_with("/etc") && etc(false).iter().any(|folder| path.starts_with(folder))
}

/// Elsewhere a bot sees what the referee sees.
#[cfg(not(target_os = "linux"))]
fn usual(_: &Path) -> bool {
    true
}

impl Program {
    /// Whether it can see a file or folder of this machine in the jail.
    pub fn sees(&self, path: &Path) -> bool {
        let own = self
            .folder
            .as_ref()
            .is_some_and(|own| path.starts_with(own));
        own || seen(path, &self.read)
    }

    /// A text with the places where the author of the bot keeps its files, not those of the
    /// snapshot.
    pub fn at_home(&self, text: &str) -> String {
        let shown = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
        match (shown(&self.folder), shown(&self.origin)) {
            (Some(folder), Some(origin)) if folder != origin => text.replace(&folder, &origin),
            _ => text.to_owned(),
        }
    }
}
