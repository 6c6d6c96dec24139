//! Plans a sandbox: what the helper needs to know to start the bot in it.

use std::ffi::OsString;
use std::path::PathBuf;

use rustix::process::getuid;

use crate::jail::Jail;
use crate::layers::cgroups::ControlGroups;
use crate::processes::running;
use crate::processors::allowed;
use crate::spawn_spec::SpawnSpec;
use crate::wire::SandboxPlan;
use crate::{Namespaces, ResourceLimits};

/// Returns the most processes that the bot's user may run in all. For the referee's user, adds what runs now
/// to what all sandboxes may have: the sampler, which already watches this one, limits each of them.
fn processes(jail: &Jail, bounds: &ResourceLimits) -> u64 {
    let means = jail.means();
    // Where a control group has this bound, too, that one refuses first: it tells that it did. What the user's last bot
    // left behind may still be ending.
    let twice = if means.cgroups.pids.is_some() { 2 } else { 1 };
    let own = bounds.processes * twice;
    match means.namespaces {
        // The sandbox's init counts, too.
        Namespaces::User => own + 1,
        _ if means.uids.is_some() => own,
        _ => {
            let all = jail.sampler().processes().max(jail.expected());
            all.max(bounds.processes) + running(getuid().as_raw())
        }
    }
}

/// Describes a sandbox for the helper; `number` is that of the start, and `group` its control groups.
pub fn plan(
    jail: &Jail,
    order: &SpawnSpec,
    number: u64,
    group: Option<&ControlGroups>,
) -> SandboxPlan {
    let words = |paths: &[PathBuf]| -> Vec<OsString> {
        paths
            .iter()
            .map(|path| path.clone().into_os_string())
            .collect()
    };
    let uid = jail.means().uids.map(|uids| uids.nth(number));
    SandboxPlan {
        means: jail.means().clone(),
        processors: allowed(None),
        executable: order.executable.clone().into_os_string(),
        args: order.args.clone(),
        through: order.through.clone(),
        referee: jail.helper().as_os_str().to_owned(),
        env: order.env.clone(),
        folder: order.folder.clone().map(PathBuf::into_os_string),
        writable: order.writable,
        read: order.read.clone(),
        network: order.network,
        bounds: order.bounds,
        uid,
        doors: words(&group.map(ControlGroups::doors).unwrap_or_default()),
        memory_bounded: jail.means().cgroups.memory.is_some(),
        processes: Some(processes(jail, &order.bounds)),
    }
}
