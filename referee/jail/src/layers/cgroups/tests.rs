use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rustix::process::geteuid;

use super::hierarchy::hierarchies;
use super::*;
use crate::processes::tests::{ready, shell};
use crate::{Cgroups, ResourceLimits};

const LONG: Duration = Duration::from_mins(1);
const MIB: u64 = 1 << 20;
const BOUNDS: ResourceLimits = ResourceLimits {
    memory: 64 * MIB,
    processes: 8,
    files: 64,
    scratch: 0,
    file: 0,
};
/// Environment variable with the folder that the test of delegation gives to another user.
const DELEGATED: &str = "REFEREE_TEST_DELEGATED";

/// Returns a mark that no other test has. It names this process as a live run, so no referee on this machine
/// sweeps it before this process has ended.
fn mark() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    let (_, fields) = stat.rsplit_once(')').unwrap();
    let since = fields.split_ascii_whitespace().nth(19).unwrap();
    let namespace = fs::metadata("/proc/self/ns/pid").unwrap().ino();
    format!("{namespace}-{}-{since}-{count}", std::process::id())
}

/// Returns all folders of a run, in all hierarchies.
fn folders(mark: &str) -> Vec<PathBuf> {
    fn walk(folder: &Path, name: &str, paths: &mut Vec<PathBuf>) {
        for folder in files::children(folder) {
            walk(&folder, name, paths);
            paths.extend(folder.ends_with(name).then_some(folder));
        }
    }
    let mut paths = Vec::new();
    for hierarchy in hierarchies() {
        walk(&hierarchy.top, &format!("{PREFIX}{mark}"), &mut paths);
    }
    paths
}

/// Returns the groups available here: once with version 2 preferred, once with version 1 alone.
fn available() -> Vec<Cgroups> {
    let cgroups = find(&mark());
    let old = |name: &str, other: &Option<Controller>| {
        let mut all = hierarchies().into_iter();
        let named = all.find(|it| it.controllers.iter().any(|it| it == name));
        let place = named.map(|it| Controller {
            folder: it.own_group,
            unified: false,
        });
        place.filter(|_| other.is_some())
    };
    let first = Cgroups {
        memory: old("memory", &cgroups.memory),
        pids: old("pids", &cgroups.pids),
        freezer: old("freezer", &cgroups.freezer),
        cpu: old("cpuacct", &cgroups.cpu),
    };
    let is_able = |it: &Cgroups| it.freezer.is_some() && it.cpu.is_some();
    let mut all = vec![cgroups, first];
    all.dedup();
    all.retain(is_able);
    if all.is_empty() {
        eprintln!("skipped: no control group that freezes can be made here");
    }
    all
}

/// Makes groups with limits.
fn made(cgroups: &Cgroups, mark: &str, number: u64) -> ControlGroups {
    let group = ControlGroups::make(cgroups, mark, number).unwrap();
    group.bound(&BOUNDS).unwrap();
    group
}

/// Runs a script in a group, and waits until it prints its first line.
fn run(group: &ControlGroups, script: &str) -> Child {
    let mut enter = String::new();
    for door in group.doors() {
        enter += &format!("echo 0 > '{}' || exit 99; ", door.display());
    }
    let mut child = shell(&format!("{enter}{script}"));
    ready(&mut child);
    child
}

fn soon() -> Instant {
    Instant::now() + LONG
}

/// Returns the CPU time used in 50 ms, in nanoseconds.
fn used(group: &ControlGroups) -> u64 {
    let before = group.cpu_ns().unwrap();
    std::thread::sleep(Duration::from_millis(50));
    group.cpu_ns().unwrap() - before
}

#[test]
fn finding_leaves_nothing() {
    let mark = mark();
    let cgroups = find(&mark);
    assert_eq!(folders(&mark), Vec::<PathBuf>::new());
    assert_eq!(cgroups, find(&mark));
}

#[test]
fn frozen_processes_use_no_time_and_go_on() {
    for cgroups in available() {
        let group = made(&cgroups, &mark(), 1);
        let mut child = run(
            &group,
            "(while :; do :; done) & (while :; do :; done) & echo; read line",
        );
        assert!(used(&group) > 0);
        for _ in 0..20 {
            assert!(group.freeze(soon()).unwrap());
            assert!(group.freeze(soon()).unwrap());
            // A task counts as frozen a moment before it gives up its core, and on a busy machine that may last.
            assert!((0..20).any(|_| used(&group) < 1_000_000));
            group.thaw().unwrap();
        }
        assert!(used(&group) > 0);
        drop(group);
        assert!(!child.wait().unwrap().success());
    }
}

#[test]
fn an_empty_group_freezes() {
    for cgroups in available() {
        let group = made(&cgroups, &mark(), 1);
        assert!(group.freeze(soon()).unwrap());
        group.thaw().unwrap();
        assert_eq!(group.cpu_ns().unwrap(), 0);
    }
}

