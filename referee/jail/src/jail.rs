//! A jail: the layers that this machine offers to a run, found by testing, and the state that its sandboxes
//! share.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::{DisabledLayers, HostFeatures, Level};

/// Environment variable that holds a run's mark. Every process that is started for the run carries it, except
/// bots in their own PID namespace, which end with its init.
pub const MARK: &str = "REFEREE_RUN";

/// Shared state of a run's sandboxes; clones are the same jail.
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

/// Options for opening a jail.
#[derive(Clone, Debug)]
pub struct JailOptions {
    /// The program that acts as a helper when called as one: the referee's own.
    pub helper: PathBuf,
    /// An empty folder that belongs to the run, on which the root file systems of sandboxes are mounted.
    pub root: PathBuf,
    /// The run's mark, which identifies what the run leaves behind.
    pub mark: String,
}

impl Jail {
    /// Makes a jail without any layer: bots start unconfined.
    pub fn off(site: JailOptions) -> Jail {
        Jail::with(Level::Off, HostFeatures::default(), site)
    }

    /// Finds out which layers this machine offers, except those in `without`, by starting something harmless
    /// in them.
    #[cfg(target_os = "linux")]
    pub fn open(level: Level, without: &DisabledLayers, site: JailOptions) -> Jail {
        if level == Level::Off {
            return Jail::off(site);
        }
        let means = crate::probe::means(without, &site);
        Jail::with(level, means, site)
    }

    /// Makes a jail without any layer: on this system there are none.
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

    /// Announces how many processes and threads all sandboxes that live at the same time may have. Where only
    /// the user's own limit counts them, this keeps one sandbox from using up what another may have.
    pub fn expect(&self, processes: u64) {
        self.0.processes.fetch_max(processes, Ordering::Relaxed);
    }

    /// Returns the announced number of processes and threads.
    #[cfg(target_os = "linux")]
    pub(crate) fn expected(&self) -> u64 {
        self.0.processes.load(Ordering::Relaxed)
    }

    /// Returns the level of confinement that was asked for.
    pub fn level(&self) -> Level {
        self.0.level
    }

    /// Returns the layers that the machine offers.
    pub fn means(&self) -> &HostFeatures {
        &self.0.means
    }

    /// Returns true if any layer confines the bots.
    pub fn confines(&self) -> bool {
        *self.means() != HostFeatures::default()
    }

    /// Returns the program that acts as a helper or a probe when called as one.
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

    /// Returns a number that no other sandbox of this jail has.
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
