//! Namespaces: hide the machine's files, processes, network, shared memory and host name.

use std::{fs, io};

use rustix::thread::UnshareFlags;

use crate::Namespaces;

/// User id of a bot inside a user namespace; any id but root's would do.
pub const INSIDE: u32 = 1000;

/// Returns the new namespaces of a sandbox; a new one of the network only with `network`.
pub fn of_sandbox(how: Namespaces, network: bool) -> UnshareFlags {
    let mut flags = UnshareFlags::NEWNS
        | UnshareFlags::NEWPID
        | UnshareFlags::NEWIPC
        | UnshareFlags::NEWUTS
        | UnshareFlags::NEWCGROUP;
    if network {
        flags |= UnshareFlags::NEWNET;
    }
    match how {
        Namespaces::None => UnshareFlags::empty(),
        Namespaces::Direct => flags,
        Namespaces::User => flags | UnshareFlags::NEWUSER,
    }
}

/// Names the user and the host in new namespaces; `owner` is the user and the group of who made them.
pub fn furnish(how: Namespaces, owner: (u32, u32)) -> io::Result<()> {
    if how == Namespaces::User {
        fs::write("/proc/self/setgroups", "deny")?;
        fs::write("/proc/self/uid_map", format!("{INSIDE} {} 1", owner.0))?;
        fs::write("/proc/self/gid_map", format!("{INSIDE} {} 1", owner.1))?;
    }
    Ok(rustix::system::sethostname(b"bot")?)
}
