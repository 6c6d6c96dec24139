//! Features that a machine or a run may lack, and how to get each.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use crate::{Controller, HostFeatures, Namespaces, Uids};

/// A feature that a machine or a run may lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Requirement {
    /// Namespaces.
    Namespaces,
    /// A `/proc` that shows only the processes of a PID namespace.
    Proc,
    /// Landlock in a version that restricts signals.
    Landlock,
    /// Seccomp filters of system calls.
    Seccomp,
    /// Control groups that the referee may use.
    Cgroups,
    /// Separate user ids for bots.
    Users,
    /// The operator's consent to each path that a bot reads.
    Consent,
    /// Games that are pinned to cores.
    Pinning,
    /// Bots that are stopped between their turns.
    Suspension,
}

impl Requirement {
    /// All requirements of the machine; those that enable the most guarantees come first.
    pub const ALL: [Requirement; 6] = [
        Requirement::Namespaces,
        Requirement::Seccomp,
        Requirement::Landlock,
        Requirement::Cgroups,
        Requirement::Users,
        Requirement::Proc,
    ];

    /// Returns instructions to get it.
    pub fn how(self) -> &'static str {
        match self {
            Requirement::Namespaces => {
                "allow them to users: sysctl kernel.unprivileged_userns_clone=1, \
                 user.max_user_namespaces=10000, and with AppArmor \
                 kernel.apparmor_restrict_unprivileged_userns=0, as far as your kernel has these; in \
                 a container: --security-opt seccomp=unconfined; or run as root"
            }
            Requirement::Proc => {
                "in a container, show it the whole /proc: --security-opt systempaths=unconfined"
            }
            Requirement::Landlock => {
                "Linux 6.12 or newer with landlock in the boot parameter lsm=; in a container: \
                 --security-opt seccomp=unconfined"
            }
            Requirement::Seccomp => "Linux with CONFIG_SECCOMP_FILTER, on x86-64 or ARM of 64 bits",
            Requirement::Cgroups => {
                "give the referee a group of its own: systemd-run --user --scope -p Delegate=yes \
                 referee ...; in a container: --cgroupns=private and a writable /sys/fs/cgroup"
            }
            Requirement::Users => "run as root: each start then has a user of its own",
            Requirement::Consent => {
                "leave --allow-read out, and name in the tournament file what a bot may read"
            }
            Requirement::Pinning => "leave `pin = false` out of the tournament file",
            Requirement::Suspension => "leave `pondering` out of the tournament file",
        }
    }

    /// Returns the features with this one added.
    pub(super) fn added(self, means: &HostFeatures) -> HostFeatures {
        let mut means = means.clone();
        match self {
            Requirement::Namespaces if means.namespaces == Namespaces::None => {
                means.proc = true;
                means.namespaces = match means.uids {
                    Some(_) => Namespaces::Direct,
                    None => Namespaces::User,
                };
            }
            Requirement::Proc => means.proc = means.namespaces != Namespaces::None,
            Requirement::Landlock => means.landlock = means.landlock.max(6),
            Requirement::Seccomp => means.seccomp = true,
            Requirement::Cgroups => {
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
            // A user namespace of an ordinary user maps only one user id, so bots cannot have separate ones.
            Requirement::Users if means.namespaces != Namespaces::User => {
                means.uids = Some(Uids { first: 0, count: 1 });
            }
            // The last three are no features of a machine.
            Requirement::Namespaces
            | Requirement::Users
            | Requirement::Consent
            | Requirement::Pinning
            | Requirement::Suspension => {}
        }
        means
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Requirement::Namespaces => "namespaces",
            Requirement::Proc => "a /proc of its own",
            Requirement::Landlock => "landlock",
            Requirement::Seccomp => "seccomp",
            Requirement::Cgroups => "control groups",
            Requirement::Users => "users for bots",
            Requirement::Consent => "a run without --allow-read",
            Requirement::Pinning => "a run without pin = false",
            Requirement::Suspension => "pondering = \"off\"",
        })
    }
}
