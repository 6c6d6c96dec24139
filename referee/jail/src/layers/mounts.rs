//! Mounts: hide every file that a bot does not need, and limit what it writes.
//!
//! The bot's root is an empty file system in memory, with a few mounts: the system's programs and libraries,
//! a few files of `/etc`, five devices, its own folder, and the paths in its configuration, all of it
//! read-only; and one scratch folder of limited size.

use std::ffi::{CString, OsStr};
use std::fs;
use std::io::{self, ErrorKind};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{Mode, OFlags, mkdirat, open, openat, symlinkat};
use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags, UnmountFlags, mount,
    mount_bind_recursive, mount_change, mount_remount, move_mount, open_tree, unmount,
};
use rustix::process::{chdir, pivot_root};

use crate::{Pin, sys};

/// Path at which a bot sees its own folder.
pub const FOLDER: &str = "/bot";
/// Path at which a bot sees its scratch folder.
pub const SCRATCH: &str = "/tmp";
/// Folder that only a sandbox has, and a name in it that only the sandbox of a house bot has: nobody can add a name to a
/// sandbox's root.
const MARKS: (&str, &str) = ("/.referee", "house");
/// Maximum number of files and folders in the scratch folder.
const SCRATCH_INODES: u32 = 4096;

/// System folders with programs and libraries.
pub const SYSTEM: [&str; 7] = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32",
];
/// Entries of `/etc` that programs need; a `*` at the end matches any rest.
const ETC: [&str; 8] = [
    "alternatives",
    "ld.so.cache",
    "ld.so.conf.d",
    "localtime",
    "java-*",
    "mono",
    "octave.conf",
    "python3*",
];
/// Entries of `/etc` that only programs with network access need.
const ETC_NETWORK: [&str; 6] = [
    "resolv.conf",
    "hosts",
    "nsswitch.conf",
    "ssl",
    "ca-certificates",
    "services",
];
/// Devices that are harmless.
pub const DEVICES: [&str; 5] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];

/// Flags for opening a copy of the mounts of a path.
const TREE: OpenTreeFlags = OpenTreeFlags::OPEN_TREE_CLONE
    .union(OpenTreeFlags::AT_RECURSIVE)
    .union(OpenTreeFlags::OPEN_TREE_CLOEXEC);
/// Flags for opening a folder on the way to another path.
const FOLDER_ONLY: OFlags = OFlags::PATH
    .union(OFlags::DIRECTORY)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);

/// Layout of a bot's root file system.
pub struct MountLayout<'a> {
    /// An empty folder on which the root is mounted.
    pub root: &'a Path,
    /// The bot's folder, if it has one.
    pub folder: Option<&'a Path>,
    /// True if the bot may write to its folder.
    pub writable: bool,
    /// Further files and folders that it can read.
    pub read: &'a [Pin],
    /// A program of the system that is hidden from the bot.
    pub hidden: Option<PathBuf>,
    /// True if the bot is the referee's own program, which plays as a house bot.
    pub house: bool,
    /// Size of its scratch folder in bytes; 0 means that the folder cannot be written.
    pub scratch: u64,
    /// User id of the scratch folder's owner.
    pub owner: u32,
}

/// Lays out on an empty folder what every bot sees, in new namespaces: with the machine's network or without, and with
/// the processes in `/proc` or without.
pub fn lay_base(root: &Path, network: bool, proc: bool) -> io::Result<()> {
    mount_change(
        "/",
        MountPropagationFlags::REC | MountPropagationFlags::PRIVATE,
    )?;
    tmpfs(root, "mode=0755,size=1m,nr_inodes=1024")?;
    for path in SYSTEM
        .iter()
        .map(Path::new)
        .chain(etc(network).iter().map(PathBuf::as_path))
    {
        lay_system(root, path)?;
    }
    devices(root)?;
    let at = below(root, Path::new("/proc"));
    fs::create_dir(&at)?;
    if proc {
        processes(&at)?;
    }
    fs::create_dir(below(root, Path::new(MARKS.0)))
}

/// Makes this layout the root of this process, which has laid out the base.
pub fn enter(world: &MountLayout<'_>) -> io::Result<()> {
    let root = world.root;
    scratch(world)?;
    if let Some(program) = &world.hidden {
        mount_bind_recursive("/dev/null", below(root, program))?;
    }
    people(root, world.owner)?;
    if world.house {
        fs::create_dir(below(root, Path::new(MARKS.0)).join(MARKS.1))?;
    }
    if let Some(folder) = world.folder {
        let at = below(root, Path::new(FOLDER));
        fs::create_dir(&at)?;
        bind(folder, &at, !world.writable)?;
    }
    for pin in world.read {
        lay_pin(root, pin)?;
    }
    chdir(root)?;
    pivot_root(".", ".")?;
    unmount(".", UnmountFlags::DETACH)?;
    chdir("/")?;
    let plain = MountFlags::RDONLY | MountFlags::NOSUID | MountFlags::NODEV;
    mount_remount("/", MountFlags::BIND | plain, "")?;
    Ok(())
}

