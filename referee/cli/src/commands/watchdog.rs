//! `referee watchdog`: the watchdog process that runs next to a run and cleans up after it, however it ends.

use std::path::PathBuf;

use referee_output::Exit;

/// Clean up after a run; started by the referee itself.
#[derive(clap::Args)]
pub struct WatchdogArgs {
    mark: String,
    folder: PathBuf,
}

impl WatchdogArgs {
    /// Waits for the end of the run, and cleans up.
    pub fn run(self) -> anyhow::Result<Exit> {
        referee_engine::watchdog::run(&self.mark, &self.folder);
        Ok(Exit::Fine)
    }
}
