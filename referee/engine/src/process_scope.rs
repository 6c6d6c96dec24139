//! What one run owns on the machine, and gives back: its mark on processes, a temporary folder, the
//! list of process groups that live, and the guardian.

use std::collections::HashSet;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use referee_jail::{DisabledLayers, Jail, JailOptions, Level};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::orphans;
use crate::tree;
use crate::watchdog::{GUARDIAN, MARK, own_mark, sweep_leftovers};

/// Shared by everything that starts processes for one run.
#[derive(Clone)]
pub struct ProcessScope(Arc<Inner>);

struct Inner {
    mark: String,
    jail: Jail,
    folder: PathBuf,
    groups: Mutex<Groups>,
    guardian: Option<Child>,
}

/// The process groups that live.
#[derive(Default)]
struct Groups {
    alive: HashSet<Pid>,
    /// No more are let in.
    closed: bool,
}

/// Numbers scratch folders, so that no two processes share one.
static SCRATCH: AtomicU64 = AtomicU64::new(0);

/// Several runs of one process have marks of their own.
static RUNS: AtomicU64 = AtomicU64::new(0);

/// A new folder of this process for what is there before a haven is open. Whoever makes it removes it;
/// if this process is killed first, the next run does.
pub fn temp_dir() -> io::Result<PathBuf> {
    let (_, folder) = claim()?;
    Ok(folder)
}

/// A mark that nobody else has, and a folder by its name.
fn claim() -> io::Result<(String, PathBuf)> {
    let mark = format!("{}-{}", own_mark(), RUNS.fetch_add(1, Ordering::Relaxed));
    let folder = std::env::temp_dir().join(format!("referee-{mark}"));
    make(&folder).map_err(|error| {
        let shown = folder.display();
        let why = format!("the run's folder {shown} can't be made: {error}; give another TMPDIR");
        io::Error::new(error.kind(), why)
    })?;
    Ok((mark, folder))
}

/// A folder that nobody else may look into.
fn make(folder: &Path) -> io::Result<()> {
    // Bots that are users of their own find their files in it; nobody can list it.
    DirBuilder::new().mode(0o711).create(folder)
}

impl ProcessScope {
    /// Removes what earlier runs left when they were killed, and opens a new haven.
    ///
    /// `referee` is the program that serves as guardian, or as the jail's helper, when it is called
    /// as such; the jail is what this machine gives of the level, apart from what it shall do
    /// `without`.
    pub fn open(
        referee: &Path,
        level: Level,
        without: &DisabledLayers,
    ) -> io::Result<ProcessScope> {
        sweep_leftovers();
        orphans::adopt();
        let (mark, folder) = claim()?;
        let guardian = Command::new(referee)
            .arg(GUARDIAN)
            .arg(&mark)
            .arg(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let guardian = match guardian {
            Ok(child) => Some(child),
            Err(error) => {
                let _ = fs::remove_dir(&folder);
                let why = format!("the run's guardian can't be started: {error}");
                return Err(io::Error::new(error.kind(), why));
            }
        };
        let root = folder.join("root");
        DirBuilder::new().mode(0o711).create(&root)?;
        let site = JailOptions {
            helper: referee.to_owned(),
            root,
            mark: mark.clone(),
        };
        Ok(ProcessScope(Arc::new(Inner {
            jail: Jail::open(level, without, site),
            mark,
            folder,
            groups: Mutex::default(),
            guardian,
        })))
    }

    /// A haven for actors, which own nothing on the machine.
    #[cfg(fuzzing)]
    pub fn bare() -> ProcessScope {
        let site = JailOptions {
            helper: PathBuf::new(),
            root: PathBuf::new(),
            mark: String::new(),
        };
        ProcessScope(Arc::new(Inner {
            mark: String::new(),
            jail: Jail::off(site),
            folder: PathBuf::new(),
            groups: Mutex::default(),
            guardian: None,
        }))
    }

    /// What bots are confined by.
    pub fn jail(&self) -> &Jail {
        &self.0.jail
    }

    /// A folder for the run alone; gone with it.
    pub fn folder(&self) -> &Path {
        &self.0.folder
    }

    /// A new folder for one process. Where somebody has tidied up the run's own, it is made again.
    pub(crate) fn scratch(&self) -> io::Result<PathBuf> {
        let number = SCRATCH.fetch_add(1, Ordering::Relaxed);
        let scratch = self.0.folder.join(format!("scratch-{number}"));
        // Others may pass through the folder that it is in.
        let create = || DirBuilder::new().mode(0o700).create(&scratch);
        match create() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // Another thread may be doing the same.
                let _ = make(&self.0.folder);
                create()?;
            }
            made => made?,
        }
        Ok(scratch)
    }

    /// The environment variable by which all processes of the run are known.
    pub fn mark(&self) -> (&'static str, &str) {
        (MARK, &self.0.mark)
    }

    /// Kills every bot that lives, or is started from now on. Their games end at once.
    pub fn kill_all(&self) {
        let mut groups = self.groups();
        groups.closed = true;
        for group in &groups.alive {
            let _ = kill_process_group(*group, Signal::KILL);
        }
    }

    /// Whether bots that are started from now on are killed at once.
    pub(crate) fn is_closed(&self) -> bool {
        self.groups().closed
    }

    pub(crate) fn entered(&self, group: Pid) {
        let mut groups = self.groups();
        groups.alive.insert(group);
        if groups.closed {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    pub(crate) fn left(&self, group: Pid) {
        self.groups().alive.remove(&group);
    }

    /// Ends what bots have left that are gone: called when a game is over.
    pub(crate) fn end_strays(&self) {
        let Some(guardian) = self.0.guardian.as_ref().map(Pid::from_child) else {
            return;
        };
        orphans::end(|pid| pid == guardian || self.groups().alive.contains(&pid));
    }

    fn groups(&self) -> std::sync::MutexGuard<'_, Groups> {
        self.0.groups.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Inner {
    /// The guardian finds its pipe closed, sweeps the run's processes and folder, and ends.
    fn drop(&mut self) {
        if let Some(mut guardian) = self.guardian.take() {
            drop(guardian.stdin.take());
            let _ = guardian.wait();
        }
        // The guardian may have been killed itself.
        tree::remove(&self.folder);
    }
}
