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

use rustix::process::{Pid, Signal, kill_process_group};

use crate::guardian::{GUARDIAN, MARK, own_mark, sweep_leftovers};
use crate::strays;

/// Shared by everything that starts processes for one run.
#[derive(Clone)]
pub struct Haven(Arc<Inner>);

struct Inner {
    mark: String,
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

/// Several runs of one process have marks of their own.
static RUNS: AtomicU64 = AtomicU64::new(0);

impl Haven {
    /// Removes what earlier runs left when they were killed, and opens a new haven.
    ///
    /// `referee` is the program that serves as guardian when it is called as such.
    pub fn open(referee: &Path) -> io::Result<Haven> {
        sweep_leftovers();
        strays::adopt();
        let mark = format!("{}-{}", own_mark(), RUNS.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(format!("referee-{mark}"));
        DirBuilder::new().mode(0o700).create(&folder)?;
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
                return Err(error);
            }
        };
        Ok(Haven(Arc::new(Inner {
            mark,
            folder,
            groups: Mutex::default(),
            guardian,
        })))
    }

    /// A folder for the run alone; gone with it.
    pub fn folder(&self) -> &Path {
        &self.0.folder
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
        let guardian = self.0.guardian.as_ref().map(Pid::from_child);
        strays::end(|pid| Some(pid) == guardian || self.groups().alive.contains(&pid));
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
    }
}
