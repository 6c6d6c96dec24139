//! What is left behind: processes, mounts, cgroups, temporary folders.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::ground::Ground;

/// Folders in which something temporary may be left.
const TEMPORARY: [&str; 6] = [
    "/tmp",
    "/var/tmp",
    "/dev/shm",
    "/run",
    "/run/lock",
    "/var/run",
];

/// What there was before.
pub struct Before(BTreeSet<String>);

impl Before {
    pub fn now() -> Before {
        Before(places())
    }

    /// What is left of a run, once it had some time to go.
    pub fn left(&self, ground: &Ground, patience: Duration) -> Vec<String> {
        let deadline = Instant::now() + patience;
        loop {
            let mut left = processes(ground);
            left.extend(
                places()
                    .difference(&self.0)
                    .filter(|place| !is_anothers(place))
                    .cloned(),
            );
            if left.is_empty() || Instant::now() > deadline {
                return left;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Mounts, cgroups and temporary folders that have to do with a referee.
fn places() -> BTreeSet<String> {
    let mounts = fs::read_to_string("/proc/self/mounts").unwrap_or_default();
    let mut places: BTreeSet<String> = mounts
        .lines()
        .filter(|line| {
            ["referee", "zoo"]
                .iter()
                .any(|marker| line.contains(marker))
        })
        .map(|line| format!("mount {line}"))
        .collect();
    for folder in TEMPORARY {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        places.extend(
            names
                .filter(|name| name.starts_with("referee"))
                .map(|name| format!("{folder}/{name}")),
        );
    }
    cgroups(Path::new("/sys/fs/cgroup"), 0, &mut places);
    places
}

fn cgroups(folder: &Path, depth: usize, places: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if depth > 6 || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        if path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().contains("referee"))
        {
            places.insert(path.display().to_string());
        }
        cgroups(&path, depth + 1, places);
    }
}

/// Whether a place belongs to another run that lives: its name holds the run's process id.
fn is_anothers(place: &str) -> bool {
    let numbers = place
        .split(|c: char| !c.is_ascii_digit())
        .filter(|n| n.len() > 1);
    numbers.filter_map(|n| n.parse().ok()).any(|pid: u32| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains("referee")
    })
}

/// The processes that belong to a ground: by their program, their arguments, environment, folder or user.
pub fn processes(ground: &Ground) -> Vec<String> {
    let folder = ground.path().to_string_lossy().into_owned();
    let is_own = |pid: &PathBuf| {
        let read = |name: &str| {
            String::from_utf8_lossy(&fs::read(pid.join(name)).unwrap_or_default()).into_owned()
        };
        let link = |name: &str| {
            fs::read_link(pid.join(name))
                .map(|l| l.to_string_lossy().into_owned())
                .unwrap_or_default()
        };
        let line = read("cmdline");
        if line.contains("zoo-canary") || line.is_empty() {
            return false;
        }
        let uid = fs::metadata(pid).map(|data| data.uid()).ok();
        line.contains(&ground.tag)
            || [line, read("environ"), link("exe"), link("cwd")]
                .iter()
                .any(|text| text.contains(&folder))
            || (uid.is_some() && uid == ground.uid())
    };
    let all = fs::read_dir("/proc")
        .expect("Linux")
        .flatten()
        .map(|entry| entry.path());
    let all = all.filter(|path| {
        path.file_name()
            .is_some_and(|n| n.to_string_lossy().bytes().all(|b| b.is_ascii_digit()))
    });
    let describe = |pid: PathBuf| {
        let line = fs::read(pid.join("cmdline")).unwrap_or_default();
        format!(
            "process {} {}",
            pid.display(),
            String::from_utf8_lossy(&line).replace('\0', " ")
        )
    };
    all.filter(is_own).map(describe).collect()
}
