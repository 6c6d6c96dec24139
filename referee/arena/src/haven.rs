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

/// Shared by everything that starts processes for one run.
#[derive(Clone)]
pub struct Haven(Arc<Inner>);

struct Inner {
    mark: String,
    folder: PathBuf,
    groups: Mutex<HashSet<Pid>>,
    guardian: Option<Child>,
}

/// Several runs of one process have marks of their own.
static RUNS: AtomicU64 = AtomicU64::new(0);

impl Haven {
    /// Removes what earlier runs left when they were killed, and opens a new haven.
    ///
    /// `referee` is the program that serves as guardian when it is called as such.
    pub fn open(referee: &Path) -> io::Result<Haven> {
        sweep_leftovers();
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

    /// Kills every bot that lives. The games that they play end at once.
    pub fn kill_all(&self) {
        for group in self.groups().iter() {
            let _ = kill_process_group(*group, Signal::KILL);
        }
    }

    pub(crate) fn entered(&self, group: Pid) {
        self.groups().insert(group);
    }

    pub(crate) fn left(&self, group: Pid) {
        self.groups().remove(&group);
    }

    fn groups(&self) -> std::sync::MutexGuard<'_, HashSet<Pid>> {
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
