//! Namespaces: hide the machine's files, processes, network, shared memory and host name.

use std::{fs, io};

use rustix::process::{getgid, getuid};
use rustix::thread::UnshareFlags;

use crate::Namespaces;
use crate::sys::unshare;

/// User id of a bot inside a user namespace; any id but root's would do.
pub const INSIDE: u32 = 1000;

/// Enters new namespaces; the next child is the first process of the new PID namespace.
pub fn enter(how: Namespaces, network: bool) -> io::Result<()> {
    let mut flags = UnshareFlags::NEWNS
        | UnshareFlags::NEWPID
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWUTS
        | UnshareFlags::NEWCGROUP;
    if !network {
        flags |= UnshareFlags::NEWNET;
    }
    match how {
        Namespaces::None => return Ok(()),
        Namespaces::Direct => {}
        Namespaces::User => {
            let (uid, gid) = (getuid(), getgid());
            unshare(UnshareFlags::NEWUSER)?;
            fs::write("/proc/self/setgroups", "deny")?;
            fs::write("/proc/self/uid_map", format!("{INSIDE} {} 1", uid.as_raw()))?;
            fs::write("/proc/self/gid_map", format!("{INSIDE} {} 1", gid.as_raw()))?;
        }
    }
    unshare(flags)?;
    rustix::system::sethostname(b"bot")?;
    Ok(())
}
