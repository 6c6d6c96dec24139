//! Finds the hierarchies of control groups, and this process's group in each of them.
//!
//! Version 2 has one hierarchy; version 1 has one for each controller or for a few of them. Hybrid machines
//! have both, and a process has a separate path in each.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// One hierarchy of control groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hierarchy {
    /// The folder of the topmost group that is visible.
    pub(super) top: PathBuf,
    /// The folder of this process's own group.
    pub(super) own_group: PathBuf,
    /// The controllers of version 1; empty for version 2, whose groups list them in their own files.
    pub(super) controllers: Vec<String>,
    /// True for version 2.
    pub(super) unified: bool,
}

impl Hierarchy {
    /// Returns the folder of this process's own group, the one above it, and so on up to the topmost.
    pub(super) fn upwards(&self) -> impl Iterator<Item = &Path> {
        self.own_group
            .ancestors()
            .take_while(|folder| folder.starts_with(&self.top))
    }
}

/// Returns the hierarchies of this machine in which this process's own group is visible.
pub(super) fn hierarchies() -> Vec<Hierarchy> {
    let text = |path| fs::read_to_string(path).unwrap_or_default();
    let mut all = parse(&text("/proc/self/mountinfo"), &text("/proc/self/cgroup"));
    all.retain(|hierarchy| hierarchy.own_group.is_dir());
    all
}

fn parse(mounts: &str, groups: &str) -> Vec<Hierarchy> {
    mounts
        .lines()
        .filter_map(|line| hierarchy(line, groups))
        .collect()
}

/// Parses a line of mountinfo: `38 31 0:38 ROOT MOUNT OPTIONS [TAG…] - TYPE SOURCE OPTIONS`.
fn hierarchy(mount: &str, groups: &str) -> Option<Hierarchy> {
    let (place, kind) = mount.split_once(" - ")?;
    let mut place = place.split(' ').skip(3);
    let (root, top) = (unescape(place.next()?), unescape(place.next()?));
    let mut kind = kind.split(' ');
    let unified = match kind.next()? {
        "cgroup2" => true,
        "cgroup" => false,
        _ => return None,
    };
    let options: Vec<&str> = kind.nth(1)?.split(',').collect();
    let (controllers, path) = groups
        .lines()
        .filter_map(membership)
        .find(|(controllers, _)| {
            let is_named = controllers.iter().any(|name| options.contains(name));
            is_named || (unified && controllers.is_empty())
        })?;
    let below = Path::new(path).strip_prefix(root).ok()?;
    let visible = below
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    visible.then(|| Hierarchy {
        own_group: if below.as_os_str().is_empty() {
            PathBuf::from(&top)
        } else {
            Path::new(&top).join(below)
        },
        top: PathBuf::from(top),
        controllers: controllers.into_iter().map(str::to_owned).collect(),
        unified,
    })
}

/// Parses a line of `/proc/PID/cgroup`: `4:memory:/path`, `2:cpu,cpuacct:/path`, `0::/path`.
fn membership(line: &str) -> Option<(Vec<&str>, &str)> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (controllers, path) = (parts.next()?, parts.next()?);
    let controllers = controllers.split(',').filter(|name| !name.is_empty());
    Some((controllers.collect(), path))
}

/// Decodes a path of mountinfo, which writes spaces and the like as a backslash and three octal digits.
fn unescape(text: &str) -> String {
    let mut pieces = text.split('\\');
    let mut whole = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let code = piece.get(..3).and_then(|it| u8::from_str_radix(it, 8).ok());
        if let Some(code) = code {
            whole.push(char::from(code));
            whole.push_str(&piece[3..]);
        } else {
            whole.push('\\');
            whole.push_str(piece);
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owns(mounts: &str, groups: &str) -> Vec<(String, bool)> {
        let text = |it: Hierarchy| (it.own_group.display().to_string(), it.unified);
        parse(mounts, groups).into_iter().map(text).collect()
    }

    #[test]
    fn a_hybrid_machine_has_a_path_for_each_hierarchy() {
        let mounts = "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n\
            33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct\n\
            35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n\
            41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw,nsdelegate\n";
        let groups = "4:memory:/jobs/7\n3:cpu,cpuacct:/\n1:name=systemd:/x\n0::/user:1/a b\n";
        assert_eq!(
            owns(mounts, groups),
            [
                ("/sys/fs/cgroup/cpu,cpuacct".to_owned(), false),
                ("/sys/fs/cgroup/memory/jobs/7".to_owned(), false),
                ("/sys/fs/cgroup/unified/user:1/a b".to_owned(), true),
            ]
        );
    }

    #[test]
    fn a_container_sees_its_own_part() {
        let mounts = "35 31 0:32 /docker/7 /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n";
        let groups = owns(mounts, "4:memory:/docker/7/in\n");
        assert_eq!(groups, [("/sys/fs/cgroup/memory/in".to_owned(), false)]);
    }

    #[test]
    fn a_group_outside_of_what_is_mounted_is_none() {
        let mounts = "35 31 0:32 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
        assert_eq!(owns(mounts, "0::/../neighbour\n"), []);
        let mounts = "35 31 0:32 /docker/7 /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
        assert_eq!(owns(mounts, "0::/docker/8\n"), []);
    }

    #[test]
    fn spaces_in_a_mount_are_written_in_octal() {
        assert_eq!(unescape("/a\\040b\\134c\\x"), "/a b\\c\\x");
    }

    #[test]
    fn upwards_ends_at_the_topmost_group() {
        let mounts = "35 31 0:32 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
        let hierarchy = &parse(mounts, "0::/a/b\n")[0];
        let folders: Vec<&Path> = hierarchy.upwards().collect();
        assert_eq!(folders.len(), 3);
        assert_eq!(folders[2], Path::new("/sys/fs/cgroup"));
    }
}
