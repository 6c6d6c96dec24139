//! The groups of one bot.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::{Freezer, PREFIX, clear, files, settle, v1, v2};
use crate::{Cgroups, Controller, ResourceLimits};

/// How long a group that is dropped waits for its processes to end; what is left then is for the
/// next sweep.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often a run's folder is made anew, which the end of another of its groups may just remove.
const ATTEMPTS: usize = 100;

/// The groups of one bot: what is in them is killed, and they are removed, when this is dropped.
pub struct ControlGroups {
    places: Vec<Controller>,
    memory: Option<Controller>,
    freezer: Option<Freezer>,
    cpu: Option<(File, bool)>,
}

impl ControlGroups {
    /// Makes a bot's groups, bounded, wherever the machine has them; the number must be new.
    pub fn make(
        cgroups: &Cgroups,
        mark: &str,
        number: u64,
        bounds: &ResourceLimits,
    ) -> io::Result<Self> {
        let run = format!("{PREFIX}{mark}");
        let place = |it: &Controller| Controller {
            folder: it.folder.join(&run).join(number.to_string()),
            unified: it.unified,
        };
        let mut group = Self {
            places: Vec::new(),
            memory: cgroups.memory.as_ref().map(place),
            freezer: None,
            cpu: None,
        };
        for base in distinct(cgroups) {
            make_folder(base, &run, number, &controllers(cgroups, base))?;
            group.places.push(place(base));
        }
        group.bound(cgroups.pids.as_ref().map(place).as_ref(), bounds)?;
        group.freezer = cgroups
            .freezer
            .as_ref()
            .map(place)
            .as_ref()
            .map(Freezer::open)
            .transpose()?;
        group.cpu = cgroups
            .cpu
            .as_ref()
            .map(place)
            .as_ref()
            .map(clock)
            .transpose()?;
        Ok(group)
    }

    fn bound(&self, pids: Option<&Controller>, bounds: &ResourceLimits) -> io::Result<()> {
        match &self.memory {
            Some(it) if it.unified => v2::bound_memory(&it.folder, bounds.memory)?,
            Some(it) => v1::bound_memory(&it.folder, bounds.memory)?,
            None => {}
        }
        let Some(pids) = pids else { return Ok(()) };
        files::write(&pids.folder.join("pids.max"), &bounds.processes.to_string())
    }

    /// The files into each of which a process writes `0` to get in, before it starts anything; files
    /// that were opened by who made the group serve those who have no rights to it.
    pub fn doors(&self) -> Vec<PathBuf> {
        let door = |place: &Controller| place.folder.join("cgroup.procs");
        self.places.iter().map(door).collect()
    }

    /// Stops all that is in the group, and waits until it has stopped; false: it hasn't in time, but
    /// will, if it isn't thawed.
    pub fn freeze(&self, deadline: Instant) -> io::Result<bool> {
        self.freezer()?.freeze(deadline)
    }

    /// Lets all that is in the group go on.
    pub fn thaw(&self) -> io::Result<()> {
        self.freezer()?.thaw()
    }

    /// Whether the group can be stopped.
    pub fn freezes(&self) -> bool {
        self.freezer.is_some()
    }

    fn freezer(&self) -> io::Result<&Freezer> {
        self.freezer
            .as_ref()
            .ok_or_else(|| missing("freezes a group"))
    }

    /// The CPU time of all that was ever in the group, in nanoseconds.
    pub fn cpu_ns(&self) -> io::Result<u64> {
        match &self.cpu {
            Some((stat, true)) => v2::cpu_ns(stat),
            Some((usage, false)) => v1::cpu_ns(usage),
            None => Err(missing("counts a group's CPU time")),
        }
    }

    /// The most memory that was used, in bytes; nothing where that isn't told.
    pub fn memory_peak(&self) -> Option<u64> {
        let memory = self.memory.as_ref()?;
        if memory.unified {
            return v2::memory_peak(&memory.folder);
        }
        v1::memory_peak(&memory.folder)
    }

    /// How many processes were killed because the group's memory was used up.
    pub fn oom_kills(&self) -> io::Result<u64> {
        match &self.memory {
            Some(it) if it.unified => v2::oom_kills(&it.folder),
            Some(it) => v1::oom_kills(&it.folder),
            None => Err(missing("bounds a group's memory")),
        }
    }

    /// Kills all that is in the group, frozen or not; it may take a moment to end.
    pub fn kill(&self) -> io::Result<()> {
        self.places.iter().try_for_each(clear::kill)
    }
}

impl Drop for ControlGroups {
    fn drop(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        let _ = self.kill();
        for place in &self.places {
            let _ = clear::remove(place, deadline);
            if let Some(run) = place.folder.parent() {
                // The last group of the run takes the run's folder with it.
                let _ = fs::remove_dir(run);
            }
        }
    }
}

/// Every folder once.
fn distinct(cgroups: &Cgroups) -> Vec<&Controller> {
    let mut all: Vec<&Controller> = Vec::new();
    let each = [
        &cgroups.memory,
        &cgroups.pids,
        &cgroups.freezer,
        &cgroups.cpu,
    ];
    for base in each.into_iter().flatten() {
        if all.iter().all(|it| it.folder != base.folder) {
            all.push(base);
        }
    }
    all
}

/// The controllers that must be enabled in a folder of the second version; freezing and counting CPU
/// time are there without.
fn controllers(cgroups: &Cgroups, base: &Controller) -> Vec<&'static str> {
    let is_here = |it: &Option<Controller>| base.unified && it.as_ref() == Some(base);
    let named = [(&cgroups.memory, "memory"), (&cgroups.pids, "pids")];
    named
        .into_iter()
        .filter_map(|(it, name)| is_here(it).then_some(name))
        .collect()
}

/// Makes `REFEREE-MARK/NUMBER`.
fn make_folder(base: &Controller, run: &str, number: u64, controllers: &[&str]) -> io::Result<()> {
    let run = base.folder.join(run);
    let mut result = Ok(());
    for _ in 0..ATTEMPTS {
        result = settle::enable(&base.folder, &run, controllers)
            .and_then(|()| make_if_missing(&run))
            .and_then(|()| v2::enable(&run, controllers))
            .and_then(|()| fs::create_dir(run.join(number.to_string())));
        match &result {
            Err(error) if is_gone(error) => {}
            _ => break,
        }
    }
    result
}

/// Whether a folder was removed between two steps.
fn is_gone(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
        || error.raw_os_error() == Some(rustix::io::Errno::NODEV.raw_os_error())
}

fn make_if_missing(folder: &Path) -> io::Result<()> {
    match fs::create_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        done => done,
    }
}

fn clock(place: &Controller) -> io::Result<(File, bool)> {
    let name = if place.unified {
        "cpu.stat"
    } else {
        "cpuacct.usage"
    };
    Ok((File::open(place.folder.join(name))?, place.unified))
}

fn missing(what: &str) -> io::Error {
    let text = format!("nothing on this machine {what}");
    io::Error::new(io::ErrorKind::Unsupported, text)
}
