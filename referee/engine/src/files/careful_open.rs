//! Opens files that somebody else may replace at any moment by a link, a pipe or a device.
//!
//! Every path here must be free of links, as `canonicalize` returns it: no link is followed, not even in a
//! folder on the way, so that a file that was outside of a folder when it was checked stays outside. Only
//! regular files are opened for reading.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, Stat, fstat, openat, readlinkat, statat};
use rustix::io::Errno;

/// Flags to open a folder that is only passed through; on systems other than Linux this needs the right to
/// read it.
const WAY: OFlags = PASSING
    .union(OFlags::DIRECTORY)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);
#[cfg(target_os = "linux")]
const PASSING: OFlags = OFlags::PATH;
#[cfg(not(target_os = "linux"))]
const PASSING: OFlags = OFlags::RDONLY;
/// Flags to open a folder whose names are read.
const LIST: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::CLOEXEC);
/// Flags to open a file: without waiting for a pipe or for the end of a lease, and without taking a terminal
/// as the controlling terminal.
const FILE: OFlags = OFlags::RDONLY
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::CLOEXEC);

/// Opens a folder, to read its entries.
///
/// # Errors
///
/// Returns an error if the folder can't be opened, or a link is on the way.
pub fn folder(path: &Path) -> io::Result<OwnedFd> {
    Ok(openat(way(path)?, ".", LIST, Mode::empty())?)
}

/// Opens a folder to reach the files in it.
fn way(path: &Path) -> io::Result<OwnedFd> {
    match at_once(path) {
        // An old kernel, or one whose answer a filter holds back.
        Err(Errno::NOSYS | Errno::PERM | Errno::INVAL | Errno::AGAIN) => step_by_step(path),
        opened => opened,
    }
    .map_err(met)
}

#[cfg(target_os = "linux")]
fn at_once(path: &Path) -> Result<OwnedFd, Errno> {
    use rustix::fs::{ResolveFlags, openat2};
    let plain = ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
    openat2(CWD, path, WAY, Mode::empty(), plain)
}

#[cfg(not(target_os = "linux"))]
fn at_once(_path: &Path) -> Result<OwnedFd, Errno> {
    Err(Errno::NOSYS)
}

/// Opens a folder component by component, without `openat2`.
fn step_by_step(path: &Path) -> Result<OwnedFd, Errno> {
    let first = if path.is_absolute() { "/" } else { "." };
    let mut open = openat(CWD, first, WAY, Mode::empty())?;
    for part in path.components() {
        match part {
            Component::Normal(name) => open = openat(&open, name, WAY, Mode::empty())?,
            Component::ParentDir => return Err(Errno::LOOP),
            _ => {}
        }
    }
    Ok(open)
}

/// Opens a regular file for reading.
///
/// # Errors
///
/// Returns an error if the file can't be opened, a link is met, it is no regular file, or it is a hard link
/// to a file that the author of the link may not read.
pub fn open(path: &Path) -> io::Result<File> {
    let (above, name) = split(path)?;
    let above = way(&above)?;
    // Opening a device may already have an effect.
    check(&statat(&above, &name, AtFlags::SYMLINK_NOFOLLOW)?)?;
    let file = openat(&above, &name, FILE, Mode::empty()).map_err(met)?;
    let held = fstat(&file)?;
    check(&held)?;
    if held.st_nlink > 1 && !could_read(&fstat(&above)?, &held) {
        return Err(io::Error::other(
            "this is a hard link to a file of somebody else; put a copy in its place",
        ));
    }
    Ok(File::from(file))
}

/// Reads a regular file of at most `most` bytes.
///
/// # Errors
///
/// Returns an error as [`open`] does, or if the file holds more.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut held = Vec::new();
    open(path)?.take(most + 1).read_to_end(&mut held)?;
    if held.len() as u64 > most {
        return Err(io::Error::other(format!(
            "it holds more than {most} bytes; expected a smaller one"
        )));
    }
    Ok(held)
}

/// Returns the target of a link, as it is written.
///
/// # Errors
///
/// Returns an error if it can't be read, a link is on the way, or the file itself is no link.
pub fn link(path: &Path) -> io::Result<PathBuf> {
    let (above, name) = split(path)?;
    let target = readlinkat(way(&above)?, name, Vec::new())?;
    Ok(OsString::from_vec(target.into_bytes()).into())
}

/// Returns the status of a name in an open folder; for a link, that of the link itself.
///
/// # Errors
///
/// Returns an error if there is no such file.
pub fn stat(folder: impl AsFd, name: impl rustix::path::Arg) -> io::Result<Stat> {
    Ok(statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?)
}

/// Splits a path into the parent folder and the name in it.
fn split(path: &Path) -> io::Result<(PathBuf, OsString)> {
    let Some(name) = path.file_name() else {
        return Err(io::ErrorKind::IsADirectory.into());
    };
    let above = path.parent().filter(|above| !above.as_os_str().is_empty());
    Ok((above.unwrap_or(Path::new(".")).to_owned(), name.to_owned()))
}

fn check(held: &Stat) -> io::Result<()> {
    match FileType::from_raw_mode(held.st_mode) {
        FileType::RegularFile => Ok(()),
        FileType::Symlink => Err(met(Errno::LOOP)),
        FileType::Directory => Err(io::ErrorKind::IsADirectory.into()),
        _ => Err(io::Error::other(
            "this is no file, folder or link; take it out",
        )),
    }
}

