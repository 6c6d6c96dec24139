//! Checks that every combination of features has a table, and that more features never keep fewer guarantees.

use std::path::PathBuf;

use super::*;
use crate::{Cgroups, Controller, Namespaces, Uids};

fn group() -> Option<Controller> {
    Some(Controller {
        folder: PathBuf::from("/sys/fs/cgroup"),
        unified: true,
    })
}

/// Returns all combinations of features that a machine can have, and some that it cannot.
fn all() -> Vec<HostFeatures> {
    let mut host_features = Vec::new();
    for bits in 0..1 << 6 {
        let has = |bit: u32| bits & (1 << bit) != 0;
        for namespaces in [Namespaces::None, Namespaces::User, Namespaces::Direct] {
            for landlock in [0, 1, 3, 4, 6, 9] {
                host_features.push(HostFeatures {
                    namespaces,
                    proc: namespaces != Namespaces::None && has(0),
                    landlock,
                    seccomp: has(1),
                    uids: has(2).then_some(Uids { first: 1, count: 1 }),
                    cgroups: Cgroups {
                        memory: group().filter(|_| has(3)),
                        pids: group().filter(|_| has(4)),
                        freezer: group().filter(|_| has(5)),
                        cpu: None,
                    },
                });
            }
        }
    }
    host_features
}

fn kept(means: &HostFeatures) -> Vec<Guarantee> {
    let all = guarantees(means).into_iter().filter(|entry| entry.kept);
    all.map(|entry| entry.promise).collect()
}

fn lost(means: &HostFeatures) -> Vec<Guarantee> {
    broken_guarantees(means, Waivers::default())
        .into_iter()
        .map(|e| e.promise)
        .collect()
}

/// Features of a machine with everything that root can have, except control groups.
fn root() -> HostFeatures {
    HostFeatures {
        namespaces: Namespaces::Direct,
        proc: true,
        landlock: 7,
        seccomp: true,
        uids: Some(Uids { first: 1, count: 1 }),
        cgroups: memory(),
    }
}

/// Control groups that bound memory alone.
fn memory() -> Cgroups {
    Cgroups {
        memory: group(),
        ..Cgroups::default()
    }
}

fn user() -> HostFeatures {
    HostFeatures {
        namespaces: Namespaces::User,
        uids: None,
        ..root()
    }
}

#[test]
fn each_combination_says_what_enforces_or_what_is_missing() {
    for means in all() {
        for entry in guarantees(&means) {
            let is_explained = !entry.by.is_empty() || !entry.kept;
            assert!(is_explained, "{entry:?} of {means:?}");
            assert_eq!(entry.kept, entry.get.is_empty(), "{entry:?} of {means:?}");
        }
    }
}

#[test]
fn what_is_told_to_be_missing_is_enough() {
    for means in all() {
        for entry in broken_guarantees(&means, Waivers::default()) {
            let add = |means, get: &Remedy| get.what.added(&means);
            let enough = |get: &[Remedy]| {
                let more = get.iter().fold(means.clone(), add);
                kept(&more).contains(&entry.promise)
            };
            let parts = entry.get.chunks(1).map(enough);
            let parts: Vec<bool> = parts.collect();
            assert!(enough(&entry.get), "{entry:?} of {means:?}");
            let expected = vec![!entry.together; parts.len()];
            assert_eq!(parts, expected, "{entry:?} of {means:?}");
        }
    }
}

#[test]
fn more_means_keep_no_less() {
    for means in all() {
        let before = kept(&means);
        for need in [
            Requirement::Landlock,
            Requirement::Seccomp,
            Requirement::Cgroups,
            Requirement::Proc,
        ] {
            let after = kept(&need.added(&means));
            let same = before.iter().all(|promise| after.contains(promise));
            assert!(same, "{need:?} to {means:?}");
        }
    }
}

#[test]
fn root_and_user_keep_everything_where_a_group_bounds_memory() {
    for means in [root(), user()] {
        assert_eq!(lost(&means), []);
        let without = HostFeatures {
            cgroups: Cgroups::default(),
            ..means
        };
        assert_eq!(lost(&without), [Guarantee::Memory]);
    }
}

