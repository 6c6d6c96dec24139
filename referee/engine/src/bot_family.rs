//! Tells which orphans are a bot's that plays outside of a jail.
//!
//! A process whose parent has ended is adopted by the referee (`orphans`). It is the bot's whose scratch folder is
//! in its environment, or whose process group it is in. A process can leave both.

use std::fs;
use std::path::Path;

use rustix::process::Pid;

use crate::process_scope::ProcessScope;

/// Most orphans that are looked at, since a bot may leave any number of them.
const MOST: usize = 256;

/// A bot's marks by which its processes are known.
pub(crate) struct BotFamily {
    group: u32,
    /// Entry that the environment of the bot's processes has.
    own: Vec<u8>,
    /// Entry that the environment of all processes of all bots has.
    any: Vec<u8>,
}

impl BotFamily {
    /// Creates the marks of a bot with this process group and scratch folder.
    pub(crate) fn new(group: Pid, scope: &ProcessScope, scratch: &Path) -> BotFamily {
        let (name, value) = scope.mark();
        BotFamily {
            group: number(group),
            own: [b"TMPDIR=", scratch.as_os_str().as_encoded_bytes()].concat(),
            any: format!("{name}={value}").into_bytes(),
        }
    }

    /// Returns the process ids of those orphans that are the bot's, and of those that may be another's if
    /// `doubtful` ones are to count.
    pub(crate) fn own(&self, orphans: &[Pid], doubtful: bool) -> impl Iterator<Item = u32> {
        let pids = orphans.iter().take(MOST).map(|pid| number(*pid));
        pids.filter(move |pid| self.owns(*pid).unwrap_or(doubtful))
    }

    /// Tells if a process is the bot's; `None` where nothing tells whose it is.
    fn owns(&self, pid: u32) -> Option<bool> {
        // Of a process that has ended only its group is left.
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        let has = |entry: &Vec<u8>| environment.split(|byte| *byte == 0).any(|it| it == entry);
        if has(&self.own) || group_of(pid) == Some(self.group) {
            return Some(true);
        }
        has(&self.any).then_some(false)
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
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};

    use referee_jail::{DisabledLayers, Level};

    use super::*;

    fn sleeper(environment: &[(&str, &str)], group: Option<i32>) -> Child {
        let mut command = Command::new("/bin/sleep");
        command.arg("600").env_clear().stdout(Stdio::null());
        command.envs(environment.iter().copied());
        command.process_group(group.unwrap_or(0));
        command.spawn().expect("it starts")
    }

    #[test]
    fn orphans_are_told_by_environment_and_group() {
        let watchdog = Path::new("/bin/true");
        let scope = ProcessScope::open(watchdog, Level::Off, &DisabledLayers::default());
        let scope = scope.expect("a scope");
        let (name, value) = scope.mark();
        let mut bot = sleeper(&[], None);
        let group = Pid::from_child(&bot);
        let family = BotFamily::new(group, &scope, Path::new("/scratch/one"));
        let own = [("TMPDIR", "/scratch/one"), (name, value)];
        let another = [("TMPDIR", "/scratch/two"), (name, value)];
        for (mut orphan, owns) in [
            (sleeper(&own, None), Some(true)),
            (sleeper(&another, None), Some(false)),
            (sleeper(&[], Some(group.as_raw_nonzero().get())), Some(true)),
            (sleeper(&[], None), None),
        ] {
            let pid = Pid::from_child(&orphan);
            assert_eq!(family.owns(number(pid)), owns);
            for doubtful in [false, true] {
                let counts = family.own(&[pid], doubtful).count() == 1;
                assert_eq!(counts, owns.unwrap_or(doubtful));
            }
            let _ = orphan.kill();
            // It keeps its group until it is waited for.
            let _ = rustix::process::waitid(
                rustix::process::WaitId::Pid(pid),
                rustix::process::WaitIdOptions::EXITED | rustix::process::WaitIdOptions::NOWAIT,
            );
            let still = owns == Some(true) && group_of(number(pid)) == Some(number(group));
            assert_eq!(family.owns(number(pid)) == Some(true), still);
            let _ = orphan.wait();
        }
        let _ = bot.kill();
        let _ = bot.wait();
    }
}
