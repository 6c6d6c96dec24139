//! Bounds what runs may use of a worker's machine, whatever they ask for.

use referee_output::text_layout::count;
use referee_record::{Job, Limits};
use serde::Deserialize;

/// What runs may use of a worker's machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct WorkerBounds {
    /// Games at the same time; as many as the machine can by default.
    pub(crate) concurrency: Option<usize>,
    /// Memory of all bots of all games together, in MiB; by default each bot may use what the machine has.
    pub(crate) memory_mib: Option<u64>,
    /// Files of all bots and their scratch folders together, in MiB; none by default.
    pub(crate) disk_mib: Option<u64>,
    /// Whether bots may run their `fetch` command.
    pub(crate) allow_fetch: bool,
    /// Whether bots may read the paths that they ask for.
    pub(crate) allow_read: bool,
    /// Words by which runs choose their workers.
    pub(crate) tags: Vec<String>,
}

/// Returns the memory of this machine, in MiB.
pub(crate) fn memory_here() -> u64 {
    let system = rustix::system::sysinfo();
    system.totalram.saturating_mul(u64::from(system.mem_unit)) >> 20
}

impl WorkerBounds {
    /// Returns an error if `who`, so many bots or builds, may use more memory or disk, in MiB, than a
    /// run may here; the machine has `here` MiB of memory.
    pub(crate) fn allow(
        &self,
        here: u64,
        (who, many): (&str, u64),
        [memory, disk]: [u64; 2],
    ) -> Result<(), String> {
        let most = self.memory_mib.unwrap_or(here.saturating_mul(many));
        for (key, wanted, most) in [
            ("memory_mib", memory, most),
            ("disk_mib", disk, self.disk_mib.unwrap_or(u64::MAX)),
        ] {
            if wanted > most {
                return Err(format!(
                    "{who} may use {wanted} MiB, and this worker has or gives {most} ({key}); give it more, or fewer \
                     games at a time"
                ));
            }
        }
        Ok(())
    }

    /// Returns an error if a limit of this game is out of range, or if so many games like it at the same time may use
    /// more than a run may here; the files of the bots have `files` bytes, and the machine has `here` MiB of memory.
    pub(crate) fn check(&self, job: &Job, games: u64, files: u64, here: u64) -> Result<(), String> {
        let own = job.seats.iter().filter_map(|seat| seat.limits.as_ref());
        own.chain([&job.limits]).try_for_each(Limits::check)?;
        let sum = |of: fn(&Limits) -> u64| -> u64 {
            let limits = job.seats.iter();
            let limits = limits.map(|seat| of(seat.limits.as_ref().unwrap_or(&job.limits)));
            limits.sum::<u64>().saturating_mul(games)
        };
        let at_once = count(games, "game");
        let who = format!("{at_once} of this run at a time");
        let disk = sum(|limits| limits.scratch_mib).saturating_add(files >> 20);
        let memory = sum(|limits| limits.memory_mib);
        // Where nobody says what a run may use, bots rarely use all that they may.
        let bots = games.saturating_mul(job.seats.len() as u64);
        self.allow(here, (&who, bots), [memory, disk])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::instant_game::job;

    /// Memory of a machine, in MiB.
    const HERE: u64 = 4096;

    #[test]
    fn a_limit_out_of_range_is_refused_without_any_bound() {
        let bounds = WorkerBounds::default();
        let mut task = job(1);
        assert_eq!(bounds.check(&task, 4, 1 << 20, HERE), Ok(()));
        for at_seat in [false, true] {
            let limits = Limits {
                memory_mib: 1 << 63,
                ..task.limits
            };
            task.seats[1].limits = at_seat.then_some(limits);
            if !at_seat {
                task.limits = limits;
            }
            let refused = bounds.check(&task, 1, 0, HERE);
            let refused = refused.expect_err("it is out of range");
            assert!(refused.starts_with("memory_mib = "), "{refused}");
            task = job(1);
        }
    }

    #[test]
    fn a_bot_may_use_what_the_machine_has_unless_the_worker_says_less() {
        let mut task = job(1);
        task.limits.memory_mib = 4096;
        let free = WorkerBounds::default();
        // Four of them rarely use all at the same time.
        assert_eq!(free.check(&task, 4, 0, HERE), Ok(()));
        let strict = WorkerBounds {
            memory_mib: Some(8192),
            ..WorkerBounds::default()
        };
        let refused = strict.check(&task, 4, 0, HERE).expect_err("too much");
        assert!(
            refused.contains("may use 32768 MiB, and this worker has or gives 8192 (memory_mib)")
        );
        task.limits.memory_mib = 4097;
        let refused = free.check(&task, 4, 0, HERE).expect_err("too much");
        assert!(refused.contains("may use 32776 MiB, and this worker has or gives 32768"));
        let little = WorkerBounds {
            disk_mib: Some(1000),
            ..WorkerBounds::default()
        };
        let files = little.check(&job(1), 1, 2000 << 20, HERE);
        assert!(files.is_err_and(|why| why.contains("(disk_mib)")));
    }
}
