//! The nursery: a process that forks helpers, since to start the referee's whole program for each takes longer than all the
//! rest.
//!
//! Helpers are children of the referee, as if it had started them. They share the nursery's layout of addresses; nothing
//! that belongs to a bot is in it.

use std::os::fd::{AsFd, OwnedFd};

use rustix::io::Errno;
use rustix::process::{WaitOptions, setsid, wait};
use rustix::stdio::dup2_stdin;

use crate::layers::kept_networks::KeptNetworks;
use crate::layers::namespaces;
use crate::processors::stay_on;
use crate::sys;
use crate::wire::{self, ForkReply, SandboxBase};

/// Forks a helper for each request, until the referee closes the socket. Returns `None` at the end; and in each helper, the
/// first process of its namespaces, what it shall make. The helper's own socket is then its stdin.
pub fn fork_helpers(socket: &OwnedFd) -> Option<SandboxBase> {
    // Ctrl-C is for the referee, which ends the nursery in its own time.
    let _ = setsid();
    let mut networks = KeptNetworks::default();
    while let Ok(Some((base, sockets))) = wire::receive::<SandboxBase>(socket) {
        let own = sockets.into_iter().next()?;
        // To fork is work for the processors of the game that needs the helper.
        let _ = stay_on(&base.processors);
        // If that fails, another nursery is started, which has left no namespace and holds no files.
        networks.enter(base.kept_network).ok()?;
        let new_network = !base.network && base.kept_network.is_none();
        let forked = sys::fork_sibling(namespaces::of_sandbox(base.namespaces, new_network));
        let reply: ForkReply = match forked {
            Ok(None) => {
                dup2_stdin(own.as_fd()).ok()?;
                return Some(base);
            }
            Ok(Some(pid)) => Ok(pid.as_raw_nonzero().get()),
            Err(error) => Err(error.raw_os_error().unwrap_or(Errno::INVAL.raw_os_error())),
        };
        wire::send(socket, &reply, &[]).ok()?;
        // Some emulations of Linux make this process the parent all the same.
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
    }
    None
}
