//! Asking git: which repository, which commit, what is in it.
//!
//! Nothing here writes, goes to the network, or runs a hook, a filter or a pager; no file is read
//! but through git's own objects.

use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// What git calls a folder of somebody else.
const DUBIOUS: &str = "dubious ownership";
/// Settings of a repository that could start a program or a transfer.
const PLAIN: [&str; 3] = [
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "protocol.allow=never",
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

/// A repository, seen from a folder in it.
pub struct Repository {
    /// The folder.
    folder: PathBuf,
    /// Its `.git`.
    pub git: PathBuf,
    /// Where the folder is in it.
    pub prefix: PathBuf,
    /// What it is called: by the folder that it lies in.
    pub name: OsString,
}

/// What a name in a commit stands for.
pub enum Kind {
    /// A file, and whether it may be executed.
    File(bool),
    /// A symbolic link.
    Link,
    /// Another repository.
    Submodule,
}

/// A name in a commit.
pub struct Entry {
    /// What it is.
    pub kind: Kind,
    /// The object.
    pub object: String,
    /// Its bytes.
    pub size: u64,
    /// Its path from the root.
    pub path: PathBuf,
}

impl Repository {
    /// The repository that a folder lies in; the empty path is the current folder.
    pub fn around(folder: &Path) -> Result<Repository, String> {
        let folder = Path::new(".").join(folder);
        let shown = folder.canonicalize().unwrap_or_else(|_| folder.clone());
        let shown = shown.display();
        let found = ask(
            &folder,
            &["rev-parse", "--absolute-git-dir", "--show-prefix"],
        )?;
        let found = found.map_err(|why| {
            if why.contains(DUBIOUS) {
                format!(
                    "git doesn't read the repository that {shown} lies in, since it belongs to \
                     somebody else; if you trust it: git config --global --add safe.directory FOLDER \
                     with the folder of the repository"
                )
            } else if why.contains("not a git repository") {
                format!("{shown} lies in no git repository; go into one, or name a folder instead")
            } else {
                format!("git in {shown}: {why}")
            }
        })?;
        let mut lines = found.split(|byte| *byte == b'\n');
        let mut line = || path(lines.next().unwrap_or_default());
        let (git, prefix) = (line(), line());
        let top = ask(&folder, &["rev-parse", "--show-toplevel"])?;
        let top = top.map_or_else(|_| git.clone(), |top| path(top.trim_ascii_end()));
        let name = top.file_stem().unwrap_or(OsStr::new("repository"));
        Ok(Repository {
            name: name.to_owned(),
            folder,
            git,
            prefix,
        })
    }

    /// The commit that a revision stands for.
    pub fn commit(&self, revision: &str) -> Result<String, String> {
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
        let found = self.ask(&["rev-parse", "--verify", "--quiet", &commit])?;
        let found = found
            .ok()
            .map(|id| String::from_utf8_lossy(&id).trim().to_owned());
        Ok(found.filter(|id| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_hexdigit())))
    }

    fn is_shallow(&self) -> Result<bool, String> {
        let found = self.ask(&["rev-parse", "--is-shallow-repository"])?;
        Ok(found.is_ok_and(|word| word.starts_with(b"true")))
    }

    /// Everything in a commit.
    pub fn entries(&self, commit: &str) -> Result<Vec<Entry>, String> {
        let listed = self.ask(&["ls-tree", "-r", "-z", "-l", "--full-tree", commit])?;
        let listed = listed.map_err(|why| format!("the files of commit {commit}: {why}"))?;
        let entries = listed.split(|byte| *byte == 0);
        let entries = entries.filter(|entry| !entry.is_empty()).map(|entry| {
            read_entry(entry).ok_or_else(|| {
                let entry = String::from_utf8_lossy(entry);
                format!(
                    "git lists {entry:?} in commit {commit}, expected MODE TYPE OBJECT SIZE PATH"
                )
            })
        });
        entries.collect()
    }

    /// Opens the contents of files.
    pub fn contents(&self) -> Result<Contents, String> {
        let mut child = git(&self.folder)
            .args(["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| unstarted(&error))?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(asked), Some(told)) => Ok(Contents {
                child,
                asked: Some(asked),
                told: BufReader::new(told),
            }),
            _ => Err("git can't be spoken to".to_owned()),
        }
    }

    fn ask(&self, words: &[&str]) -> Result<Result<Vec<u8>, String>, String> {
        ask(&self.folder, words)
    }
}

