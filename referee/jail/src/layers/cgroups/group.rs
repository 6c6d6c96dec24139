//! The control groups of one bot.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::{Freezer, PREFIX, clear, files, settle, v1, v2};
use crate::{Cgroups, Controller, ResourceLimits};

/// Longest time that a dropped group waits for its processes to end; the next sweep removes what is left.
const PATIENCE: Duration = Duration::from_secs(5);
/// Attempts to make a run's folder, which another group of the run may remove as it ends.
const ATTEMPTS: usize = 100;

/// The control groups of one bot; dropping this kills the processes in them and removes the groups.
pub struct ControlGroups {
    places: Vec<Controller>,
    memory: Option<Controller>,
    pids: Option<Controller>,
    freezer: Option<Freezer>,
    cpu: Option<(File, bool)>,
}

impl ControlGroups {
    /// Makes a bot's groups, still without limits, for every resource that the machine offers; the number must be
    /// new.
    pub fn make(cgroups: &Cgroups, mark: &str, number: u64) -> io::Result<Self> {
        let run = format!("{PREFIX}{mark}");
        let place = |it: &Controller| Controller {
            folder: it.folder.join(&run).join(number.to_string()),
            unified: it.unified,
        };
        let mut group = Self {
            places: Vec::new(),
            memory: cgroups.memory.as_ref().map(place),
            pids: cgroups.pids.as_ref().map(place),
            freezer: None,
            cpu: None,
        };
        for base in distinct(cgroups) {
            make_folder(base, &run, number, &controllers(cgroups, base))?;
            group.places.push(place(base));
        }
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

    /// Sets the limits of a group, which nobody has entered.
    pub fn bound(&self, bounds: &ResourceLimits) -> io::Result<()> {
        match &self.memory {
            Some(it) if it.unified => v2::bound_memory(&it.folder, bounds.memory)?,
            Some(it) => v1::bound_memory(&it.folder, bounds.memory)?,
            None => {}
        }
        let Some(pids) = &self.pids else {
            return Ok(());
        };
        files::write(&pids.folder.join("pids.max"), &bounds.processes.to_string())
    }

    /// Returns the files into each of which a process of one thread writes `0` to enter, before it starts
    /// anything. A process without rights to the group can use files that the group's maker has opened.
    pub fn doors(&self) -> Vec<PathBuf> {
        // Before version 2, `cgroup.procs` waits for milliseconds until no process anywhere is being forked;
        // `tasks` moves one thread and waits for nobody.
        let door = |place: &Controller| {
            let file = if place.unified {
                "cgroup.procs"
            } else {
                "tasks"
            };
            place.folder.join(file)
        };
        self.places.iter().map(door).collect()
    }

    /// Stops all processes in the group, and waits until they have stopped. Returns false if the deadline
    /// passed first; they still stop afterwards, unless the group is thawed.
    pub fn freeze(&self, deadline: Instant) -> io::Result<bool> {
        self.freezer()?.freeze(deadline)
    }

    /// Lets all processes in the group continue.
    pub fn thaw(&self) -> io::Result<()> {
        self.freezer()?.thaw()
    }

    /// Returns true if the group can be frozen.
    pub fn freezes(&self) -> bool {
        self.freezer.is_some()
    }

    fn freezer(&self) -> io::Result<&Freezer> {
        self.freezer
            .as_ref()
            .ok_or_else(|| missing("freezes a group"))
    }

    /// Returns the CPU time of all processes that were ever in the group, in nanoseconds.
    pub fn cpu_ns(&self) -> io::Result<u64> {
        match &self.cpu {
            Some((stat, true)) => v2::cpu_ns(stat),
            Some((usage, false)) => v1::cpu_ns(usage),
            None => Err(missing("counts a group's CPU time")),
        }
    }

    /// Returns the peak memory use in bytes; `None` where the kernel does not report it.
    pub fn memory_peak(&self) -> Option<u64> {
        let memory = self.memory.as_ref()?;
        if memory.unified {
            return v2::memory_peak(&memory.folder);
        }
        v1::memory_peak(&memory.folder)
    }

    /// Returns how many processes were killed because the group's memory was used up.
    pub fn oom_kills(&self) -> io::Result<u64> {
        match &self.memory {
            Some(it) if it.unified => v2::oom_kills(&it.folder),
            Some(it) => v1::oom_kills(&it.folder),
            None => Err(missing("bounds a group's memory")),
        }
    }

    /// Returns whether a process of the group couldn't start another process or thread because of the group's limit;
    /// `None` where the kernel does not report it. The file is the same in both versions.
    pub fn refused_processes(&self) -> Option<bool> {
        let events = self.pids.as_ref()?.folder.join("pids.events");
        let times = files::value(&fs::read_to_string(events).ok()?, "max")?;
        Some(times > 0)
    }

    /// Kills all processes in the group, frozen or not; they may take a moment to end.
    pub fn kill(&self) -> io::Result<()> {
        // All of them, whatever comes of one: a process frozen in one hierarchy of version 1 leaves no other.
        let killed: Vec<_> = self.places.iter().map(clear::kill).collect();
        killed.into_iter().collect()
    }
}

impl Drop for ControlGroups {
    fn drop(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        let is_busy = |place: &Controller| fs::remove_dir(&place.folder).is_err();
        if self.places.iter().any(is_busy) {
            let _ = self.kill();
        }
        for place in &self.places {
            let _ = clear::remove(place, deadline);
            if let Some(run) = place.folder.parent() {
                // Succeeds only for the last group of the run, when the folder is empty.
                let _ = fs::remove_dir(run);
            }
        }
    }
}

/// Lists every folder once.
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

/// Lists the controllers that must be enabled in a folder of version 2; freezing and counting CPU time need
/// none.
fn controllers(cgroups: &Cgroups, base: &Controller) -> Vec<&'static str> {
    let is_here = |it: &Option<Controller>| base.unified && it.as_ref() == Some(base);
    let named = [(&cgroups.memory, "memory"), (&cgroups.pids, "pids")];
    named
        .into_iter()
        .filter_map(|(it, name)| is_here(it).then_some(name))
        .collect()
}

/// Makes the folder `referee-MARK/NUMBER`.
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

/// Returns true if a folder was removed between two steps.
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
