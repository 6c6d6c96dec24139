//! What this machine gives for a jail, found out by trying: a harmless program is started with the
//! strongest means first, and then with weaker ones.

use crate::cell::Cell;
use crate::helper::HELPER;
use crate::jail::{Jail, Site};
use crate::layers::{cgroups, landlock, seccomp};
use crate::{Bounds, Cgroups, Layer, Level, Means, Namespaces, Order, Uids, Without};

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
pub fn means(without: &Without, site: &Site) -> Means {
    let mut means = Means {
        namespaces: Namespaces::None,
        proc: false,
        landlock: if without.has(Layer::Landlock) {
            0
        } else {
            landlock::version()
        },
        seccomp: !without.has(Layer::Seccomp) && seccomp::works(),
        uids: None,
        cgroups: if without.has(Layer::Cgroups) {
            Cgroups::default()
        } else {
            cgroups::find(&site.mark)
        },
    };
    if rustix::process::geteuid().is_root() && !without.has(Layer::Uids) {
        means.uids = RANGES.map(own_part).into_iter().find(|uids| {
            let uids = Some(*uids);
            works(
                &Means {
                    uids,
                    ..means.clone()
                },
                site,
            )
        });
    }
    if without.has(Layer::Namespaces) {
        return means;
    }
    let ways = [
        (Namespaces::Direct, true),
        (Namespaces::User, true),
        (Namespaces::Direct, false),
        (Namespaces::User, false),
    ];
    let stronger = ways.into_iter().map(|(namespaces, proc)| Means {
        namespaces,
        proc,
        // Inside a user namespace of its own a bot can't be anybody else.
        uids: means.uids.filter(|_| namespaces == Namespaces::Direct),
        ..means.clone()
    });
    let found = stronger.into_iter().find(|means| works(means, site));
    found.unwrap_or(means)
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
fn works(means: &Means, site: &Site) -> bool {
    let jail = Jail::with(Level::Auto, means.clone(), site.clone());
    let order = Order {
        executable: site.helper.clone(),
        args: vec![HELPER.into()],
        env: Vec::new(),
        folder: None,
        writable: false,
        read: vec![site.helper.clone()],
        network: false,
        bounds: Bounds {
            memory: 512 << 20,
            processes: 128,
            files: 64,
            scratch: 1 << 20,
            file: 1 << 20,
        },
    };
    let Ok((mut cell, pipes)) = Cell::start(&jail, &order) else {
        return false;
    };
    drop(pipes);
    let until = std::time::Instant::now() + std::time::Duration::from_secs(10);
    while cell.ended().is_none() && std::time::Instant::now() < until {
        cell.wait(until);
    }
    cell.kill().status.is_some_and(|status| status.success())
}
