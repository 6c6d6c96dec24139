//! Tells which orphans are a bot's that plays outside of a jail.
//!
//! A process whose parent has ended is adopted by the referee (`orphans`). It is the bot's whose scratch folder is
//! in its environment, or whose process group it is in. A process can leave both; it is then nobody's, so that no
//! bot is charged with another's.

use std::fs;
use std::path::Path;

use rustix::process::Pid;

/// Most orphans that are looked at, since a bot may leave any number of them.
const MOST: usize = 256;

/// The marks by which a bot's processes are known.
pub(crate) struct BotFamily {
    group: u32,
    /// Entry that the environment of the bot's processes has.
    scratch: Vec<u8>,
}

impl BotFamily {
    /// Creates the marks of a bot with this process group and scratch folder.
    pub(crate) fn new(group: Pid, scratch: &Path) -> BotFamily {
        BotFamily {
            group: number(group),
            scratch: [b"TMPDIR=", scratch.as_os_str().as_encoded_bytes()].concat(),
        }
    }

    /// Returns the process ids of those orphans that are the bot's.
    pub(crate) fn of(&self, orphans: &[Pid]) -> impl Iterator<Item = u32> {
        let pids = orphans.iter().take(MOST).map(|pid| number(*pid));
        pids.filter(|pid| self.owns(*pid))
    }

    fn owns(&self, pid: u32) -> bool {
        // Of a process that has ended only its group is left.
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        let mut entries = environment.split(|byte| *byte == 0);
        entries.any(|entry| entry == self.scratch) || group_of(pid) == Some(self.group)
    }
}

fn group_of(pid: u32) -> Option<u32> {
    let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
    let stat = String::from_utf8_lossy(&stat);
    // The name is in brackets, and may contain any byte.
    let (_, fields) = stat.rsplit_once(") ")?;
    fields.split_ascii_whitespace().nth(2)?.parse().ok()
}

fn number(pid: Pid) -> u32 {
    pid.as_raw_nonzero().get().unsigned_abs()
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};

    use super::*;

    /// Starts a process that waits. It has spoken before: a child that has just been spawned may not have its
    /// environment yet.
    fn sleeper(environment: &[(&str, &str)], group: Option<i32>) -> Child {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "echo; read line"]).env_clear();
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.envs(environment.iter().copied());
        command.process_group(group.unwrap_or(0));
        let mut child = command.spawn().expect("it starts");
        let said = child.stdout.as_mut().expect("it is piped").read(&mut [0]);
        assert_eq!(said.ok(), Some(1));
        child
    }

    #[test]
    fn orphans_are_told_by_environment_and_group() {
        let mut bot = sleeper(&[], None);
        let group = Pid::from_child(&bot);
        let family = BotFamily::new(group, Path::new("/scratch/one"));
        let own = [("TMPDIR", "/scratch/one")];
        let another = [("TMPDIR", "/scratch/two")];
        for (mut orphan, owns) in [
            (sleeper(&own, None), true),
            (sleeper(&another, None), false),
            (sleeper(&[], Some(group.as_raw_nonzero().get())), true),
            (sleeper(&[], None), false),
        ] {
            let pid = Pid::from_child(&orphan);
            assert_eq!(family.owns(number(pid)), owns);
            assert_eq!(family.of(&[pid]).count() == 1, owns);
            let _ = orphan.kill();
            // It keeps its group until it is waited for.
            let _ = rustix::process::waitid(
                rustix::process::WaitId::Pid(pid),
                rustix::process::WaitIdOptions::EXITED | rustix::process::WaitIdOptions::NOWAIT,
            );
            let still = owns && group_of(number(pid)) == Some(number(group));
            assert_eq!(family.owns(number(pid)), still);
            let _ = orphan.wait();
        }
        let _ = bot.kill();
        let _ = bot.wait();
    }
}
