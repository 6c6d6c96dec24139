//! Tells submissions from what lies beside them and nobody handed in as a bot.

use std::path::{Path, PathBuf};

use referee_engine::is_program;

use crate::Tournament;
use crate::program::check_executable;

/// Names, in lower case, of what file managers, unpackers and file servers leave, and of notes beside submissions.
const STRAYS: [&str; 12] = [
    "__macosx",
    ".ds_store",
    "thumbs.db",
    "ehthumbs.db",
    "desktop.ini",
    "$recycle.bin",
    "system volume information",
    "@eadir",
    "lost+found",
    "readme",
    "readme.md",
    "readme.txt",
];
/// Prefix of the files in which macOS keeps attributes of other files.
const ATTRIBUTES: &str = "._";
/// Ends of the names of archives, in lower case.
const ARCHIVES: [&str; 13] = [
    ".zip", ".tar", ".gz", ".tgz", ".bz2", ".tbz2", ".xz", ".txz", ".zst", ".tzst", ".7z", ".rar",
    ".lzma",
];
/// Format of this system's programs.
const BINARY: &str = if cfg!(target_os = "macos") {
    "Mach-O"
} else {
    "ELF"
};

impl Tournament {
    /// Returns the names of what lies beside the submissions and isn't one.
    pub fn stray_names(&self) -> Vec<String> {
        let names = self.strays.iter().filter_map(|path| path.file_name());
        names
            .map(|name| name.to_string_lossy().into_owned())
            .collect()
    }
}

/// Separates what lies beside the submissions from them.
pub(crate) fn apart(paths: Vec<PathBuf>) -> (Vec<PathBuf>, Vec<PathBuf>) {
    paths.into_iter().partition(|path| is_stray(path))
}

fn is_stray(path: &Path) -> bool {
    let name = lower_name(path);
    name.starts_with(ATTRIBUTES) || STRAYS.contains(&&*name)
}

/// Refuses a file that is no bot by itself, even where every file is executable (a drive of Windows). Its path
/// must be free of links.
pub(crate) fn check_alone(path: &Path) -> Result<(), String> {
    let (shown, name) = (path.display(), lower_name(path));
    if ARCHIVES.iter().any(|end| name.ends_with(end)) {
        return Err(format!("{shown} is an archive: unpack it"));
    }
    check_executable(path)?;
    if is_program(path).map_err(|e| format!("{shown}: {e}"))? {
        return Ok(());
    }
    Err(format!(
        "{shown} isn't a program: expected a script whose first line begins with #!, or a binary ({BINARY}); else \
         name what runs it"
    ))
}

fn lower_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase()
}
