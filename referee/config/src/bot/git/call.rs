//! Calling git, so that it does nothing but read: it writes nothing, goes to no network, and runs no hook,
//! filter or pager.

use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Settings of a repository that could start a program or a transfer, or take memory.
const PLAIN: [&str; 4] = [
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "protocol.allow=never",
    // Not a program, but memory: larger files are streamed.
    "core.bigFileThreshold=1m",
];
/// What would point git elsewhere than to where we are, as in a hook.
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

/// What git answers; within, what it complains about.
pub fn ask(folder: &Path, words: &[&str]) -> Result<Result<Vec<u8>, String>, String> {
    let output = git(folder).args(words).output();
    let output = output.map_err(|error| unstarted(&error))?;
    if output.status.success() {
        return Ok(Ok(output.stdout));
    }
    let why = String::from_utf8_lossy(&output.stderr);
    Ok(Err(why.trim().trim_start_matches("fatal: ").to_owned()))
}

/// The program, to be called in a folder.
pub fn git(folder: &Path) -> Command {
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
        .env("LC_ALL", "C");
    for name in ELSEWHERE {
        git.env_remove(name);
    }
    git
}

/// Why git doesn't start.
pub fn unstarted(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => {
            "`git` isn't in PATH, and a bot git:REV needs it; install git, or name a folder"
                .to_owned()
        }
        _ => format!("git can't be started: {error}"),
    }
}

/// A path as git writes it.
pub fn path(bytes: &[u8]) -> PathBuf {
    OsString::from_vec(bytes.to_vec()).into()
}
