//! Mounts: stop the view of every file that a bot has no business with, and bound what it writes.
//!
//! The bot's root is an empty file system in memory, on which little is laid: the system's programs
//! and libraries, a few files of /etc, six devices, its own folder, and what it names, all of it
//! read-only; and one scratch folder of bounded size.

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

/// Where a bot finds its own folder.
pub const FOLDER: &str = "/bot";
/// Where it finds its scratch folder.
pub const SCRATCH: &str = "/tmp";
/// Files and folders in the scratch folder.
const SCRATCH_INODES: u32 = 4096;

/// Programs and libraries.
pub const SYSTEM: [&str; 7] = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32",
];
/// What programs need of /etc; a `*` at the end stands for anything.
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
/// What only those need who may use the network.
const ETC_NETWORK: [&str; 6] = [
    "resolv.conf",
    "hosts",
    "nsswitch.conf",
    "ssl",
    "ca-certificates",
    "services",
];
/// Devices that can do no harm.
pub const DEVICES: [&str; 5] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];

/// How a copy of the mounts of a path is opened.
const TREE: OpenTreeFlags = OpenTreeFlags::OPEN_TREE_CLONE
    .union(OpenTreeFlags::AT_RECURSIVE)
    .union(OpenTreeFlags::OPEN_TREE_CLOEXEC);
/// How a folder is opened that is passed through.
const FOLDER_ONLY: OFlags = OFlags::PATH
    .union(OFlags::DIRECTORY)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);

/// What a bot's world is made of.
pub struct MountLayout<'a> {
    /// An empty folder on which it is mounted.
    pub root: &'a Path,
    /// The bot's folder, if it has one.
    pub folder: Option<&'a Path>,
    /// Whether it may write there.
    pub writable: bool,
    /// What it can read beyond that.
    pub read: &'a [Pin],
    /// A program of the system's that it doesn't find.
    pub hidden: Option<PathBuf>,
    /// Whether it has the machine's network.
    pub network: bool,
    /// Whether it sees its processes in /proc.
    pub proc: bool,
    /// Bytes of its scratch folder.
    pub scratch: u64,
    /// Whose the scratch folder is.
    pub owner: u32,
}

/// Makes the world the root of this process, which is the first one of new namespaces.
pub fn enter(world: &MountLayout<'_>) -> io::Result<()> {
    let root = world.root;
    mount_change(
        "/",
        MountPropagationFlags::REC | MountPropagationFlags::PRIVATE,
    )?;
    tmpfs(root, "mode=0755,size=1m,nr_inodes=1024")?;
    scratch(world)?;
    for path in SYSTEM
        .iter()
        .map(Path::new)
        .chain(etc(world.network).iter().map(PathBuf::as_path))
    {
        lay_system(root, path)?;
    }
    if let Some(program) = &world.hidden {
        mount_bind_recursive("/dev/null", below(root, program))?;
    }
    devices(root)?;
    let proc = below(root, Path::new("/proc"));
    fs::create_dir(&proc)?;
    if world.proc {
        processes(&proc)?;
    }
    people(root, world.owner)?;
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

/// The processes of this namespace. In a user namespace the kernel allows it only as long as
/// the machine's own /proc is in sight.
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

/// Lays a path of the machine where it is. A link of the system's stays a link, and what isn't there is
/// left out. This comes first, while there is no link in the new root that leads out of it.
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

/// Shows a file or folder of the machine at a path of the new root that no link leads away from.
fn bind(from: &Path, at: &Path, read_only: bool) -> io::Result<()> {
    mount_bind_recursive(from, at)?;
    let laid = open(
        at,
        OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC,
        Mode::empty(),
    )?;
    sys::restrict_mounts(laid.as_fd(), restricted(read_only))
}

/// What bots can't do with what they see.
fn restricted(read_only: bool) -> u64 {
    let always = libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV;
    if read_only {
        always | libc::MOUNT_ATTR_RDONLY
    } else {
        always
    }
}

/// Lays what is pinned where it really is, and a link where the bot looks for it.
fn lay_pin(root: &Path, pin: &Pin) -> io::Result<()> {
    let (opened, folder) = pin.open()?;
    let tree = open_tree(&opened, "", TREE | OpenTreeFlags::AT_EMPTY_PATH)?;
    attach(&tree, root, pin.real(), folder)?;
    // Whoever goes a way with `..` has to find what it leads through.
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
    // Where the way leads through what was laid out, the machine's own link is there already.
    if at != pin.real()
        && let Some((parent, name)) = at.parent().zip(at.file_name())
        && let Ok(parent) = folders(root, parent)
    {
        let _ = symlinkat(pin.real(), &parent, name);
    }
    Ok(())
}

/// Puts a tree of mounts, of a folder or a file, into the new root, to be read.
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

/// Opens a folder of the new root, and makes it with all above it where it isn't there. No link is
/// followed: until the root is entered it would lead to the machine's own files.
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

/// Opens a file of the new root, and makes an empty one where it isn't there.
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

/// Users and hosts as far as a bot may know any: itself.
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

/// Whether a path without links lies among the system's programs and libraries.
pub fn is_of_system(path: &Path) -> bool {
    SYSTEM.iter().any(|folder| path.starts_with(folder))
}

/// The paths of /etc that are there.
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
    // Node doesn't start where it is there and can't be read.
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
