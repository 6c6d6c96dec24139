//! A CPU quota on the referee's own control group, or on one above it, such as a container has
//! (`docker run --cpus`): what it allows, and for how long it has stopped the group.

use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

use super::files;
use super::hierarchy::{Hierarchy, hierarchies};

/// The quotas that bind this process.
#[derive(Debug)]
pub struct CpuQuota {
    groups: Vec<GroupQuota>,
}

/// The quota of one group.
#[derive(Debug)]
struct GroupQuota {
    /// CPU time of all cores together in each period.
    quota: Duration,
    period: Duration,
    /// The group's open `cpu.stat`.
    stat: File,
}

impl CpuQuota {
    /// Finds the quotas of this process's groups, as far up as they can be seen; `None` if there are none.
    pub fn find() -> Option<CpuQuota> {
        let has_cpu =
            |it: &Hierarchy| it.unified || it.controllers.iter().any(|name| name == "cpu");
        let all = hierarchies();
        let groups = all.iter().filter(|it| has_cpu(it)).flat_map(|hierarchy| {
            let read = |folder| GroupQuota::read(folder, hierarchy.unified);
            hierarchy.upwards().filter_map(read).collect::<Vec<_>>()
        });
        let groups: Vec<GroupQuota> = groups.collect();
        (!groups.is_empty()).then_some(CpuQuota { groups })
    }

    /// Returns the CPU time of all cores together that the tightest quota allows, and the period for which it does.
    pub fn tightest(&self) -> (Duration, Duration) {
        let share = |it: &&GroupQuota| it.quota.as_secs_f64() / it.period.as_secs_f64();
        let tightest = self
            .groups
            .iter()
            .min_by(|a, b| share(a).total_cmp(&share(b)));
        tightest.map_or_else(Default::default, |it| (it.quota, it.period))
    }

    /// Returns for how long the quotas have stopped the groups so far. Cores are stopped one by one, and their times
    /// are added up; a time is added when it is over.
    pub fn throttled(&self) -> Duration {
        self.groups.iter().filter_map(GroupQuota::throttled).sum()
    }
}

impl GroupQuota {
    /// Reads the quota of a group; `None` if it has none.
    fn read(folder: &Path, unified: bool) -> Option<GroupQuota> {
        let text = |name| fs::read_to_string(folder.join(name)).ok();
        let (quota, period) = if unified {
            parse_max(&text("cpu.max")?)?
        } else {
            // Without a quota it is -1.
            (
                files::number(&text("cpu.cfs_quota_us")?)?,
                files::number(&text("cpu.cfs_period_us")?)?,
            )
        };
        Some(GroupQuota {
            quota: Duration::from_micros(quota),
            period: Duration::from_micros(period.max(1)),
            stat: File::open(folder.join("cpu.stat")).ok()?,
        })
    }

    fn throttled(&self) -> Option<Duration> {
        throttled(&files::text(&self.stat).ok()?)
    }
}

/// Parses `QUOTA PERIOD`, in microseconds; `None` for `max PERIOD`, which is no quota.
fn parse_max(text: &str) -> Option<(u64, u64)> {
    let (quota, period) = text.trim().split_once(' ')?;
    Some((files::number(quota)?, files::number(period)?))
}

/// Reads the time from a `cpu.stat` of version 2, or of version 1.
fn throttled(stat: &str) -> Option<Duration> {
    let new = files::value(stat, "throttled_usec").map(Duration::from_micros);
    new.or_else(|| files::value(stat, "throttled_time").map(Duration::from_nanos))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotas_of_both_versions_are_read() {
        assert_eq!(parse_max("50000 200000\n"), Some((50_000, 200_000)));
        assert_eq!(parse_max("max 100000\n"), None);
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            fs::write(folder.path().join(name), text).expect("written");
        };
        write(
            "cpu.stat",
            "nr_periods 9\nnr_throttled 4\nthrottled_time 1500000\n",
        );
        write("cpu.cfs_quota_us", "-1\n");
        write("cpu.cfs_period_us", "100000\n");
        assert!(GroupQuota::read(folder.path(), false).is_none());
        write("cpu.cfs_quota_us", "30000\n");
        write("cpu.max", "60000 100000\n");
        for (unified, quota) in [(false, 30), (true, 60)] {
            let group = GroupQuota::read(folder.path(), unified).expect("a quota");
            assert_eq!(group.quota, Duration::from_millis(quota));
            assert_eq!(group.period, Duration::from_millis(100));
            assert_eq!(group.throttled(), Some(Duration::from_micros(1500)));
        }
        assert_eq!(
            throttled("usage_usec 3\nthrottled_usec 1500\n"),
            Some(Duration::from_micros(1500))
        );
    }
}
