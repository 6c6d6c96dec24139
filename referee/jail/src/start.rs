//! The start of a bot, and whose fault it is where that fails: what a bot names for itself can break any
//! step on the way to it, so a step that works for somebody else has failed by the bot.

use std::io;

use rustix::io::Errno;

use crate::jail::Jail;
use crate::probe;
use crate::sandboxed_process::{Pipes, SandboxError, SandboxedProcess};
use crate::spawn_spec::SpawnSpec;

/// What nothing that a bot names brings about: something is scarce for a moment, or what whoever runs the
/// bot lets it read was exchanged.
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

/// Starts a bot in a cell of its own. Where that fails twice on a machine that starts something harmless in
/// the same jail, after the first time and again after the second, it is the bot's own fault.
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

/// Whether an error came of what was asked for, as far as that can be told: the system said no, and not for
/// want of something.
fn is_repeatable(error: &io::Error) -> bool {
    let errno = error.raw_os_error().map(Errno::from_raw_os_error);
    errno.is_some_and(|errno| !OF_THE_MACHINE.contains(&errno))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell as Held;

    use super::*;

    /// Who is to blame where starts end so, one after the other, and this is what probes find between them.
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
        // What is full for a moment may be so for every second start.
        assert_eq!(blamed(&[full, full], &[true, false]), Some("machine"));
        assert_eq!(blamed(&[full], &[false]), Some("machine"));
        assert_eq!(blamed(&[full, None], &[true]), None);
        for errno in [Errno::STALE, Errno::NOMEM] {
            assert_eq!(blamed(&[Some(errno)], &[]), Some("machine"));
            assert_eq!(blamed(&[no, Some(errno)], &[true]), Some("machine"));
        }
    }
}
