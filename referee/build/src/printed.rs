//! Finds the files that this process prints into: those that its stdout and stderr go to, also through programs
//! behind a pipe (`| tee log.txt`).
//!
//! Such a file may be in a bot's folder. It isn't the bot's, and it grows while the bot's files are read.

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::Path;

/// Device and inode of a file.
type FileId = (u64, u64);

/// Permission bits of a link in `/proc/PID/fd`: whether the file descriptor can be read, and written.
const READABLE: u32 = 0o400;
const WRITABLE: u32 = 0o200;

/// The files that this process prints into.
#[derive(Debug, Default)]
pub(crate) struct PrintedFiles(BTreeSet<FileId>);

impl PrintedFiles {
    /// Finds the files that this process prints into now. Behind a pipe, only programs of its own session are
    /// looked at, as a shell starts them.
    pub(crate) fn now() -> PrintedFiles {
        let streams = [metadata(&io::stdout()), metadata(&io::stderr())];
        let mut found: BTreeSet<FileId> = streams.iter().flatten().map(id).collect();
        if streams
            .iter()
            .flatten()
            .any(|stream| stream.file_type().is_fifo())
        {
            follow(&mut found, &neighbours());
        }
        PrintedFiles(found)
    }

    /// Returns true if this process prints into a file.
    pub(crate) fn contains(&self, path: &Path) -> bool {
        path.symlink_metadata()
            .is_ok_and(|file| file.is_file() && self.0.contains(&id(&file)))
    }
}

/// The files that a process has open.
#[derive(Debug, Default)]
struct OpenFiles {
    /// The pipes that it reads.
    read: Vec<FileId>,
    /// The pipes and regular files that it writes.
    written: Vec<FileId>,
}

/// Adds what is written by the processes that read one of the `found` pipes, and by those that read from these.
fn follow(found: &mut BTreeSet<FileId>, processes: &[OpenFiles]) {
    loop {
        let before = found.len();
        for process in processes {
            if process.read.iter().any(|pipe| found.contains(pipe)) {
                found.extend(&process.written);
            }
        }
        if found.len() == before {
            return;
        }
    }
}

/// Returns the files that the processes of this session have open, as far as this user may see them.
fn neighbours() -> Vec<OpenFiles> {
    let own = session(Path::new("/proc/self"));
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let folders = entries.map(|entry| entry.path());
    folders
        .filter(|process| own.is_some() && session(process) == own)
        .map(|process| open_files(&process))
        .collect()
}

/// Returns the session of a process, given by its folder in `/proc`: the fourth word behind the name, which
/// stands in brackets and may hold anything. It is 0 for a session outside this namespace.
fn session(process: &Path) -> Option<u32> {
    let line = fs::read_to_string(process.join("stat")).ok()?;
    let (_, behind) = line.rsplit_once(')')?;
    behind.split_whitespace().nth(3)?.parse().ok()
}

fn open_files(process: &Path) -> OpenFiles {
    let mut open = OpenFiles::default();
    let entries = fs::read_dir(process.join("fd"));
    for entry in entries.into_iter().flatten().flatten() {
        let (Ok(link), Ok(file)) = (entry.metadata(), fs::metadata(entry.path())) else {
            continue;
        };
        let allows = |bit: u32| link.permissions().mode() & bit != 0;
        let is_pipe = file.file_type().is_fifo();
        if is_pipe && allows(READABLE) {
            open.read.push(id(&file));
        }
        if (is_pipe || file.is_file()) && allows(WRITABLE) {
            open.written.push(id(&file));
        }
    }
    open
}

fn metadata(stream: &impl AsFd) -> io::Result<Metadata> {
    File::from(stream.as_fd().try_clone_to_owned()?).metadata()
}

fn id(file: &Metadata) -> FileId {
    (file.dev(), file.ino())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pipes_are_followed_to_the_files_at_their_ends() {
        let process = |read: &[u64], written: &[u64]| OpenFiles {
            read: read.iter().map(|inode| (1, *inode)).collect(),
            written: written.iter().map(|inode| (1, *inode)).collect(),
        };
        // The last in the row is listed first, and another program writes elsewhere.
        let processes = [
            process(&[11], &[12, 20]),
            process(&[10], &[11, 21]),
            process(&[13], &[22]),
        ];
        let mut found = BTreeSet::from([(1, 10)]);
        follow(&mut found, &processes);
        let inodes: Vec<u64> = found.into_iter().map(|(_, inode)| inode).collect();
        assert_eq!(inodes, [10, 11, 12, 20, 21]);
    }

    #[test]
    fn open_files_are_told_by_what_is_done_to_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("read"), "x").expect("a file");
        let written = File::create(at("written")).expect("a file");
        let read = File::open(at("read")).expect("a file");
        let (reader, writer) = io::pipe().expect("a pipe");
        let open = open_files(Path::new("/proc/self"));
        let of = |stream: &dyn AsFd| {
            let file = File::from(stream.as_fd().try_clone_to_owned().expect("another"));
            id(&file.metadata().expect("metadata"))
        };
        assert!(open.written.contains(&of(&written)) && !open.written.contains(&of(&read)));
        assert!(open.read.contains(&of(&reader)) && open.written.contains(&of(&writer)));
    }
}