#[test]
fn the_end_takes_all_that_was_started() {
    for cgroups in available() {
        for frozen in [false, true] {
            let mark = mark();
            let first = made(&cgroups, &mark, 1);
            let second = made(&cgroups, &mark, 2);
            let mut child = run(
                &first,
                "setsid sh -c 'sleep 1000 & sleep 1000 &'; echo; exec sleep 1000",
            );
            if frozen {
                first.freeze(soon()).unwrap();
            }
            drop(first);
            assert!(!child.wait().unwrap().success());
            assert!(!folders(&mark).is_empty());
            drop(second);
            assert_eq!(folders(&mark), Vec::<PathBuf>::new());
        }
    }
}

#[test]
fn killed_processes_leave_a_group_that_can_be_used() {
    for cgroups in available() {
        let group = made(&cgroups, &mark(), 1);
        for _ in 0..3 {
            let mut child = run(&group, "echo; exec sleep 1000");
            group.kill().unwrap();
            assert!(!child.wait().unwrap().success());
        }
    }
}

#[test]
fn memory_ends_at_its_bound() {
    for cgroups in available() {
        if cgroups.memory.is_none() {
            eprintln!("skipped: no control group bounds memory here");
            continue;
        }
        let group = made(&cgroups, &mark(), 1);
        assert_eq!(group.oom_kills().unwrap(), 0);
        let mut child = run(&group, "echo; exec head -c 200M /dev/zero | tail -c 190M");
        assert!(child.wait().is_ok());
        assert!(group.oom_kills().unwrap() > 0);
        let peak = group.memory_peak().unwrap();
        assert!((32 * MIB..=64 * MIB).contains(&peak), "{peak}");
    }
}

#[test]
fn processes_end_at_their_bound() {
    for cgroups in available() {
        if cgroups.pids.is_none() {
            eprintln!("skipped: no control group bounds processes here");
            continue;
        }
        let group = made(&cgroups, &mark(), 1);
        let bomb = "(for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 1000 & done) 2> /dev/null; echo; exec sleep 1000";
        let mut child = run(&group, bomb);
        let doors = group.doors();
        let inside = files::processes(doors[0].parent().unwrap()).unwrap();
        assert!((2..=8).contains(&inside.len()), "{inside:?}");
        assert_eq!(group.refused_processes(), Some(true));
        drop(group);
        let group = made(&cgroups, &mark(), 2);
        assert_eq!(group.refused_processes(), Some(false));
        drop(group);
        child.wait().unwrap();
    }
}

#[test]
fn a_number_serves_once_at_a_time() {
    for cgroups in available() {
        let mark = mark();
        let first = made(&cgroups, &mark, 1);
        let mut child = run(&first, "echo; exec sleep 1000");
        assert!(ControlGroups::make(&cgroups, &mark, 1).is_err());
        assert!(child.try_wait().unwrap().is_none(), "the first was killed");
        drop(first);
        child.wait().unwrap();
        drop(made(&cgroups, &mark, 1));
    }
}

#[test]
fn groups_of_a_run_come_and_go_at_the_same_time() {
    for cgroups in available() {
        let mark = mark();
        std::thread::scope(|scope| {
            for number in 0..4 {
                let (cgroups, mark) = (&cgroups, &mark);
                scope.spawn(move || {
                    for _ in 0..50 {
                        drop(made(cgroups, mark, number));
                    }
                });
            }
        });
        assert_eq!(folders(&mark), Vec::<PathBuf>::new());
    }
}

#[test]
fn nothing_is_made_where_nothing_was_found() {
    let group = made(&Cgroups::default(), &mark(), 1);
    assert!(group.doors().is_empty());
    assert!(group.freeze(soon()).is_err());
    assert!(group.cpu_ns().is_err());
    assert!(group.oom_kills().is_err());
    assert_eq!(group.memory_peak(), None);
    group.kill().unwrap();
}

#[test]
fn leftovers_of_the_dead_are_swept() {
    for cgroups in available() {
        let (dead, alive) = (mark(), mark());
        let kept = made(&cgroups, &alive, 1);
        let lost = made(&cgroups, &dead, 1);
        let mut child = run(&lost, "sleep 1000 & echo; exec sleep 1000");
        lost.freeze(soon()).unwrap();
        std::mem::forget(lost);
        assert!(sweep_cgroups(|mark| mark != dead) > 0);
        assert!(!child.wait().unwrap().success());
        assert_eq!(folders(&dead), Vec::<PathBuf>::new());
        assert!(!folders(&alive).is_empty());
        drop(kept);
    }
}

/// A folder of version 2 that belongs to a user.
struct Delegated(PathBuf);

impl Delegated {
    fn make(top: &Path, user: u32) -> Self {
        let folder = top.join(format!("delegated-{}", mark()));
        fs::create_dir(&folder).unwrap();
        chown(&folder, Some(user), None).unwrap();
        for file in ["cgroup.procs", "cgroup.subtree_control", "cgroup.threads"] {
            chown(folder.join(file), Some(user), None).unwrap();
        }
        Self(folder)
    }
}