/// Tells if all users who may write a folder may read a file, going by its mode: where
/// `fs.protected_hardlinks` is off, they can put a hard link to any file into the folder.
fn could_read(folder: &Stat, file: &Stat) -> bool {
    let by = |held: &Stat, mode| Mode::from_raw_mode(held.st_mode).contains(mode);
    let owner = file.st_uid == folder.st_uid;
    let group = !by(folder, Mode::WGRP) || by(file, Mode::RGRP) && file.st_gid == folder.st_gid;
    by(file, Mode::ROTH) || owner && group && !by(folder, Mode::WOTH)
}

/// Turns the error for a link in the place of a file or folder into a clear message.
fn met(error: Errno) -> io::Error {
    // With `O_DIRECTORY` a link is reported as no folder.
    if [Errno::LOOP, Errno::NOTDIR].contains(&error) {
        return io::Error::other("this is a link, or lies behind one; put the file itself there");
    }
    error.into()
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, chown, symlink};

    use super::*;

    /// Makes a folder without links in its path.
    fn place() -> (tempfile::TempDir, PathBuf) {
        let temp = tempfile::tempdir().expect("a folder");
        let real = temp.path().canonicalize().expect("it is there");
        fs::create_dir_all(real.join("deep/er")).expect("a folder");
        fs::write(real.join("deep/er/file"), "x").expect("a file");
        (temp, real)
    }

    #[test]
    fn no_link_is_followed() {
        let (_temp, at) = place();
        symlink("deep", at.join("way")).expect("a link");
        symlink("deep/er/file", at.join("link")).expect("a link");
        assert!(open(&at.join("deep/er/file")).is_ok());
        for wrong in ["way/er/file", "link"] {
            let error = open(&at.join(wrong)).expect_err("a link").to_string();
            assert!(error.starts_with("this is a link, or "), "{wrong}: {error}");
        }
        for wrong in ["way", "way/er", "deep/../deep"] {
            assert!(step_by_step(&at.join(wrong)).is_err(), "{wrong}");
        }
        assert!(folder(&at.join("way/er")).is_err() && link(&at.join("way/er/file")).is_err());
        assert!(folder(&at.join("deep/er")).is_ok() && step_by_step(&at.join("deep/er")).is_ok());
        assert_eq!(link(&at.join("way")).expect("a link"), Path::new("deep"));
    }

    /// Runs in a thread of a user who isn't root.
    #[cfg(target_os = "linux")]
    #[test]
    fn who_may_pass_a_folder_needs_not_read_it() {
        use rustix::process::{Uid, getuid};
        let (_temp, at) = place();
        let ways = [at.clone(), at.join("deep"), at.join("deep/er")];
        let close = |mode| {
            for way in &ways {
                fs::set_permissions(way, Permissions::from_mode(mode)).expect("a mode");
            }
        };
        close(0o111);
        let file = at.join("deep/er/file");
        let visit = || {
            if getuid().is_root() {
                rustix::thread::set_thread_uid(Uid::from_raw(12345)).expect("root may");
            }
            assert!(open(&file).is_ok());
            assert!(step_by_step(&at.join("deep/er")).is_ok());
            let kind = folder(&at.join("deep/er"))
                .expect_err("it is closed")
                .kind();
            assert_eq!(kind, io::ErrorKind::PermissionDenied);
        };
        let visited = std::thread::scope(|scope| scope.spawn(visit).join());
        close(0o755);
        visited.expect("it passes");
    }

    #[test]
    fn nothing_but_a_regular_file_is_opened() {
        let (_temp, at) = place();
        let made = std::process::Command::new("mkfifo")
            .arg(at.join("pipe"))
            .status();
        assert!(made.expect("mkfifo is there").success());
        for path in [at.join("pipe"), PathBuf::from("/dev/zero")] {
            let error = open(&path).expect_err("special").to_string();
            assert!(error.starts_with("this is no file"), "{error}");
        }
        assert!(open(&at.join("deep")).is_err() && open(Path::new("/")).is_err());
    }

    #[test]
    fn files_are_read_up_to_a_bound() {
        let (_temp, at) = place();
        let file = at.join("deep/er/file");
        fs::write(&file, [b'x'; 10]).expect("a file");
        assert_eq!(read(&file, 10).expect("it fits").len(), 10);
        let error = read(&file, 9).expect_err("too long").to_string();
        assert!(error.contains("more than 9 bytes"), "{error}");
    }

    #[test]
    fn hard_links_to_what_others_keep_are_refused() {
        let (_temp, at) = place();
        let (file, path_of_link) = (at.join("deep/er/file"), at.join("deep/link"));
        fs::hard_link(&file, &path_of_link).expect("a hard link");
        let mode = |path: &Path, mode| {
            fs::set_permissions(path, Permissions::from_mode(mode)).expect("a mode");
        };
        for (folder, of_file, fine) in [
            (0o755, 0o600, true),
            (0o775, 0o640, true),
            (0o777, 0o644, true),
            (0o775, 0o600, false),
            (0o777, 0o660, false),
        ] {
            mode(&at.join("deep"), folder);
            mode(&path_of_link, of_file);
            assert_eq!(open(&path_of_link).is_ok(), fine, "{folder:o} {of_file:o}");
        }
        mode(&at.join("deep"), 0o755);
        mode(&path_of_link, 0o600);
        if chown(at.join("deep"), Some(12345), None).is_err() {
            eprintln!(
                "skipped: hard_links_to_what_others_keep_are_refused: only root can give away"
            );
            return;
        }
        let error = open(&path_of_link)
            .expect_err("a file of root's")
            .to_string();
        assert!(error.starts_with("this is a hard link"), "{error}");
        mode(&path_of_link, 0o644);
        assert!(open(&path_of_link).is_ok());
        fs::remove_file(&file).expect("it is there");
        mode(&path_of_link, 0o600);
        assert!(
            open(&path_of_link).is_ok(),
            "without another name it lies there alone"
        );
    }
}
