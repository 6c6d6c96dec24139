//! Owns what one run has on the machine, and cleans it up: its mark on processes, a temporary folder, the
//! list of living process groups, and the watchdog.

use std::collections::HashSet;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use referee_jail::{DisabledLayers, Jail, JailOptions, Level, MARK};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::files::tree;
use crate::process::orphans;
use crate::process::watchdog::{WATCHDOG, own_mark, sweep_leftovers};

/// Shared state of everything that starts processes for one run.
#[derive(Clone)]
pub struct ProcessScope(Arc<Inner>);

struct Inner {
    mark: String,
    jail: Jail,
    folder: PathBuf,
    groups: Mutex<Groups>,
    watchdog: Option<Child>,
}

/// The living process groups.
#[derive(Default)]
struct Groups {
    alive: HashSet<Pid>,
    /// True if no more groups are let in.
    closed: bool,
}

/// Numbers scratch folders, so that no two processes share one.
static SCRATCH: AtomicU64 = AtomicU64::new(0);

/// Numbers the runs of this process, so that each has its own mark.
static RUNS: AtomicU64 = AtomicU64::new(0);

/// The watchdogs, and the leaders of the groups of all scopes: one scope takes none of another for an orphan.
static CHILDREN: LazyLock<Mutex<HashSet<Pid>>> = LazyLock::new(Mutex::default);

fn children() -> MutexGuard<'static, HashSet<Pid>> {
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates a folder for files that are needed before a [`ProcessScope`] is open. The caller removes it; if
/// this process is killed first, the next run does.
pub fn temp_dir() -> io::Result<PathBuf> {
    let (_, folder) = claim()?;
    Ok(folder)
}

/// Creates a unique mark, and a folder named after it.
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

/// Creates a folder that other users can't list.
fn make(folder: &Path) -> io::Result<()> {
    // Bots that run as other users find their files in it; only its owner can list it.
    DirBuilder::new().mode(0o711).create(folder)
}

impl ProcessScope {
    /// Removes what killed earlier runs left, and opens a new scope.
    ///
    /// `referee` is the program that serves as the watchdog, or as the jail's helper, when it is called as
    /// such. The jail is as much of the `level` as this machine supports, apart from the layers in `without`.
    ///
    /// Returns an error if the folder can't be made or the watchdog can't be started.
    pub fn open(
        referee: &Path,
        level: Level,
        without: &DisabledLayers,
    ) -> io::Result<ProcessScope> {
        sweep_leftovers();
        orphans::adopt();
        let (mark, folder) = claim()?;
        let watchdog = Command::new(referee)
            .arg(WATCHDOG)
            .arg(&mark)
            .arg(&folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let watchdog = match watchdog {
            Ok(child) => {
                children().insert(Pid::from_child(&child));
                Some(child)
            }
            Err(error) => {
                let _ = fs::remove_dir(&folder);
                let why = format!("the run's watchdog can't be started: {error}");
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
            watchdog,
        })))
    }

    /// Creates a scope for actors, which own nothing on the machine.
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
            watchdog: None,
        }))
    }

    /// Returns the jail that confines bots.
    pub fn jail(&self) -> &Jail {
        &self.0.jail
    }

    /// Returns the folder of the run, which is removed with it.
    pub fn folder(&self) -> &Path {
        &self.0.folder
    }

    /// Creates a new folder for one process. Where the run's own folder was removed, it is made again.
    pub(crate) fn scratch(&self) -> io::Result<PathBuf> {
        let number = SCRATCH.fetch_add(1, Ordering::Relaxed);
        let scratch = self.0.folder.join(format!("scratch-{number}"));
        // Other users may pass through the folder that it is in.
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

    /// Returns the name and value of the environment variable that marks all processes of the run.
    pub fn mark(&self) -> (&'static str, &str) {
        (MARK, &self.0.mark)
    }

    /// Kills every living bot, and every bot that is started from now on. Their games end at once.
    pub fn kill_all(&self) {
        let mut groups = self.groups();
        groups.closed = true;
        for group in &groups.alive {
            let _ = kill_process_group(*group, Signal::KILL);
        }
    }

    /// Kills every living bot, but none that is started from now on.
    pub fn kill_living(&self) {
        for group in &self.groups().alive {
            let _ = kill_process_group(*group, Signal::KILL);
        }
    }

    /// Tells if bots that are started from now on are killed at once.
    pub(crate) fn is_closed(&self) -> bool {
        self.groups().closed
    }

    pub(crate) fn entered(&self, group: Pid) {
        children().insert(group);
        let mut groups = self.groups();
        groups.alive.insert(group);
        if groups.closed {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    pub(crate) fn left(&self, group: Pid) {
        children().remove(&group);
        self.groups().alive.remove(&group);
    }

    /// Ends processes that exited bots have left; called when a game is over.
    pub(crate) fn end_strays(&self) {
        if self.0.watchdog.is_some() {
            orphans::end(|pid| children().contains(&pid));
        }
    }

    /// Returns the processes that were adopted because their parents had ended.
    #[cfg(target_os = "linux")]
    pub(crate) fn strays() -> Vec<Pid> {
        orphans::all(|pid| children().contains(&pid))
    }

    fn groups(&self) -> MutexGuard<'_, Groups> {
        self.0.groups.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Inner {
    /// Closes the watchdog's pipe, on which it removes the run's processes and folder, and ends.
    fn drop(&mut self) {
        if let Some(mut watchdog) = self.watchdog.take() {
            drop(watchdog.stdin.take());
            let _ = watchdog.wait();
            children().remove(&Pid::from_child(&watchdog));
        }
        // The watchdog may have been killed itself.
        tree::remove(&self.folder);
    }
}
