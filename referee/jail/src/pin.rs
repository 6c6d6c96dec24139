//! Paths that a bot may read, each pinned to the file that was there when the path was checked.

use std::ffi::OsString;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, FileType, Mode, OFlags, fstat, openat};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

/// A pinned file or folder of the machine: the path at which a bot looks for it, its real path, and its
/// identity (device and inode).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pin {
    at: OsString,
    real: OsString,
    device: u64,
    inode: u64,
}

impl Pin {
    /// Pins the file or folder at an absolute path, following links.
    ///
    /// # Errors
    /// Returns an error if nothing is there, or neither a file nor a folder: sockets, pipes and devices lead
    /// out of a jail.
    pub fn of(path: &Path) -> io::Result<Pin> {
        let real = path.canonicalize()?;
        let (_, device, inode) = held(&real)?;
        let at: PathBuf = path.components().collect();
        Ok(Pin {
            at: at.into(),
            real: real.into(),
            device,
            inode,
        })
    }

    /// Returns the path at which a bot looks for it: absolute, perhaps with links and `..`.
    pub fn at(&self) -> &Path {
        Path::new(&self.at)
    }

    /// Returns its real path: absolute and without links.
    pub fn real(&self) -> &Path {
        Path::new(&self.real)
    }

    /// Returns true if a path leads to it or to something inside it.
    pub fn covers(&self, path: &Path) -> bool {
        path.starts_with(self.at()) || path.starts_with(self.real())
    }

    /// Opens it as a path, not for reading, and returns the descriptor and whether it is a folder.
    ///
    /// # Errors
    /// Returns `ESTALE` if something else, or nothing, is there now; `PermissionDenied` if this user has no
    /// access.
    pub fn open(&self) -> io::Result<(OwnedFd, bool)> {
        let stale = io::Error::from(Errno::STALE);
        match held(self.real()) {
            Ok((opened, device, inode)) if (device, inode) == (self.device, self.inode) => {
                let folder = FileType::from_raw_mode(fstat(&opened)?.st_mode).is_dir();
                Ok((opened, folder))
            }
            // The bot's user may have no access to the path, although the file is the same.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Err(error),
            _ => Err(stale),
        }
    }

    /// Returns true if something else, or nothing, is there now.
    pub fn is_stale(&self) -> bool {
        let stale = |e: io::Error| e.raw_os_error() == Some(Errno::STALE.raw_os_error());
        self.open().is_err_and(stale)
    }
}

/// Opens a path that is no link, and returns its device and inode.
fn held(real: &Path) -> io::Result<(OwnedFd, u64, u64)> {
    let flags = path_only() | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let opened = openat(CWD, real, flags, Mode::empty())?;
    let stat = fstat(&opened)?;
    #[allow(
        clippy::useless_conversion,
        clippy::unnecessary_cast,
        reason = "not the same type everywhere"
    )]
    let (mode, device, inode) = (stat.st_mode, stat.st_dev as u64, stat.st_ino as u64);
    let what = match FileType::from_raw_mode(mode) {
        FileType::RegularFile | FileType::Directory => return Ok((opened, device, inode)),
        FileType::Socket => "a socket",
        FileType::Fifo => "a pipe",
        FileType::CharacterDevice | FileType::BlockDevice => "a device",
        _ => "neither a file nor a folder",
    };
    Err(io::Error::new(
        io::ErrorKind::InvalidInput,
        format!("it is {what}, and bots read files and folders alone"),
    ))
}

#[cfg(target_os = "linux")]
fn path_only() -> OFlags {
    OFlags::PATH
}

/// Other systems have no `O_PATH`; without `NONBLOCK`, opening a pipe would wait.
#[cfg(not(target_os = "linux"))]
fn path_only() -> OFlags {
    OFlags::RDONLY | OFlags::NONBLOCK
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn what_is_no_file_or_folder_is_not_pinned() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let socket = folder.path().join("socket");
        let _listens = UnixListener::bind(&socket).expect("a socket");
        symlink(&socket, folder.path().join("link")).expect("a link");
        for path in ["socket", "link"] {
            let error = Pin::of(&folder.path().join(path)).expect_err("a socket");
            assert!(error.to_string().contains("a socket"), "{error}");
        }
        assert!(Pin::of(Path::new("/dev/null")).is_err());
        assert!(Pin::of(&folder.path().join("nothing")).is_err());
    }

    #[test]
    fn what_has_changed_is_not_opened() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("one")).expect("a folder");
        fs::create_dir(at("two")).expect("a folder");
        symlink(at("one"), at("link")).expect("a link");
        let pin = Pin::of(&at("link")).expect("it is there");
        assert!(pin.covers(&at("link/x")) && pin.covers(&pin.real().join("x")));
        // Changing the link's target does not affect the pin, which holds the real path.
        fs::remove_file(at("link")).expect("it is there");
        symlink(at("two"), at("link")).expect("a link");
        assert!(pin.open().is_ok_and(|(_, folder)| folder));
        fs::rename(at("one"), at("three")).expect("it is there");
        assert!(pin.is_stale());
        symlink(at("two"), at("one")).expect("a link");
        assert!(pin.is_stale());
        fs::remove_file(at("one")).expect("it is there");
        fs::rename(at("two"), at("one")).expect("it is there");
        assert!(pin.is_stale());
    }
}