/// The contents of files, one after the other.
pub struct Contents {
    child: Child,
    asked: Option<ChildStdin>,
    told: BufReader<ChildStdout>,
}

impl Contents {
    /// Those of an object, byte for byte as they were committed.
    pub fn of(&mut self, object: &str) -> io::Result<Vec<u8>> {
        let lost = || io::Error::other("git doesn't have it; is this a partial clone?");
        let asked = self.asked.as_mut().ok_or_else(lost)?;
        asked.write_all(format!("{object}\n").as_bytes())?;
        asked.flush()?;
        let mut head = String::new();
        self.told.read_line(&mut head)?;
        let size = head.trim_end().split_once(" blob ");
        let size: usize = size
            .and_then(|(_, size)| size.parse().ok())
            .ok_or_else(lost)?;
        let mut held = vec![0; size];
        self.told.read_exact(&mut held)?;
        // A newline stands behind it.
        self.told.read_exact(&mut [0])?;
        Ok(held)
    }
}

impl Drop for Contents {
    fn drop(&mut self) {
        drop(self.asked.take());
        let _ = self.child.wait();
    }
}

/// `MODE TYPE OBJECT SIZE<TAB>PATH`.
fn read_entry(entry: &[u8]) -> Option<Entry> {
    let tab = entry.iter().position(|byte| *byte == b'\t')?;
    let (head, name) = (entry.get(..tab)?, entry.get(tab + 1..)?);
    let head = std::str::from_utf8(head).ok()?;
    let mut words = head.split_ascii_whitespace();
    let (mode, _, object) = (words.next()?, words.next()?, words.next()?);
    let kind = match mode {
        "100755" => Kind::File(true),
        "120000" => Kind::Link,
        "160000" => Kind::Submodule,
        _ if mode.starts_with("100") => Kind::File(false),
        _ => return None,
    };
    Some(Entry {
        kind,
        object: object.to_owned(),
        size: words.next()?.parse().unwrap_or(0),
        path: path(name),
    })
}

/// What git answers; within, what it complains about.
fn ask(folder: &Path, words: &[&str]) -> Result<Result<Vec<u8>, String>, String> {
    let output = git(folder).args(words).output();
    let output = output.map_err(|error| unstarted(&error))?;
    if output.status.success() {
        return Ok(Ok(output.stdout));
    }
    let why = String::from_utf8_lossy(&output.stderr);
    Ok(Err(why.trim().trim_start_matches("fatal: ").to_owned()))
}

fn git(folder: &Path) -> Command {
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

fn unstarted(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => {
            "`git` isn't in PATH, and a bot git:REV needs it; install git, or name a folder"
                .to_owned()
        }
        _ => format!("git can't be started: {error}"),
    }
}

fn path(bytes: &[u8]) -> PathBuf {
    OsString::from_vec(bytes.to_vec()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_whatever_their_names() {
        let line = b"100755 blob 587be6b4       2\ta/ \xff\nb";
        let entry = read_entry(line).expect("an entry");
        assert!(matches!(entry.kind, Kind::File(true)));
        assert_eq!((entry.object.as_str(), entry.size), ("587be6b4", 2));
        assert_eq!(entry.path.as_os_str().as_encoded_bytes(), b"a/ \xff\nb");
        let module = read_entry(b"160000 commit 587be6b4       -\tlib").expect("an entry");
        assert!(matches!(module.kind, Kind::Submodule));
        for wrong in [
            &b"100644 blob 587be6b4 2 a"[..],
            b"040000 tree 5 -\ta",
            b"\ta",
        ] {
            assert!(read_entry(wrong).is_none());
        }
    }
}
