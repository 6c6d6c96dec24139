//! Calls git so that it only reads: it writes nothing, uses no network, and runs no hook, filter or pager.

use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Settings that keep a repository from starting a program or a transfer, or from taking much memory.
const PLAIN: [&str; 4] = [
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "protocol.allow=never",
    // This one saves memory: larger files are streamed.
    "core.bigFileThreshold=1m",
];
/// Bytes that git may take at once. What is stored as a difference is put together in memory, whatever its size:
/// a strange repository could take all of the machine's.
const MEMORY: &str = "1g";
/// Environment variables that would point git at another repository, as in a hook.
const ELSEWHERE: [&str; 8] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_COMMON_DIR",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_NAMESPACE",
    "GIT_PREFIX",
    "GIT_SHALLOW_FILE",
];

/// Runs git and returns its output, or in the inner `Result` its error message. The outer one is an error
/// if git can't be started.
pub(super) fn ask(folder: &Path, words: &[&str]) -> Result<Result<Vec<u8>, String>, String> {
    let output = git(folder).args(words).output();
    let output = output.map_err(|error| unstarted(&error))?;
    if output.status.success() {
        return Ok(Ok(output.stdout));
    }
    let why = String::from_utf8_lossy(&output.stderr);
    Ok(Err(why.trim().trim_start_matches("fatal: ").to_owned()))
}

/// Prepares a call of git in a folder.
pub(super) fn git(folder: &Path) -> Command {
    let mut git = Command::new("git");
    git.args(["--no-pager", "--no-replace-objects"]);
    for setting in PLAIN {
        git.args(["-c", setting]);
    }
    git.current_dir(folder).stdin(Stdio::null());
    git.env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_ALLOW_PROTOCOL", "")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_ALLOC_LIMIT", MEMORY)
        .env("LC_ALL", "C");
    for name in ELSEWHERE {
        git.env_remove(name);
    }
    git
}

/// Explains why git can't be started.
pub(super) fn unstarted(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => {
            "`git` isn't in PATH, and a bot git:REV needs it; install git, or name a folder"
                .to_owned()
        }
        _ => format!("git can't be started: {error}"),
    }
}

/// Converts a path from git's output.
pub(super) fn path(bytes: &[u8]) -> PathBuf {
    OsString::from_vec(bytes.to_vec()).into()
}