#[test]
fn a_run_gives_up_what_its_settings_say() {
    let lost = |waivers| broken_guarantees(&root(), waivers);
    for (waivers, promise, what) in [
        (
            Waivers {
                files: true,
                ..Waivers::default()
            },
            Guarantee::Files,
            Requirement::Consent,
        ),
        (
            Waivers {
                cores: true,
                ..Waivers::default()
            },
            Guarantee::Cpu,
            Requirement::Pinning,
        ),
        (
            Waivers {
                idle: true,
                ..Waivers::default()
            },
            Guarantee::Idle,
            Requirement::Suspension,
        ),
    ] {
        let [entry] = &lost(waivers)[..] else {
            panic!("{waivers:?}: {:?}", lost(waivers));
        };
        assert_eq!((entry.promise, entry.get[0].what), (promise, what));
    }
}

#[test]
fn without_namespaces_there_is_no_scratch_folder() {
    let means = HostFeatures {
        namespaces: Namespaces::None,
        proc: false,
        ..root()
    };
    assert_eq!(lost(&means), [Guarantee::Scratch]);
    let means = HostFeatures {
        uids: None,
        ..means
    };
    assert_eq!(lost(&means), [Guarantee::Scratch, Guarantee::Processes]);
    let means = HostFeatures {
        cgroups: Cgroups {
            pids: group(),
            ..memory()
        },
        ..means
    };
    assert_eq!(lost(&means), [Guarantee::Scratch]);
}

#[test]
fn namespaces_alone_leave_much_open() {
    let means = HostFeatures {
        landlock: 0,
        seccomp: false,
        ..root()
    };
    let open = [
        Guarantee::Network,
        Guarantee::Memory,
        Guarantee::Cpu,
        Guarantee::Privileges,
    ];
    assert_eq!(lost(&means), open);
}

#[test]
fn landlock_alone_keeps_little() {
    let means = HostFeatures {
        landlock: 7,
        ..HostFeatures::default()
    };
    let keeps = [
        Guarantee::Outside,
        Guarantee::Descriptors,
        Guarantee::Output,
        Guarantee::Terminal,
        Guarantee::Environment,
        Guarantee::Idle,
    ];
    assert_eq!(kept(&means), keeps);
}

#[test]
fn without_a_jail_the_reader_and_the_environment_are_left() {
    assert_eq!(
        kept(&HostFeatures::default()),
        [Guarantee::Output, Guarantee::Environment]
    );
    assert_eq!(
        kept(&HostFeatures::default()).len()
            + broken_guarantees(&HostFeatures::default(), Waivers::default()).len(),
        15
    );
}

#[test]
fn root_needs_users_for_its_bots() {
    let means = HostFeatures {
        uids: None,
        ..root()
    };
    assert_eq!(lost(&means), [Guarantee::Processes, Guarantee::Sharing]);
    let ways = |index: usize| -> Vec<Requirement> {
        let entry = &broken_guarantees(&means, Waivers::default())[index];
        entry.get.iter().map(|get| get.what).collect()
    };
    assert_eq!(ways(0), [Requirement::Cgroups, Requirement::Users]);
    assert_eq!(ways(1), [Requirement::Users]);
}

#[test]
fn who_stands_still_must_be_seen_to() {
    let blind = HostFeatures {
        proc: false,
        ..user()
    };
    assert_eq!(lost(&blind), [Guarantee::Idle]);
    let frozen = HostFeatures {
        cgroups: Cgroups {
            freezer: group(),
            ..memory()
        },
        ..blind
    };
    assert_eq!(lost(&frozen), []);
}

#[test]
fn old_landlock_needs_the_filter_or_a_user() {
    let means = |landlock, seccomp, uids: bool| HostFeatures {
        namespaces: Namespaces::None,
        proc: false,
        landlock,
        seccomp,
        uids: uids.then_some(Uids { first: 1, count: 1 }),
        cgroups: Cgroups::default(),
    };
    let files = |means: &HostFeatures| kept(means).contains(&Guarantee::Files);
    assert!(files(&means(1, true, false)));
    assert!(!files(&means(7, false, false)));
    assert!(files(&means(3, false, true)));
    assert!(!files(&means(1, false, true)));
    let signals = |means: &HostFeatures| kept(means).contains(&Guarantee::Outside);
    assert!(signals(&means(1, true, false)));
    assert!(signals(&means(6, false, false)));
    assert!(!signals(&means(5, false, false)));
}

#[test]
fn words_are_distinct_and_short() {
    let mut words: Vec<&str> = Guarantee::ALL
        .iter()
        .map(|promise| promise.label())
        .collect();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), Guarantee::ALL.len());
    assert!(Guarantee::ALL.iter().all(|p| p.says().len() <= 35));
}
