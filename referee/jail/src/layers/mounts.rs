//! Mounts: stop the view of every file that a bot has no business with, and bound what it writes.
//!
//! The bot's root is an empty file system in memory, on which little is laid: the system's programs
//! and libraries, a few files of /etc, six devices, its own folder, and what it names, all of it
//! read-only; and one scratch folder of bounded size.

use std::ffi::CString;
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use rustix::mount::{
    MountFlags, MountPropagationFlags, UnmountFlags, mount, mount_bind_recursive, mount_change,
    mount_remount, unmount,
};
use rustix::process::{chdir, pivot_root};

use crate::sys;

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

/// What a bot's world is made of.
pub struct World<'a> {
    /// An empty folder on which it is mounted.
    pub root: &'a Path,
    /// The bot's folder, if it has one.
    pub folder: Option<&'a Path>,
    /// Whether it may write there.
    pub writable: bool,
    /// Further paths that it can read.
    pub read: Vec<&'a Path>,
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
pub fn enter(world: &World<'_>) -> io::Result<()> {
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
        lay(root, path, path, true)?;
    }
    devices(root)?;
    let proc = below(root, Path::new("/proc"));
    fs::create_dir(&proc)?;
    if world.proc {
        processes(&proc)?;
    }
    people(root, world.owner)?;
    if let Some(folder) = world.folder {
        lay(root, folder, Path::new(FOLDER), !world.writable)?;
    }
    for path in &world.read {
        lay(root, path, path, true)?;
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

fn scratch(world: &World<'_>) -> io::Result<()> {
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

/// Lays a path of the machine where the bot shall find it. A link stays a link, and what isn't there
/// is left out.
fn lay(root: &Path, from: &Path, to: &Path, read_only: bool) -> io::Result<()> {
    let at = below(root, to);
    let kind = match fs::symlink_metadata(from) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(()),
        kind => kind?.file_type(),
    };
    if let Some(parent) = at.parent() {
        fs::create_dir_all(parent)?;
    }
    if kind.is_symlink() && SYSTEM.iter().any(|path| from == Path::new(path)) {
        return symlink(fs::read_link(from)?, at);
    }
    if fs::metadata(from)?.is_dir() {
        fs::create_dir_all(&at)?;
    } else if !at.exists() {
        fs::write(&at, "")?;
    }
    mount_bind_recursive(from, &at)?;
    let mut flags = libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV;
    if read_only {
        flags |= libc::MOUNT_ATTR_RDONLY;
    }
    sys::restrict_mounts(&CString::new(at.as_os_str().as_bytes())?, flags)
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
