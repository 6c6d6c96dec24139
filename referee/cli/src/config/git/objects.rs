//! What is in a commit: its names, and the contents of its files.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use super::call::{ask, git, path, unstarted};
use super::repository::Repository;

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
    /// Everything in a commit.
    pub fn entries(&self, commit: &str) -> Result<Vec<Entry>, String> {
        let listed = ask(
            &self.folder,
            &["ls-tree", "-r", "-z", "-l", "--full-tree", commit],
        )?;
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
