//! What may be missing on a machine, and how to get it.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use crate::{Controller, Means, Namespaces, Uids};

/// Something that may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Need {
    /// Namespaces.
    Namespaces,
    /// A /proc of a namespace's own.
    Proc,
    /// Landlock, in a version that knows signals.
    Landlock,
    /// Filters of system calls.
    Seccomp,
    /// Control groups that may be used.
    Cgroups,
    /// Users for bots.
    Users,
}

impl Need {
    /// All of them, those first that give the most.
    pub const ALL: [Need; 6] = [
        Need::Namespaces,
        Need::Seccomp,
        Need::Landlock,
        Need::Cgroups,
        Need::Users,
        Need::Proc,
    ];

    /// How to get it.
    pub fn how(self) -> &'static str {
        match self {
            Need::Namespaces => {
                "allow them to users: sysctl kernel.unprivileged_userns_clone=1, \
                 user.max_user_namespaces=10000, and with AppArmor \
                 kernel.apparmor_restrict_unprivileged_userns=0, as far as your kernel has these; in \
                 a container: --security-opt seccomp=unconfined; or run as root"
            }
            Need::Proc => {
                "in a container, show it the whole /proc: --security-opt systempaths=unconfined"
            }
            Need::Landlock => {
                "Linux 6.12 or newer with landlock in the boot parameter lsm=; in a container: \
                 --security-opt seccomp=unconfined"
            }
            Need::Seccomp => "Linux with CONFIG_SECCOMP_FILTER, on x86-64 or ARM of 64 bits",
            Need::Cgroups => {
                "give the referee a group of its own: systemd-run --user --scope -p Delegate=yes \
                 referee ...; in a container: --cgroupns=private and a writable /sys/fs/cgroup"
            }
            Need::Users => "run as root: each start then has a user of its own",
        }
    }

    /// The means with it.
    pub(super) fn added(self, means: &Means) -> Means {
        let mut means = means.clone();
        match self {
            Need::Namespaces if means.namespaces == Namespaces::None => {
                means.proc = true;
                means.namespaces = match means.uids {
                    Some(_) => Namespaces::Direct,
                    None => Namespaces::User,
                };
            }
            Need::Proc => means.proc = means.namespaces != Namespaces::None,
            Need::Landlock => means.landlock = means.landlock.max(6),
            Need::Seccomp => means.seccomp = true,
            Need::Cgroups => {
                let group = || {
                    Some(Controller {
                        folder: PathBuf::new(),
                        unified: true,
                    })
                };
                let groups = &mut means.cgroups;
                for one in [&mut groups.memory, &mut groups.pids, &mut groups.freezer] {
                    *one = one.take().or_else(group);
                }
            }
            // In a user namespace nobody is anybody else.
            Need::Users if means.namespaces != Namespaces::User => {
                means.uids = Some(Uids { first: 0, count: 1 });
            }
            Need::Namespaces | Need::Users => {}
        }
        means
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Need::Namespaces => "namespaces",
            Need::Proc => "a /proc of its own",
            Need::Landlock => "landlock",
            Need::Seccomp => "seccomp",
            Need::Cgroups => "control groups",
            Need::Users => "users for bots",
        })
    }
}