impl Drop for Delegated {
    fn drop(&mut self) {
        let group = Controller {
            folder: self.0.clone(),
            unified: true,
        };
        clear::remove_all(&group, soon()).unwrap();
    }
}

#[test]
fn a_user_uses_what_was_delegated() {
    let unified = hierarchies().into_iter().find(|it| it.unified);
    let Some(hierarchy) = unified.filter(|_| geteuid().is_root()) else {
        eprintln!("skipped: only root can delegate a folder, of the second version");
        return;
    };
    let user = 62_000 + std::process::id() % 1000;
    let delegated = Delegated::make(&hierarchy.top, user);
    let copy = std::env::temp_dir().join(format!("referee-jail-{}", mark()));
    fs::copy("/proc/self/exe", &copy).unwrap();
    chown(&copy, Some(user), None).unwrap();
    let script = "echo 0 > $1/cgroup.procs && shift && exec setpriv --reuid \"$@\"";
    let output = Command::new("/bin/sh")
        .args(["-c", script, "sh"])
        .arg(&delegated.0)
        .args([&user.to_string(), "--clear-groups"])
        .arg(&copy)
        .args([
            "--exact",
            "layers::cgroups::tests::in_a_delegated_folder",
            "--nocapture",
        ])
        .env(DELEGATED, &delegated.0)
        .current_dir("/")
        .output();
    fs::remove_file(&copy).unwrap();
    let output = output.unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("1 passed"), "{text}");
    eprintln!("{text}");
}

/// Part of the test above that runs as the other user.
#[test]
fn in_a_delegated_folder() {
    let Some(folder) = std::env::var_os(DELEGATED).map(PathBuf::from) else {
        eprintln!("skipped: runs only as a part of another test");
        return;
    };
    let cgroups = find(&mark());
    for place in [&cgroups.freezer, &cgroups.cpu] {
        assert_eq!(place.as_ref().unwrap().folder, folder);
    }
    let group = made(&cgroups, &mark(), 1);
    let mut child = run(&group, "(while :; do :; done) & echo; read line");
    assert!(group.freeze(soon()).unwrap());
    assert_eq!(used(&group), 0);
    drop(group);
    child.wait().unwrap();
    shares_out(&folder, &cgroups);
    assert_eq!(files::children(&folder), Vec::<PathBuf>::new());
}

/// The watchdog sweeps the groups of its own run at the end, when it and the referee may be in one of them.
#[test]
fn a_sweep_ends_no_referee_that_has_moved() {
    let unified = hierarchies().into_iter().find(|it| it.unified);
    let Some(base) = unified.map(|it| it.own_group) else {
        eprintln!("skipped: there are no groups of the second version here");
        return;
    };
    let mark = mark();
    let run = base.join(format!("{PREFIX}{mark}"));
    if fs::create_dir(&run).is_err() {
        eprintln!("skipped: no group can be made here");
        return;
    }
    let enter = |group: &Path| {
        fs::create_dir(group).unwrap();
        let door = group.join("cgroup.procs");
        let mut child = shell(&format!("echo 0 > '{}'; echo; read line", door.display()));
        ready(&mut child);
        child
    };
    let mut referee = enter(&run.join(settle::SEAT));
    let mut bot = enter(&run.join("7"));
    assert_eq!(sweep_cgroups(|other| other != mark), 1);
    assert_eq!(folders(&mark), Vec::<PathBuf>::new());
    assert!(!bot.wait().unwrap().success());
    assert_eq!(referee.try_wait().unwrap(), None);
    let processes = files::processes(&base).unwrap();
    assert!(processes.contains(&Some(rustix::process::Pid::from_child(&referee))));
    drop(referee.stdin.take());
    referee.wait().unwrap();
}

/// Checks that the process moves out of its own group, so that controllers can be enabled, and back.
fn shares_out(folder: &Path, cgroups: &Cgroups) {
    let list = fs::read_to_string(folder.join("cgroup.controllers")).unwrap();
    let Some(controller) = list.split_ascii_whitespace().next() else {
        eprintln!("skipped: no controller of the second version can be had here");
        return;
    };
    let mark = mark();
    let run = folder.join(format!("{PREFIX}{mark}"));
    assert!(v2::enable(folder, &[controller]).is_err());
    settle::enable(folder, &run, &[controller]).unwrap();
    settle::enable(folder, &run, &[controller]).unwrap();
    assert!(files::lists(
        &folder.join("cgroup.subtree_control"),
        controller
    ));
    assert!(files::lists(&run.join("cgroup.controllers"), controller));
    assert_eq!(files::processes(folder).unwrap(), []);
    leave(cgroups, &mark);
    assert_eq!(files::processes(folder).unwrap().len(), 1);
    assert!(!files::lists(
        &folder.join("cgroup.subtree_control"),
        controller
    ));
    eprintln!("shared out: {controller}");
}
