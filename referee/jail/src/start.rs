//! Starts a bot, and decides whose fault a failed start is. The configuration of a bot can break any step of
//! its start, so if a step works for another program, its failure is the bot's fault.

use std::io;

use rustix::io::Errno;

use crate::jail::Jail;
use crate::pipes::Pipes;
use crate::probe;
use crate::sandbox_error::SandboxError;
use crate::sandboxed_process::SandboxedProcess;
use crate::spawn_spec::SpawnSpec;

/// Errors that no bot's configuration causes: a resource is scarce for a moment, or a file that the operator
/// lets the bot read was replaced.
const OF_THE_MACHINE: [Errno; 9] = [
    Errno::AGAIN,
    Errno::BUSY,
    Errno::INTR,
    Errno::MFILE,
    Errno::NFILE,
    Errno::NOBUFS,
    Errno::NOMEM,
    Errno::STALE,
    Errno::USERS,
];

/// Starts a bot in a new sandbox. If that fails twice, and something harmless starts in the same jail both
/// after the first failure and after the second, the bot is to blame: then the error is
/// [`SandboxError::Program`].
pub fn start(jail: &Jail, order: &SpawnSpec) -> Result<(SandboxedProcess, Pipes), SandboxError> {
    judged(
        || SandboxedProcess::start(jail, order),
        || probe::works_in(jail, order.bounds),
    )
}

fn judged<T>(
    start: impl Fn() -> Result<T, SandboxError>,
    works: impl Fn() -> bool,
) -> Result<T, SandboxError> {
    let of_the_bot = |error: &io::Error| is_repeatable(error) && works();
    match start() {
        Err(SandboxError::Machine { error, .. }) if of_the_bot(&error) => match start() {
            Err(SandboxError::Machine { step, error }) if of_the_bot(&error) => {
                Err(SandboxError::Program {
                    error: io::Error::new(error.kind(), format!("{step}: {error}")),
                    step,
                })
            }
            started => started,
        },
        started => started,
    }
}

/// Returns true if the error probably comes from the request itself: the system refused it, and not for lack
/// of a resource.
fn is_repeatable(error: &io::Error) -> bool {
    let errno = error.raw_os_error().map(Errno::from_raw_os_error);
    errno.is_some_and(|errno| !OF_THE_MACHINE.contains(&errno))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell as Held;

    use super::*;

    /// Returns who is to blame if starts end in this order, with these results of probes between them.
    fn blamed(starts: &[Option<Errno>], works: &[bool]) -> Option<&'static str> {
        let (starts, works) = (Held::new(starts), Held::new(works));
        let start = || {
            let (first, rest) = starts.get().split_first().expect("no more starts");
            starts.set(rest);
            let failed = |errno: &Errno| SandboxError::Machine {
                step: "a step".to_owned(),
                error: (*errno).into(),
            };
            first.as_ref().map_or(Ok(()), |errno| Err(failed(errno)))
        };
        let probe = || {
            let (first, rest) = works.get().split_first().expect("no more probes");
            works.set(rest);
            *first
        };
        match judged(start, probe) {
            Ok(()) => None,
            Err(SandboxError::Program { .. }) => Some("bot"),
            Err(SandboxError::Machine { .. }) => Some("machine"),
        }
    }

    #[test]
    fn a_bot_is_blamed_on_a_machine_that_is_well_before_and_after() {
        let (full, no) = (Some(Errno::NOSPC), Some(Errno::NAMETOOLONG));
        assert_eq!(blamed(&[None], &[]), None);
        assert_eq!(blamed(&[no, no], &[true, true]), Some("bot"));
        // A full disk may be full at every second start only.
        assert_eq!(blamed(&[full, full], &[true, false]), Some("machine"));
        assert_eq!(blamed(&[full], &[false]), Some("machine"));
        assert_eq!(blamed(&[full, None], &[true]), None);
        for errno in [Errno::STALE, Errno::NOMEM] {
            assert_eq!(blamed(&[Some(errno)], &[]), Some("machine"));
            assert_eq!(blamed(&[no, Some(errno)], &[true]), Some("machine"));
        }
    }
}
