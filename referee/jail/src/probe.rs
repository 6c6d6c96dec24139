//! Finds out which layers this machine offers for a jail: starts a harmless program with the strongest layers
//! first, and then with weaker ones.

use crate::helper::HELPER;
use crate::jail::Jail;
use crate::jail_options::JailOptions;
use crate::layers::{cgroups, landlock, seccomp};
use crate::sandboxed_process::SandboxedProcess;
use crate::{
    Cgroups, DisabledLayers, HostFeatures, JailLayer, Level, Namespaces, Pin, ResourceLimits,
    SpawnSpec, Uids,
};

/// User ids that no user has; then, if this root may not use them, ids that hardly any user has.
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
/// Distance between the first user ids of runs.
const STRIDE: u32 = 4096;

/// Returns the features that can be used here, except the layers in `without`.
pub fn means(without: &DisabledLayers, options: &JailOptions) -> HostFeatures {
    let bare = HostFeatures {
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
            cgroups::find(&options.mark)
        },
    };
    let has_users = rustix::process::geteuid().is_root() && !without.has(JailLayer::Uids);
    let ways = [
        (Namespaces::Direct, true),
        (Namespaces::User, true),
        (Namespaces::Direct, false),
        (Namespaces::User, false),
        (Namespaces::None, false),
    ];
    let allowed = |(namespaces, _): &(Namespaces, bool)| {
        *namespaces == Namespaces::None || !without.has(JailLayer::Namespaces)
    };
    let mut stronger = ways
        .into_iter()
        .filter(allowed)
        .flat_map(|(namespaces, proc)| {
            // Inside a user namespace a bot has only one possible user id.
            let users = has_users && namespaces != Namespaces::User;
            let ranges = RANGES.map(own_part).into_iter().filter(move |_| users);
            let features = |uids| HostFeatures {
                namespaces,
                proc,
                uids,
                ..bare.clone()
            };
            ranges
                .map(Some)
                .chain([None])
                .map(features)
                .collect::<Vec<_>>()
        });
    stronger
        .find(|means| works(means, options))
        .unwrap_or_else(|| bare.clone())
}

/// Selects this run's part of the user ids, so that simultaneous runs start at different ids.
fn own_part(uids: Uids) -> Uids {
    let parts = (uids.count / STRIDE).max(1);
    let count = uids.count / parts;
    Uids {
        first: uids.first + std::process::id() % parts * count,
        count,
    }
}

/// Returns true if the helper's own program starts with these features and exits successfully.
fn works(means: &HostFeatures, options: &JailOptions) -> bool {
    let jail = Jail::with(Level::Auto, means.clone(), options.clone());
    let bounds = ResourceLimits {
        memory: 512 << 20,
        processes: 128,
        files: 64,
        scratch: 1 << 20,
        file: 1 << 20,
    };
    works_in(&jail, bounds)
}

/// Returns true if the helper's own program starts in an existing jail with these limits, and exits
/// successfully within 10 s.
pub fn works_in(jail: &Jail, bounds: ResourceLimits) -> bool {
    let order = SpawnSpec {
        executable: jail.helper().to_owned(),
        args: vec![HELPER.into()],
        through: Vec::new(),
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
