//! Plays the games of a run on other machines: what the run tells them, before its bots are built and after.

use std::path::Path;

use anyhow::Result;
use referee_build::jail::JailRequest;
use referee_config::{ConfiguredBot, Tournament};
use referee_engine::Executor;

/// Starts an executor on other machines.
pub trait RemoteExecutor {
    /// Connects, and reads the files of the bots, before any of them is built. Returns an error if nobody can be
    /// reached, or a bot can't be played elsewhere.
    fn prepare(&mut self, bots: &[ConfiguredBot]) -> Result<()>;

    /// Starts the executor of a run whose results are open.
    fn start(self: Box<Self>, run: &RemoteRun<'_>) -> Result<Box<dyn Executor>>;
}

/// A run whose games are played elsewhere.
pub struct RemoteRun<'a> {
    /// Database with the results.
    pub results: &'a Path,
    /// The tournament; bots that can't play are left out.
    pub tournament: &'a Tournament,
    /// The jail that is asked for.
    pub jail: JailRequest,
}