/// Mounts a `/proc` with the processes of this PID namespace. In a user namespace the kernel allows this only
/// while the machine's own `/proc` is visible.
fn processes(at: &Path) -> io::Result<()> {
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC | MountFlags::RDONLY;
    mount("proc", at, "proc", flags, None)?;
    Ok(())
}

fn tmpfs(at: &Path, options: &str) -> io::Result<()> {
    let options = CString::new(options)?;
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    mount("tmpfs", at, "tmpfs", flags, options.as_c_str())?;
    Ok(())
}

fn scratch(world: &MountLayout<'_>) -> io::Result<()> {
    let at = below(world.root, Path::new(SCRATCH));
    fs::create_dir(&at)?;
    if world.scratch == 0 {
        return Ok(());
    }
    let (bytes, owner) = (world.scratch, world.owner);
    tmpfs(
        &at,
        &format!("mode=0700,size={bytes},nr_inodes={SCRATCH_INODES},uid={owner},gid={owner}"),
    )
}

/// Mounts a system path of the machine at the same path. A symbolic link in [`SYSTEM`] stays a link, and a
/// missing path is left out. This must come first, while no link in the new root leads out of it.
fn lay_system(root: &Path, path: &Path) -> io::Result<()> {
    let kind = match fs::symlink_metadata(path) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(()),
        kind => kind?.file_type(),
    };
    let at = below(root, path);
    if let Some(parent) = at.parent() {
        fs::create_dir_all(parent)?;
    }
    if kind.is_symlink() && SYSTEM.iter().any(|system| path == Path::new(system)) {
        return symlink(fs::read_link(path)?, at);
    }
    if fs::metadata(path)?.is_dir() {
        fs::create_dir_all(&at)?;
    } else {
        fs::write(&at, "")?;
    }
    bind(path, &at, true)
}

/// Bind-mounts a file or folder of the machine at a path of the new root; no component of that path may be a
/// link that leads out of it.
fn bind(from: &Path, at: &Path, read_only: bool) -> io::Result<()> {
    mount_bind_recursive(from, at)?;
    let laid = open(
        at,
        OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC,
        Mode::empty(),
    )?;
    sys::restrict_mounts(laid.as_fd(), restricted(read_only))
}

/// Returns the mount attributes that restrict what bots can do.
fn restricted(read_only: bool) -> u64 {
    let always = libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV;
    if read_only {
        always | libc::MOUNT_ATTR_RDONLY
    } else {
        always
    }
}

/// Mounts a pinned path at its real path, and adds a symbolic link at the path under which the bot looks for
/// it.
fn lay_pin(root: &Path, pin: &Pin) -> io::Result<()> {
    let (opened, folder) = pin.open()?;
    let tree = open_tree(&opened, "", TREE | OpenTreeFlags::AT_EMPTY_PATH)?;
    attach(&tree, root, pin.real(), folder)?;
    // A path with `..` resolves only if the folders that it passes through exist.
    let mut at = PathBuf::from("/");
    for part in pin.at().components() {
        match part {
            Component::Normal(name) => at.push(name),
            Component::ParentDir => {
                let _ = folders(root, &at);
                at.pop();
            }
            _ => {}
        }
    }
    // Where the path leads through mounted system folders, the machine's own link is already there.
    if at != pin.real()
        && let Some((parent, name)) = at.parent().zip(at.file_name())
        && let Ok(parent) = folders(root, parent)
    {
        let _ = symlinkat(pin.real(), &parent, name);
    }
    Ok(())
}

/// Attaches a mount tree, of a folder or a file, to the new root, read-only.
fn attach(tree: &OwnedFd, root: &Path, to: &Path, folder: bool) -> io::Result<()> {
    sys::restrict_mounts(tree.as_fd(), restricted(true))?;
    let at = if folder {
        folders(root, to)?
    } else {
        file(root, to)?
    };
    let both = MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH | MoveMountFlags::MOVE_MOUNT_T_EMPTY_PATH;
    move_mount(tree, "", &at, "", both)?;
    Ok(())
}

