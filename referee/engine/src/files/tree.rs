//! Removes folders that a stranger has filled, and may still be changing.
//!
//! Files are reached by file descriptors of folders, not by paths: a link that takes the place of a folder
//! isn't followed. A tree can be deeper than any stack and longer than any path, so nested folders are moved
//! to the top before they are searched, and nothing is ever more than two levels away.

use std::fs;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::{Duration, Instant};

use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, openat, renameat, statat, unlinkat};
use rustix::path::Arg;
use rustix::process::geteuid;

/// Time limit for a removal, as somebody may still be filling the folder.
const LIMIT: Duration = Duration::from_secs(20);
/// Flags to open a folder, but no link to one.
const FOLDER: OFlags = OFlags::DIRECTORY
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);

/// Removes a folder of this user with all that is in it, as far as the system allows. Links aren't followed,
/// and a folder of another user stays.
pub fn remove(top: &Path) {
    remove_within(LIMIT, top);
}

fn remove_within(limit: Duration, top: &Path) {
    let is_own = |data: fs::Metadata| data.is_dir() && data.uid() == geteuid().as_raw();
    if !fs::symlink_metadata(top).is_ok_and(is_own) {
        return;
    }
    let Ok(folder) = enter(CWD, top) else { return };
    let end = Instant::now() + limit;
    let mut moved = 0;
    while fs::remove_dir(top).is_err() && Instant::now() < end {
        if !empty(&folder, None, &mut moved) {
            return;
        }
    }
}

/// Removes the contents of the top folder, or of a folder in it (`inner`), whose own folders are moved to the
/// top. Returns true if anything could be done.
fn empty(top: &OwnedFd, inner: Option<&OwnedFd>, moved: &mut u64) -> bool {
    let folder = inner.unwrap_or(top);
    let Ok(entries) = Dir::read_from(folder) else {
        return false;
    };
    let mut done = false;
    for entry in entries.flatten() {
        let name = entry.file_name();
        if [c".", c".."].contains(&name) {
            continue;
        }
        let data = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW);
        let is_folder = data.is_ok_and(|data| FileType::from_raw_mode(data.st_mode).is_dir());
        if !is_folder {
            done |= unlinkat(folder, name, AtFlags::empty()).is_ok();
        } else if unlinkat(folder, name, AtFlags::REMOVEDIR).is_ok() {
            done = true;
        } else if let Ok(below) = enter(folder, name) {
            // The folder is writable now: else it couldn't be moved, as its own entry `..` has to change.
            done |= if inner.is_none() {
                empty(top, Some(&below), moved)
            } else {
                *moved += 1;
                renameat(folder, name, top, format!(".moved-{moved}")).is_ok()
            };
        }
    }
    done
}

/// Opens a folder, and gives its owner all rights, whatever they were.
#[cfg(target_os = "linux")]
fn enter(at: impl AsFd, name: impl Arg) -> rustix::io::Result<OwnedFd> {
    use std::os::fd::AsRawFd;
    let place = openat(at, name, OFlags::PATH | FOLDER, Mode::empty())?;
    // A file descriptor that needs no rights can't change any; its name can.
    let _ = rustix::fs::chmod(format!("/proc/self/fd/{}", place.as_raw_fd()), Mode::RWXU);
    openat(place, c".", OFlags::RDONLY | FOLDER, Mode::empty())
}

/// Opens a folder, and gives its owner all rights, whatever they were.
#[cfg(not(target_os = "linux"))]
fn enter(at: impl AsFd, name: impl Arg + Copy) -> rustix::io::Result<OwnedFd> {
    let _ = rustix::fs::chmodat(&at, name, Mode::RWXU, AtFlags::SYMLINK_NOFOLLOW);
    openat(&at, name, OFlags::RDONLY | FOLDER, Mode::empty())
}

#[cfg(test)]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt, chown, symlink};

    use super::*;

    #[test]
    fn the_deepest_tree_is_removed() {
        let top = tempfile::tempdir().expect("a folder").keep();
        let home = std::env::current_dir().expect("a folder");
        fs::write(top.join("file"), "x").expect("written");
        symlink(&home, top.join("link")).expect("linked");
        // Built from the inside out, since no path could name the innermost folder. It has more levels than a
        // process has file descriptors.
        for _ in 0..5_000 {
            fs::create_dir(top.join("next")).expect("made");
            if top.join("deep").exists() {
                fs::rename(top.join("deep"), top.join("next/deep")).expect("moved");
            }
            fs::rename(top.join("next"), top.join("deep")).expect("moved");
        }
        fs::set_permissions(top.join("deep"), Permissions::from_mode(0o000)).expect("set");
        // A busy disk takes its time.
        remove_within(Duration::from_mins(10), &top);
        assert!(!top.exists() && home.exists());
    }

    #[test]
    fn what_is_no_own_folder_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("victim")).expect("made");
        fs::write(at("victim/file"), "x").expect("written");
        symlink(at("victim"), at("link")).expect("linked");
        remove(&at("link"));
        remove(&at("victim/file"));
        assert!(at("link").is_symlink() && at("victim/file").exists());
        if geteuid().is_root() {
            chown(at("victim"), Some(12_345), None).expect("given away");
            remove(&at("victim"));
            assert!(at("victim/file").exists());
        }
    }

    #[test]
    fn a_folder_that_becomes_a_link_is_not_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("victim")).expect("made");
        fs::write(at("victim/file"), "x").expect("written");
        let stop = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !stop.load(std::sync::atomic::Ordering::Relaxed) {
                    // Alternates between a folder with contents and a link.
                    let _ = fs::create_dir_all(at("top/sub/full"));
                    let _ = fs::rename(at("top/sub"), at("away"));
                    let _ = symlink(at("victim"), at("top/sub"));
                    let _ = fs::remove_file(at("top/sub"));
                    let _ = fs::rename(at("away"), at("top/sub"));
                }
            });
            for _ in 0..500 {
                let _ = fs::create_dir(at("top"));
                remove(&at("top"));
            }
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        assert!(at("victim/file").exists());
    }
}
