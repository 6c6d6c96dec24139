//! Finds the repository around a folder, and its commits.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::call::{ask, path};

/// Part of git's error for a folder that belongs to another user.
const DUBIOUS: &str = "dubious ownership";
/// A repository, seen from a folder in it.
pub(super) struct Repository {
    /// The folder from which git is called.
    pub(super) folder: PathBuf,
    /// Path of its `.git`.
    pub git: PathBuf,
    /// Path of the folder inside the repository.
    pub prefix: PathBuf,
    /// Name of the repository: that of its folder.
    pub name: OsString,
}

impl Repository {
    /// Finds the repository around a folder; the empty path is the current folder.
    pub(super) fn around(folder: &Path) -> Result<Repository, String> {
        let folder = Path::new(".").join(folder);
        let shown = folder.canonicalize().unwrap_or_else(|_| folder.clone());
        let shown = shown.display();
        let result = ask(
            &folder,
            &["rev-parse", "--absolute-git-dir", "--show-prefix"],
        )?;
        let output = result.map_err(|why| {
            if why.contains(DUBIOUS) {
                // The message names the folder that git wants to be trusted.
                let folder = why.split('\'').nth(1).unwrap_or("FOLDER");
                format!(
                    "git doesn't read the repository that {shown} lies in, since it belongs to \
                     somebody else; if you trust it: git config --global --add safe.directory {folder}"
                )
            } else if why.contains("not a git repository") {
                format!("{shown} lies in no git repository; go into one, or name a folder instead")
            } else {
                format!("git in {shown}: {why}")
            }
        })?;
        let mut lines = output.split(|byte| *byte == b'\n');
        let mut line = || path(lines.next().unwrap_or_default());
        let (git, prefix) = (line(), line());
        let top = ask(&folder, &["rev-parse", "--show-toplevel"])?;
        let top = top.map(|top| path(top.trim_ascii_end()));
        Ok(Repository {
            name: called(top.ok().as_deref(), &git),
            folder,
            git,
            prefix,
        })
    }

    /// Returns the id of the commit that a revision names, or an error with a hint if there is none.
    pub(super) fn commit(&self, revision: &str) -> Result<String, String> {
        if let Some(commit) = self.resolved(revision)? {
            return Ok(commit);
        }
        let remote = format!("origin/{revision}");
        let hint = if self.resolved(&remote)?.is_some() {
            format!("did you mean git:{remote}?")
        } else if self.is_shallow()? {
            "this clone is shallow; `git fetch --unshallow --tags` brings the rest".to_owned()
        } else {
            "`git branch --all` and `git tag` list the names".to_owned()
        };
        Err(format!(
            "there is no commit {revision:?} in {}; {hint}",
            self.git.display()
        ))
    }

    fn resolved(&self, revision: &str) -> Result<Option<String>, String> {
        let commit = format!("{revision}^{{commit}}");
        let result = self.ask(&["rev-parse", "--verify", "--quiet", &commit])?;
        let commit_id = result
            .ok()
            .map(|id| String::from_utf8_lossy(&id).trim().to_owned());
        Ok(
            commit_id
                .filter(|id| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_hexdigit())),
        )
    }

    fn is_shallow(&self) -> Result<bool, String> {
        let result = self.ask(&["rev-parse", "--is-shallow-repository"])?;
        Ok(result.is_ok_and(|output| output.starts_with(b"true")))
    }

    fn ask(&self, words: &[&str]) -> Result<Result<Vec<u8>, String>, String> {
        ask(&self.folder, words)
    }
}

/// Returns the name of the folder with the working copy; without one, that of the repository, without
/// `.git`.
fn called(top: Option<&Path>, git: &Path) -> OsString {
    let name = match top {
        Some(top) => top.file_name(),
        None if git.file_name() == Some(OsStr::new(".git")) => {
            git.parent().and_then(Path::file_name)
        }
        None => git.file_stem(),
    };
    name.unwrap_or(OsStr::new("repository")).to_owned()
}
