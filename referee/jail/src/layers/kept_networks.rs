//! Network namespaces that are kept for the next bot, since to make and to end one takes the kernel as long as all other
//! namespaces together.
//!
//! A bot's is handed on when its sandbox's init has been waited for, and so no process is left in it. Where a seccomp filter
//! leaves bots only unix sockets, and users of their own no right to its settings, it is then as it was made, but for sockets
//! that are on their way through others in a circle: these stay, with their names, until the kernel looks for them.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::os::fd::AsFd;
use std::sync::{Arc, Mutex, PoisonError};

use rustix::thread::{LinkNameSpaceType, UnshareFlags, move_into_link_name_space};

use crate::sys;

/// The referee's numbers of kept namespaces, each of which is one sandbox's at a time.
#[derive(Clone, Default)]
pub struct NetworkNumbers(Arc<Mutex<Numbers>>);

#[derive(Default)]
struct Numbers {
    given: usize,
    free: Vec<usize>,
}

impl NetworkNumbers {
    /// Returns a number that no sandbox has.
    pub fn take(&self) -> usize {
        let mut numbers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        numbers.free.pop().unwrap_or_else(|| {
            numbers.given += 1;
            numbers.given
        })
    }

    /// Gives a number back, once the sandbox's init has been waited for.
    pub fn give_back(&self, number: usize) {
        let mut numbers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        numbers.free.push(number);
    }
}

/// The nursery's namespaces.
#[derive(Default)]
pub struct KeptNetworks {
    kept: BTreeMap<usize, File>,
    /// The machine's, once this process has left it.
    machine: Option<File>,
}

impl KeptNetworks {
    /// Moves this process into the namespace of this number, which is made if there is none; or into the machine's.
    pub fn enter(&mut self, number: Option<usize>) -> io::Result<()> {
        let Some(number) = number else {
            return self.machine.as_ref().map_or(Ok(()), join);
        };
        if self.machine.is_none() {
            self.machine = Some(own()?);
        }
        if let Some(kept) = self.kept.get(&number) {
            return join(kept);
        }
        sys::unshare(UnshareFlags::NEWNET)?;
        self.kept.insert(number, own()?);
        Ok(())
    }
}

fn own() -> io::Result<File> {
    File::open("/proc/thread-self/ns/net")
}

fn join(namespace: &File) -> io::Result<()> {
    let kind = Some(LinkNameSpaceType::Network);
    Ok(move_into_link_name_space(namespace.as_fd(), kind)?)
}

/// Moves this process into a new namespace if sockets are left in its own. `/proc` must still be the machine's.
pub fn leave_unless_empty() -> io::Result<()> {
    // One line is a title. Names may hold any byte.
    let sockets = fs::read("/proc/thread-self/net/unix").unwrap_or_default();
    let first = sockets.iter().position(|byte| *byte == b'\n');
    let is_empty = first.is_some_and(|end| end + 1 == sockets.len());
    if is_empty {
        return Ok(());
    }
    sys::unshare(UnshareFlags::NEWNET)
}

#[cfg(test)]
mod tests {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixDatagram};
    use std::path::PathBuf;
    use std::thread;

    use super::*;

    fn namespace() -> PathBuf {
        fs::read_link("/proc/thread-self/ns/net").expect("Linux")
    }

    /// Runs in a thread, whose namespace is its own affair.
    fn apart(test: fn()) {
        let tried = thread::spawn(|| sys::unshare(UnshareFlags::NEWNET)).join();
        if !tried.is_ok_and(|tried| tried.is_ok()) {
            eprintln!("skipped: no network namespace can be made here");
            return;
        }
        thread::spawn(test).join().expect("it holds");
    }

    #[test]
    fn each_number_is_one_namespace() {
        apart(|| {
            let (mut networks, machine) = (KeptNetworks::default(), namespace());
            networks.enter(None).expect("nothing to do");
            networks.enter(Some(1)).expect("a new one");
            let first = namespace();
            networks.enter(Some(2)).expect("a new one");
            let second = namespace();
            networks.enter(Some(1)).expect("the first one");
            assert_eq!(namespace(), first);
            networks.enter(None).expect("the machine's");
            assert_eq!(namespace(), machine);
            assert!(first != second && first != machine && second != machine);
        });
    }

    #[test]
    fn one_with_sockets_is_not_handed_on() {
        apart(|| {
            sys::unshare(UnshareFlags::NEWNET).expect("a new one");
            let first = namespace();
            leave_unless_empty().expect("it is empty");
            assert_eq!(namespace(), first);
            let address = SocketAddr::from_abstract_name(b"left\xff\n").expect("a name");
            let left = UnixDatagram::bind_addr(&address).expect("it is free");
            leave_unless_empty().expect("a new one");
            assert_ne!(namespace(), first);
            drop(left);
        });
    }

    #[test]
    fn a_number_is_one_sandbox_s_at_a_time() {
        let numbers = NetworkNumbers::default();
        let (one, other) = (numbers.take(), numbers.take());
        assert_ne!(one, other);
        numbers.give_back(one);
        assert_eq!(numbers.take(), one);
        assert!(![one, other].contains(&numbers.take()));
    }
}
