//! What this machine gives for a jail, found out by trying: a harmless program is started with the
//! strongest means first, and then with weaker ones.

use crate::helper::HELPER;
use crate::jail::{Jail, JailOptions};
use crate::layers::{cgroups, landlock, seccomp};
use crate::sandboxed_process::SandboxedProcess;
use crate::{
    Cgroups, DisabledLayers, HostFeatures, JailLayer, Level, Namespaces, Pin, ResourceLimits,
    SpawnSpec, Uids,
};

/// Ids that nobody has; where this root can't be them, ids that hardly anybody has.
const RANGES: [Uids; 2] = [
    Uids {
        first: 0x7a00_0000,
        count: 1 << 16,
    },
    Uids {
        first: 60_000,
        count: 4_000,
    },
];
/// Ids that one run begins with are so far from those of the next.
const STRIDE: u32 = 4096;

/// What can be used here, apart from what `without` names.
pub fn means(without: &DisabledLayers, site: &JailOptions) -> HostFeatures {
    let mut means = HostFeatures {
        namespaces: Namespaces::None,
        proc: false,
        landlock: if without.has(JailLayer::Landlock) {
            0
        } else {
            landlock::version()
        },
        seccomp: !without.has(JailLayer::Seccomp) && seccomp::works(),
        uids: None,
        cgroups: if without.has(JailLayer::Cgroups) {
            Cgroups::default()
        } else {
            cgroups::find(&site.mark)
        },
    };
    if rustix::process::geteuid().is_root() && !without.has(JailLayer::Uids) {
        means.uids = RANGES.map(own_part).into_iter().find(|uids| {
            let uids = Some(*uids);
            works(
                &HostFeatures {
                    uids,
                    ..means.clone()
                },
                site,
            )
        });
    }
    if without.has(JailLayer::Namespaces) {
        return means;
    }
    let ways = [
        (Namespaces::Direct, true),
        (Namespaces::User, true),
        (Namespaces::Direct, false),
        (Namespaces::User, false),
    ];
    let stronger = ways.into_iter().map(|(namespaces, proc)| HostFeatures {
        namespaces,
        proc,
        // Inside a user namespace of its own a bot can't be anybody else.
        uids: means.uids.filter(|_| namespaces == Namespaces::Direct),
        ..means.clone()
    });
    let host_features = stronger.into_iter().find(|means| works(means, site));
    host_features.unwrap_or(means)
}

/// Different runs at the same time begin with different ids.
fn own_part(uids: Uids) -> Uids {
    let parts = (uids.count / STRIDE).max(1);
    let count = uids.count / parts;
    Uids {
        first: uids.first + std::process::id() % parts * count,
        count,
    }
}

/// Whether the helper's own program can be started with these means, and ends well.
fn works(means: &HostFeatures, site: &JailOptions) -> bool {
    let jail = Jail::with(Level::Auto, means.clone(), site.clone());
    let bounds = ResourceLimits {
        memory: 512 << 20,
        processes: 128,
        files: 64,
        scratch: 1 << 20,
        file: 1 << 20,
    };
    works_in(&jail, bounds)
}

/// The same in a jail that there is, within these bounds.
pub fn works_in(jail: &Jail, bounds: ResourceLimits) -> bool {
    let order = SpawnSpec {
        executable: jail.helper().to_owned(),
        args: vec![HELPER.into()],
        env: Vec::new(),
        folder: None,
        writable: false,
        read: Pin::of(jail.helper()).into_iter().collect(),
        network: false,
        bounds,
    };
    let Ok((mut cell, pipes)) = SandboxedProcess::start(jail, &order) else {
        return false;
    };
    drop(pipes);
    let until = std::time::Instant::now() + std::time::Duration::from_secs(10);
    while cell.ended().is_none() && std::time::Instant::now() < until {
        cell.wait(until);
    }
    cell.kill().status.is_some_and(|status| status.success())
}
