//! A jail: the layers that confine a run's bots, and the state that its sandboxes share.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::{HostFeatures, JailOptions, Level};

/// Shared state of a run's sandboxes; clones are the same jail. Sandboxes that outlive the last one are killed.
#[derive(Clone)]
pub struct Jail(Arc<Inner>);

struct Inner {
    level: Level,
    means: HostFeatures,
    options: JailOptions,
    processes: AtomicU64,
    #[cfg(target_os = "linux")]
    sampler: crate::quota::Sampler,
    #[cfg(target_os = "linux")]
    helpers: crate::helpers::Helpers,
    #[cfg(target_os = "linux")]
    clearing: crate::remains::Clearing,
}

impl Jail {
    /// Makes a jail without any layer: bots start unconfined.
    pub fn off(options: JailOptions) -> Jail {
        Jail::with(Level::Off, HostFeatures::default(), options)
    }

    pub(crate) fn with(level: Level, means: HostFeatures, options: JailOptions) -> Jail {
        Jail(Arc::new(Inner {
            level,
            processes: AtomicU64::new(0),
            #[cfg(target_os = "linux")]
            sampler: crate::quota::Sampler::default(),
            #[cfg(target_os = "linux")]
            helpers: crate::helpers::Helpers::new(means.clone(), options.clone()),
            #[cfg(target_os = "linux")]
            clearing: crate::remains::Clearing::default(),
            means,
            options,
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
        &self.0.options.helper
    }

    pub(crate) fn mark(&self) -> &str {
        &self.0.options.mark
    }

    #[cfg(target_os = "linux")]
    pub(crate) fn sampler(&self) -> &crate::quota::Sampler {
        &self.0.sampler
    }

    /// Makes parts of sandboxes ahead from now on, and clears away what is left of them afterwards, on these
    /// processors, on which no game may be played. Does nothing without processors or namespaces.
    pub fn prepare_ahead(&self, processors: &[usize]) {
        #[cfg(target_os = "linux")]
        if !processors.is_empty() && self.means().namespaces != crate::Namespaces::None {
            self.0.helpers.prepare(processors);
            self.0.clearing.start(processors);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = processors;
    }

    /// Returns a sandbox that waits for its bot: one that was made ahead, or a new one. The error names the step that
    /// failed.
    #[cfg(target_os = "linux")]
    pub(crate) fn take_vacancy(
        &self,
        network: bool,
    ) -> Result<crate::helpers::Vacancy, crate::nursery::FailedStep> {
        self.0.helpers.take(network)
    }

    /// Clears away what is left of a sandbox, now or soon.
    #[cfg(target_os = "linux")]
    pub(crate) fn clear(&self, remains: crate::remains::Remains) {
        self.0.clearing.leave(remains);
    }
}

#[cfg(target_os = "linux")]
impl Drop for Inner {
    fn drop(&mut self) {
        self.helpers.finish();
        self.clearing.finish();
        crate::layers::cgroups::leave(&self.means.cgroups, &self.options.mark);
    }
}
