//! A jail: what this machine gives for a run, found out by trying it, and what its cells share.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::{DisabledLayers, HostFeatures, Level};

/// The environment variable that holds a run's mark; all that is started for the run is known by it,
/// apart from bots in a world of their own, which end with its first process.
pub const MARK: &str = "REFEREE_RUN";

/// What the cells of a run share; clones are the same jail.
#[derive(Clone)]
pub struct Jail(Arc<Inner>);

struct Inner {
    level: Level,
    means: HostFeatures,
    helper: PathBuf,
    root: PathBuf,
    mark: String,
    started: AtomicU64,
    processes: AtomicU64,
    #[cfg(target_os = "linux")]
    sampler: crate::Sampler,
}

/// What a jail is opened with.
#[derive(Clone, Debug)]
pub struct JailOptions {
    /// The program that is a helper when it is called as such: the referee's own.
    pub helper: PathBuf,
    /// An empty folder of the run's own, on which worlds are mounted.
    pub root: PathBuf,
    /// The run's mark, by which what it leaves is known.
    pub mark: String,
}

impl Jail {
    /// No jail: bots are started without.
    pub fn off(site: JailOptions) -> Jail {
        Jail::with(Level::Off, HostFeatures::default(), site)
    }

    /// Finds out what this machine gives, apart from what shall be left `without`, by starting
    /// something harmless in it.
    #[cfg(target_os = "linux")]
    pub fn open(level: Level, without: &DisabledLayers, site: JailOptions) -> Jail {
        if level == Level::Off {
            return Jail::off(site);
        }
        let means = crate::probe::means(without, &site);
        Jail::with(level, means, site)
    }

    /// There is none on this system.
    #[cfg(not(target_os = "linux"))]
    pub fn open(level: Level, _: &DisabledLayers, site: JailOptions) -> Jail {
        Jail::with(level, HostFeatures::default(), site)
    }

    pub(crate) fn with(level: Level, means: HostFeatures, site: JailOptions) -> Jail {
        let JailOptions { helper, root, mark } = site;
        Jail(Arc::new(Inner {
            level,
            means,
            helper,
            root,
            mark,
            started: AtomicU64::new(0),
            processes: AtomicU64::new(0),
            #[cfg(target_os = "linux")]
            sampler: crate::Sampler::default(),
        }))
    }

    /// Says how many processes and threads all cells may run that will live at the same time: where nothing
    /// but a user's own limit bounds them, none of these takes what another may have.
    pub fn expect(&self, processes: u64) {
        self.0.processes.fetch_max(processes, Ordering::Relaxed);
    }

    /// What was said to be expected.
    #[cfg(target_os = "linux")]
    pub(crate) fn expected(&self) -> u64 {
        self.0.processes.load(Ordering::Relaxed)
    }

    /// How much of a jail was asked for.
    pub fn level(&self) -> Level {
        self.0.level
    }

    /// What the machine gives.
    pub fn means(&self) -> &HostFeatures {
        &self.0.means
    }

    /// Whether bots are confined by anything at all.
    pub fn confines(&self) -> bool {
        *self.means() != HostFeatures::default()
    }

    /// The program that is a helper, or a probe, when it is called as such.
    pub fn helper(&self) -> &Path {
        &self.0.helper
    }

    pub(crate) fn root(&self) -> &Path {
        &self.0.root
    }

    pub(crate) fn mark(&self) -> &str {
        &self.0.mark
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn sampler(&self) -> &crate::Sampler {
        &self.0.sampler
    }

    /// A number that no other cell of this jail has.
    pub(crate) fn number(&self) -> u64 {
        self.0.started.fetch_add(1, Ordering::Relaxed)
    }
}

#[cfg(target_os = "linux")]
impl Drop for Inner {
    fn drop(&mut self) {
        crate::layers::cgroups::leave(&self.means.cgroups, &self.mark);
    }
}
