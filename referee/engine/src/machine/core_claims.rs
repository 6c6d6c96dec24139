//! Divides a machine's cores between runs: each run claims its own cores and sees those of others.
//!
//! A claim is an abstract unix socket, whose name only one process can have. So no file is made in a folder
//! that others write into, users and root see the same names, a claim never waits, and the system frees a
//! name however the process ends. Containers with a network of their own don't see each other's claims.

/// Environment variable and the value of it that makes runs neither claim cores nor look for other runs.
const CORES: (&str, &str) = ("REFEREE_CORES", "shared");

/// Cores that belong to this run as long as this value is held.
#[derive(Debug, Default)]
pub struct Claim {
    #[cfg(target_os = "linux")]
    _held: Vec<std::os::unix::net::UnixDatagram>,
}

/// The processors of each physical core.
type Processors = Vec<Vec<usize>>;

impl Claim {
    /// Tells if claims are switched off by the environment of this process.
    pub(crate) fn is_off() -> bool {
        let (name, shared) = CORES;
        std::env::var_os(name).is_some_and(|value| value == shared)
    }

    /// Claims the first `needed` free ones of some named cores. Returns the claim, the cores that now belong
    /// to it, and the cores met on the way that belong to others.
    #[cfg(target_os = "linux")]
    pub(crate) fn of(
        cores: impl Iterator<Item = (String, Vec<usize>)>,
        needed: usize,
    ) -> (Claim, Processors, Processors) {
        let mut held = Vec::new();
        let (mut own, mut taken) = (Vec::new(), Vec::new());
        for (name, core) in cores {
            if own.len() == needed {
                break;
            }
            match socket(&name) {
                Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => taken.push(core),
                socket => {
                    // Where there are no such sockets, no other run can be seen.
                    held.extend(socket);
                    own.push(core);
                }
            }
        }
        (Claim { _held: held }, own, taken)
    }

    /// Claims nothing: on other systems runs aren't kept on cores.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn of(
        cores: impl Iterator<Item = (String, Vec<usize>)>,
        _: usize,
    ) -> (Claim, Processors, Processors) {
        let unclaimed = cores.map(|(_, core)| core).collect();
        (Claim::default(), unclaimed, Vec::new())
    }
}

/// Binds the socket that represents a core; it is shut down for reading, so it receives nothing.
#[cfg(target_os = "linux")]
fn socket(core: &str) -> std::io::Result<std::os::unix::net::UnixDatagram> {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    let name = SocketAddr::from_abstract_name(format!("referee-core-{core}"))?;
    let socket = UnixDatagram::bind_addr(&name)?;
    socket.shutdown(std::net::Shutdown::Read)?;
    Ok(socket)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_core_is_one_runs_until_that_has_ended() {
        let cores =
            || (0..3).map(|core| (format!("test-{}-{core}", std::process::id()), vec![core]));
        let (first, claimed, taken) = Claim::of(cores(), 2);
        assert_eq!((claimed, taken), (vec![vec![0], vec![1]], vec![]));
        let (second, claimed, taken) = Claim::of(cores(), 2);
        assert_eq!((claimed, taken), (vec![vec![2]], vec![vec![0], vec![1]]));
        drop(first);
        let (_third, cores_used, taken) = Claim::of(cores(), 3);
        assert_eq!((cores_used, taken), (vec![vec![0], vec![1]], vec![vec![2]]));
        drop(second);
    }
}
