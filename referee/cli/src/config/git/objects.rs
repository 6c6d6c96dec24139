//! What is in a commit: its names, and the contents of its files.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use super::call::{git, path, unstarted};
use super::repository::Repository;

/// Bytes of a line of the list: more than a path may have.
const LINE: u64 = 16 << 10;

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
    /// Everything in a commit, of at most so many names; the list isn't read further than that, as a
    /// small repository can hold an endless one.
    pub fn entries(&self, commit: &str, most: usize) -> Result<Vec<Entry>, String> {
        let failed = |why: &dyn Display| format!("the files of commit {commit}: {why}");
        let mut child = git(&self.folder)
            .args(["ls-tree", "-r", "-z", "-l", "--full-tree", commit])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| unstarted(&error))?;
        let listed = child
            .stdout
            .take()
            .map(|told| list(BufReader::new(told), most));
        if !matches!(&listed, Some(Ok(entries)) if entries.len() <= most) {
            // What is left of the list isn't wanted.
            let _ = child.kill();
        }
        let ended = child.wait().map_err(|error| failed(&error))?;
        match listed {
            Some(Ok(entries)) if entries.len() > most || ended.success() => Ok(entries),
            Some(Err(why)) => Err(failed(&why)),
            _ => Err(failed(&"git can't list them; try `git fsck`")),
        }
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

/// What git lists: one more than so many names, if there are more.
fn list(mut told: impl BufRead, most: usize) -> Result<Vec<Entry>, String> {
    let mut entries = Vec::new();
    while entries.len() <= most {
        let mut entry = Vec::new();
        let mut line = (&mut told).take(LINE);
        line.read_until(0, &mut entry)
            .map_err(|error| error.to_string())?;
        if entry.is_empty() {
            break;
        }
        let read = entry.strip_suffix(&[0]).and_then(read_entry);
        entries.push(read.ok_or_else(|| {
            let entry = String::from_utf8_lossy(&entry);
            format!("git lists {entry:?}, expected MODE TYPE OBJECT SIZE PATH, not longer than {LINE} bytes")
        })?);
    }
    Ok(entries)
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
