//! Reads and writes the small files of the kernel's interface to control groups.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

use rustix::process::Pid;

/// Longest text that is read from an open file, in bytes; these files have a few short lines.
const LONGEST: usize = 4096;

/// Writes to an existing file; unlike `fs::write`, it never creates one.
pub(super) fn write(path: &Path, text: &str) -> io::Result<()> {
    set(&OpenOptions::new().write(true).open(path)?, text)
}

/// Writes to an open file.
pub(super) fn set(file: &File, text: &str) -> io::Result<()> {
    file.write_all_at(text.as_bytes(), 0)
}

/// Reads the current text of an open file.
pub(super) fn text(file: &File) -> io::Result<String> {
    let mut bytes = [0; LONGEST];
    let length = file.read_at(&mut bytes, 0)?;
    Ok(String::from_utf8_lossy(&bytes[..length]).into_owned())
}

/// Parses a text that consists of one number.
pub(super) fn number(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

/// Returns the number after a key, in a text with one pair of key and number per line.
pub(super) fn value(text: &str, key: &str) -> Option<u64> {
    text.lines()
        .find_map(|line| line.strip_prefix(key)?.strip_prefix(' '))
        .and_then(number)
}

/// Returns the number after a key; an error if the text lacks the key.
pub(super) fn needed(text: &str, key: &str) -> io::Result<u64> {
    value(text, key).ok_or_else(|| {
        io::Error::new(
            io::ErrorKind::InvalidData,
            format!("{key} isn't told by the control group"),
        )
    })
}

/// Returns true if a file's list of words contains this controller.
pub(super) fn lists(path: &Path, controller: &str) -> bool {
    fs::read_to_string(path)
        .is_ok_and(|text| text.split_ascii_whitespace().any(|it| it == controller))
}

/// Returns the processes in a group itself, without those in groups below; `None` for a process that this PID
/// namespace cannot see.
pub(super) fn processes(folder: &Path) -> io::Result<Vec<Option<Pid>>> {
    let list = fs::read_to_string(folder.join("cgroup.procs"))?;
    let pid = |text: &str| text.parse().ok().and_then(Pid::from_raw);
    Ok(list.split_ascii_whitespace().map(pid).collect())
}

/// Returns the folders of the groups directly below a group.
pub(super) fn children(folder: &Path) -> Vec<std::path::PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    entries
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()))
        .map(|entry| entry.path())
        .collect()
}
