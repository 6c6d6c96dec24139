//! Tells submissions from what lies beside them and nobody handed in as a bot.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

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
/// First bytes of what this system starts: a script that names its interpreter, and an ELF program.
const STARTS: [&[u8]; 2] = [b"#!", b"\x7fELF"];

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

/// Refuses a file that is no bot by itself, even where every file is executable (a drive of Windows).
pub(crate) fn check_alone(path: &Path) -> Result<(), String> {
    let (shown, name) = (path.display(), lower_name(path));
    if ARCHIVES.iter().any(|end| name.ends_with(end)) {
        return Err(format!("{shown} is an archive: unpack it"));
    }
    check_executable(path)?;
    let mut head = Vec::new();
    let longest = STARTS.iter().map(|start| start.len()).max().unwrap_or(0);
    File::open(path)
        .and_then(|file| file.take(longest as u64).read_to_end(&mut head))
        .map_err(|e| format!("{shown}: {e}"))?;
    if STARTS.iter().any(|start| head.starts_with(start)) {
        return Ok(());
    }
    Err(format!(
        "{shown} isn't a program: expected a script whose first line begins with #!, or a binary (ELF); else \
         name what runs it"
    ))
}

fn lower_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase()
}
