//! Lists the entries of a commit, and reads the contents of its files.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use super::call::{git, path, unstarted};
use super::repository::Repository;

/// Maximum size of an entry in the list, in bytes: more than any path may have.
const LINE: u64 = 16 << 10;
/// Maximum size of all entries together, in bytes: they are kept in memory.
const LINES: usize = 64 << 20;
/// Maximum size of a link, in bytes: no system has longer ones.
const LINK: u64 = 4096;

/// Kind of an entry in a commit.
pub(super) enum ObjectKind {
    /// A file; true if it is executable.
    File(bool),
    /// A symbolic link.
    Link,
    /// A submodule: another repository.
    Submodule,
}

/// An entry of a commit.
pub(super) struct TreeEntry {
    /// Kind of the entry.
    pub kind: ObjectKind,
    /// Object id.
    pub object: String,
    /// Size in bytes; 0 if it has none.
    pub size: u64,
    /// Path from the root.
    pub path: PathBuf,
}

impl Repository {
    /// Lists all entries of a commit, or more than `most` if there are more. It reads no further, as a
    /// small repository can hold an endless list.
    pub(super) fn entries(&self, commit: &str, most: usize) -> Result<Vec<TreeEntry>, String> {
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
            .map(|stdout| list(BufReader::new(stdout), most));
        if !matches!(&listed, Some(Ok(entries)) if entries.len() <= most) {
            // The rest of the list isn't needed.
            let _ = child.kill();
        }
        let ended = child.wait().map_err(|error| failed(&error))?;
        match listed {
            Some(Ok(entries)) if entries.len() > most || ended.success() => Ok(entries),
            Some(Err(why)) => Err(failed(&why)),
            _ => Err(failed(&"git can't list them; try `git fsck`")),
        }
    }

    /// Starts a process that reads the contents of files.
    pub(super) fn contents(&self) -> Result<Contents, String> {
        let mut child = git(&self.folder)
            .args(["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| unstarted(&error))?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(asked), Some(stdout)) => Ok(Contents {
                child,
                asked: Some(asked),
                stdout: BufReader::new(stdout),
            }),
            _ => Err("git can't be spoken to".to_owned()),
        }
    }
}

/// Reads git's list, up to one more than `most` entries.
fn list(mut listing: impl BufRead, most: usize) -> Result<Vec<TreeEntry>, String> {
    let (mut entries, mut lines) = (Vec::new(), 0);
    while entries.len() <= most {
        let mut entry = Vec::new();
        let mut line = (&mut listing).take(LINE);
        line.read_until(0, &mut entry)
            .map_err(|error| error.to_string())?;
        if entry.is_empty() {
            break;
        }
        lines += entry.len();
        if lines > LINES {
            return Err(format!("their paths take more than {} MiB", LINES >> 20));
        }
        let read = entry.strip_suffix(&[0]).and_then(read_entry);
        entries.push(read.ok_or_else(|| {
            let entry = String::from_utf8_lossy(&entry);
            format!("git lists {entry:?}, expected MODE TYPE OBJECT SIZE PATH, not longer than {LINE} bytes")
        })?);
    }
    Ok(entries)
}

/// Reads the contents of files, one after the other.
pub(super) struct Contents {
    child: Child,
    asked: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
}

impl Contents {
    /// Reads the target of a link.
    pub(super) fn link(&mut self, entry: &TreeEntry) -> io::Result<Vec<u8>> {
        if entry.size > LINK {
            let why = format!("this is a link of more than {LINK} bytes");
            return Err(io::Error::other(why));
        }
        let mut target = Vec::new();
        self.write(entry, &mut target)?;
        Ok(target)
    }

    /// Writes the contents of an entry, byte for byte as committed. After an error no other contents can be
    /// read.
    pub(super) fn write(&mut self, entry: &TreeEntry, to: &mut impl Write) -> io::Result<()> {
        let lost = || {
            io::Error::other(
                "git doesn't give it: this is a partial clone, or it is stored as a difference of more than 1 GiB",
            )
        };
        let asked = self.asked.as_mut().ok_or_else(lost)?;
        asked.write_all(format!("{}\n", entry.object).as_bytes())?;
        asked.flush()?;
        let mut head = String::new();
        self.stdout.read_line(&mut head)?;
        let size = head.trim_end().split_once(" blob ");
        let size: u64 = size
            .and_then(|(_, size)| size.parse().ok())
            .ok_or_else(lost)?;
        if size != entry.size {
            let why = format!("git lists {} bytes, and has {size}", entry.size);
            return Err(io::Error::other(why));
        }
        if io::copy(&mut (&mut self.stdout).take(size), to)? < size {
            return Err(lost());
        }
        // Git writes a newline after the contents.
        self.stdout.read_exact(&mut [0])
    }
}

impl Drop for Contents {
    fn drop(&mut self) {
        drop(self.asked.take());
        // It may still be writing contents that nobody reads.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Parses `MODE TYPE OBJECT SIZE<TAB>PATH`.
fn read_entry(entry: &[u8]) -> Option<TreeEntry> {
    let tab = entry.iter().position(|byte| *byte == b'\t')?;
    let (head, name) = (entry.get(..tab)?, entry.get(tab + 1..)?);
    let head = std::str::from_utf8(head).ok()?;
    let mut words = head.split_ascii_whitespace();
    let (mode, _, object) = (words.next()?, words.next()?, words.next()?);
    let kind = match mode {
        "100755" => ObjectKind::File(true),
        "120000" => ObjectKind::Link,
        "160000" => ObjectKind::Submodule,
        _ if mode.starts_with("100") => ObjectKind::File(false),
        _ => return None,
    };
    Some(TreeEntry {
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
        assert!(matches!(entry.kind, ObjectKind::File(true)));
        assert_eq!((entry.object.as_str(), entry.size), ("587be6b4", 2));
        assert_eq!(entry.path.as_os_str().as_encoded_bytes(), b"a/ \xff\nb");
        let module = read_entry(b"160000 commit 587be6b4       -\tlib").expect("an entry");
        assert!(matches!(module.kind, ObjectKind::Submodule));
        for wrong in [
            &b"100644 blob 587be6b4 2 a"[..],
            b"040000 tree 5 -\ta",
            b"\ta",
        ] {
            assert!(read_entry(wrong).is_none());
        }
    }
}
