//! Decides for each guarantee which layers enforce it, and whether that is enough.

use super::Guarantee;
use crate::{HostFeatures, Namespaces};

/// Landlock ABI versions: 3 adds `truncate`; 6 adds signals and abstract sockets.
const TRUNCATE: u8 = 3;
const SIGNALS: u8 = 6;

/// Layers of the host, in the terms in which guarantees are judged.
#[expect(clippy::struct_excessive_bools, reason = "each stands for a layer")]
struct Has {
    world: bool,
    user: bool,
    proc: bool,
    uids: bool,
    landlock: u8,
    seccomp: bool,
    /// True if there is any layer at all; without one there is no helper, and no bot is confined.
    jail: bool,
    groups: [bool; 3],
}

/// Returns whether a guarantee is kept, and the layers that enforce it fully or in part.
pub fn enforced(promise: Guarantee, means: &HostFeatures) -> (bool, Vec<&'static str>) {
    let has = Has::of(means);
    let (kept, by): (bool, Vec<(bool, &'static str)>) = match promise {
        Guarantee::Network => has.network(),
        Guarantee::Files => has.files(),
        Guarantee::Scratch => (
            has.world,
            vec![(has.world, "tmpfs in a mount namespace, bytes and inodes")],
        ),
        Guarantee::Outside => has.outside(),
        Guarantee::Memory => has.memory(),
        Guarantee::Processes => has.processes(),
        Guarantee::Descriptors => (has.jail, vec![(has.jail, "RLIMIT_NOFILE")]),
        Guarantee::Cpu => (
            has.seccomp,
            vec![(
                has.seccomp,
                "pinned to the game's cores; seccomp keeps it there",
            )],
        ),
        Guarantee::Output => (true, vec![(true, "the reader's caps")]),
        Guarantee::Privileges => has.privileges(),
        Guarantee::Terminal => has.terminal(),
        Guarantee::Environment => (true, vec![(true, "cleared before the start")]),
        Guarantee::Remains => has.remains(),
        Guarantee::Sharing => has.sharing(),
        Guarantee::Idle => has.idle(),
    };
    let by = by.into_iter().filter(|(is, _)| *is);
    (kept, by.map(|(_, words)| words).collect())
}

type Judged = (bool, Vec<(bool, &'static str)>);

impl Has {
    fn of(means: &HostFeatures) -> Has {
        let groups = &means.cgroups;
        Has {
            world: means.namespaces != Namespaces::None,
            user: means.namespaces == Namespaces::User,
            proc: means.proc,
            uids: means.uids.is_some(),
            landlock: means.landlock,
            seccomp: means.seccomp,
            jail: *means != HostFeatures::default(),
            groups: [&groups.memory, &groups.pids, &groups.freezer].map(Option::is_some),
        }
    }

    /// Judges `Network`: a network namespace alone leaves `AF_VSOCK` open, and Landlock restricts only TCP.
    fn network(&self) -> Judged {
        let tcp = self.landlock >= 4 && !self.world && !self.seccomp;
        let by = vec![
            (self.world, "network namespace"),
            (self.seccomp, "seccomp"),
            (tcp, "landlock (TCP alone)"),
        ];
        (self.seccomp, by)
    }

    /// Judges `Files`: Landlock leaves the permissions, owners and times of files open; seccomp closes them,
    /// or the files belong to another user.
    fn files(&self) -> Judged {
        let rest = self.seccomp || self.uids && self.landlock >= TRUNCATE;
        let by = vec![
            (self.world, "mount namespace, all read-only"),
            (self.landlock > 0, "landlock"),
            (!self.world && self.seccomp, "seccomp"),
            (!self.world && self.uids, "a user of its own"),
        ];
        (self.world || self.landlock > 0 && rest, by)
    }

    fn outside(&self) -> Judged {
        let signals = self.landlock >= SIGNALS || self.seccomp || self.uids;
        let by = vec![
            (self.world, "process namespace"),
            (self.landlock > 0, "landlock"),
            (!self.world && self.seccomp, "seccomp"),
            (!self.world && self.uids, "a user of its own"),
        ];
        (self.world || self.landlock > 0 && signals, by)
    }

    fn memory(&self) -> Judged {
        let [group, _, _] = self.groups;
        // Without the filter a bot can use memory that is counted for nobody, such as locks and policies, and
        // without a group it has the kernel's records of mappings and watches besides.
        let sampled = self.jail && !group;
        let by = vec![
            (group, "control group"),
            (
                sampled,
                "RLIMIT_DATA for each process; every 20 ms a sampler, which can overshoot and doesn't count the kernel's records",
            ),
            (self.seccomp, "seccomp"),
        ];
        (group && self.seccomp, by)
    }

    fn processes(&self) -> Judged {
        let [_, group, _] = self.groups;
        let by = vec![
            (group, "control group"),
            (!group && self.user, "RLIMIT_NPROC in a user namespace"),
            (!group && self.uids, "RLIMIT_NPROC of a user of its own"),
            (
                self.jail && !group && !self.user && !self.uids,
                "a sampler; RLIMIT_NPROC counts all that your user runs",
            ),
        ];
        (group || self.user || self.uids, by)
    }

    /// Judges `Privileges`: without seccomp, a bot could make its own user namespace and have capabilities in
    /// it.
    fn privileges(&self) -> Judged {
        let by = vec![
            (self.jail, "no capabilities, no_new_privs"),
            (self.uids, "a user of its own"),
            (self.seccomp, "seccomp"),
        ];
        (self.seccomp, by)
    }

    fn terminal(&self) -> Judged {
        let by = vec![
            (self.jail, "a session of its own"),
            (self.world, "no such device in its mounts"),
            (!self.world && self.landlock > 0, "landlock"),
            (self.seccomp, "seccomp"),
        ];
        (self.world || self.landlock > 0, by)
    }

    fn remains(&self) -> Judged {
        let by = vec![
            (self.world, "process namespace, tmpfs"),
            (self.jail && !self.world, "the helper adopts and kills"),
            (!self.world && self.landlock > 0, "landlock"),
            (!self.world && self.seccomp, "seccomp"),
            (true, "watchdog"),
        ];
        (self.world || self.landlock > 0 && self.seccomp, by)
    }

    /// Judges `Sharing`: without namespaces, bots could share files, sockets, and the kernel's shared memory
    /// and message queues.
    fn sharing(&self) -> Judged {
        let by = vec![
            (self.world, "namespaces of each start"),
            (self.uids, "a user of each start"),
            (!self.world && self.landlock > 0, "landlock"),
            (!self.world && self.seccomp, "seccomp"),
        ];
        let apart = self.world && (self.user || self.uids);
        (
            apart || !self.world && self.landlock > 0 && self.seccomp,
            by,
        )
    }

    fn idle(&self) -> Judged {
        let [_, _, freezer] = self.groups;
        let seen = self.jail && !freezer && (self.proc || !self.world);
        let by = vec![
            (freezer, "control group, confirmed"),
            (seen, "SIGSTOP by its init, confirmed"),
            (
                self.jail && !freezer && !seen,
                "SIGSTOP by its init, which can't see whether all stand still",
            ),
        ];
        (freezer || seen, by)
    }
}
