//! The small files of which the kernel's interface to control groups consists.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

use rustix::process::Pid;

/// The longest text that is read from a file kept open; these are of a few short lines.
const LONGEST: usize = 4096;

/// Writes to a file that exists; unlike `fs::write`, it never makes one.
pub(super) fn write(path: &Path, text: &str) -> io::Result<()> {
    set(&OpenOptions::new().write(true).open(path)?, text)
}

/// Writes to a file that is kept open.
pub(super) fn set(file: &File, text: &str) -> io::Result<()> {
    file.write_all_at(text.as_bytes(), 0)
}

/// The text, as of now, of a file that is kept open.
pub(super) fn text(file: &File) -> io::Result<String> {
    let mut bytes = [0; LONGEST];
    let length = file.read_at(&mut bytes, 0)?;
    Ok(String::from_utf8_lossy(&bytes[..length]).into_owned())
}

/// The number that a text consists of.
pub(super) fn number(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

/// The number after a key, in a text of one pair a line.
pub(super) fn value(text: &str, key: &str) -> Option<u64> {
    text.lines()
        .find_map(|line| line.strip_prefix(key)?.strip_prefix(' '))
        .and_then(number)
}

/// What a text of pairs must hold.
pub(super) fn needed(text: &str, key: &str) -> io::Result<u64> {
    value(text, key).ok_or_else(|| {
        io::Error::new(
            io::ErrorKind::InvalidData,
            format!("{key} isn't told by the control group"),
        )
    })
}

/// Whether a list of words holds one.
pub(super) fn lists(path: &Path, controller: &str) -> bool {
    fs::read_to_string(path)
        .is_ok_and(|text| text.split_ascii_whitespace().any(|it| it == controller))
}

/// The processes in a group itself, without the groups below; nothing for one that can't be seen
/// from here.
pub(super) fn processes(folder: &Path) -> io::Result<Vec<Option<Pid>>> {
    let list = fs::read_to_string(folder.join("cgroup.procs"))?;
    let pid = |text: &str| text.parse().ok().and_then(Pid::from_raw);
    Ok(list.split_ascii_whitespace().map(pid).collect())
}

/// The groups in a group.
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