/// Opens a folder of the new root, and makes it and its missing parents. No link is followed: before the root
/// is entered, a link would lead to the machine's own files.
fn folders(root: &Path, path: &Path) -> io::Result<OwnedFd> {
    let root = open(root, FOLDER_ONLY, Mode::empty())?;
    let parts = path.components().filter(|part| *part != Component::RootDir);
    parts.into_iter().try_fold(root, |above, part| {
        let Component::Normal(name) = part else {
            return Err(ErrorKind::InvalidInput.into());
        };
        Ok(within(above.as_fd(), name)?)
    })
}

fn within(above: BorrowedFd<'_>, name: &OsStr) -> rustix::io::Result<OwnedFd> {
    match mkdirat(above, name, Mode::from_raw_mode(0o755)) {
        Ok(()) | Err(Errno::EXIST) => openat(above, name, FOLDER_ONLY, Mode::empty()),
        Err(error) => Err(error),
    }
}

/// Opens a file of the new root, and makes an empty one if it is missing.
fn file(root: &Path, path: &Path) -> io::Result<OwnedFd> {
    let way = path.parent().zip(path.file_name());
    let (parent, name) = way.ok_or(ErrorKind::InvalidInput)?;
    let parent = folders(root, parent)?;
    let new = OFlags::CREATE | OFlags::EXCL | OFlags::WRONLY | OFlags::CLOEXEC;
    match openat(&parent, name, new, Mode::from_raw_mode(0o644)) {
        Ok(_) | Err(Errno::EXIST) => {}
        Err(error) => return Err(error.into()),
    }
    let opened = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(openat(&parent, name, opened, Mode::empty())?)
}

fn devices(root: &Path) -> io::Result<()> {
    let dev = below(root, Path::new("/dev"));
    fs::create_dir(&dev)?;
    for device in DEVICES {
        let at = below(root, Path::new(device));
        fs::write(&at, "")?;
        mount_bind_recursive(device, &at)?;
    }
    symlink(SCRATCH, dev.join("shm"))?;
    symlink("/proc/self/fd", dev.join("fd"))?;
    for (number, name) in ["stdin", "stdout", "stderr"].into_iter().enumerate() {
        symlink(format!("/proc/self/fd/{number}"), dev.join(name))?;
    }
    Ok(())
}

/// Writes files with users and hosts; the bot is the only user in them.
fn people(root: &Path, owner: u32) -> io::Result<()> {
    let etc = below(root, Path::new("/etc"));
    fs::create_dir_all(&etc)?;
    fs::write(
        etc.join("passwd"),
        format!("bot:x:{owner}:{owner}::{SCRATCH}:/bin/sh\n"),
    )?;
    fs::write(etc.join("group"), format!("bot:x:{owner}:\n"))?;
    for (file, text) in [
        ("hosts", "127.0.0.1 localhost\n"),
        ("nsswitch.conf", "passwd: files\n"),
    ] {
        if !etc.join(file).exists() {
            fs::write(etc.join(file), text)?;
        }
    }
    Ok(())
}

/// Returns true if a path without links is in one of the system's folders for programs and libraries.
pub fn is_of_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

/// Returns true if this process is in the sandbox of a bot that isn't one of the house's.
pub fn is_strangers_sandbox() -> bool {
    let (marks, house) = MARKS;
    // What can't be told is no permission.
    let lacks = |path: &Path| {
        let found = fs::symlink_metadata(path);
        found.is_err_and(|error| error.kind() == ErrorKind::NotFound)
    };
    !lacks(Path::new(marks)) && fs::symlink_metadata(Path::new(marks).join(house)).is_err()
}

/// Returns true if every bot can see the path.
pub fn is_in_every_sandbox(path: &Path) -> bool {
    let made = ["/dev", "/proc"];
    SYSTEM
        .iter()
        .chain(&made)
        .any(|folder| path.starts_with(folder))
        || path.starts_with("/etc") && etc(false).iter().any(|folder| path.starts_with(folder))
}

/// Returns the existing paths of `/etc` that bots may see.
pub fn etc(network: bool) -> Vec<PathBuf> {
    let names: Vec<String> = fs::read_dir("/etc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    let fits = |name: &str, pattern: &str| match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == pattern,
    };
    let more = if network { &ETC_NETWORK[..] } else { &[] };
    let wanted = |name: &&String| ETC.iter().chain(more).any(|pattern| fits(name, pattern));
    // Node fails to start if this file exists but cannot be read.
    let openssl = Some(PathBuf::from("/etc/ssl/openssl.cnf"));
    let openssl = openssl.filter(|path| !network && path.exists());
    names
        .iter()
        .filter(wanted)
        .map(|name| Path::new("/etc").join(name))
        .chain(openssl)
        .collect()
}

fn below(root: &Path, path: &Path) -> PathBuf {
    root.join(path.strip_prefix("/").unwrap_or(path))
}
