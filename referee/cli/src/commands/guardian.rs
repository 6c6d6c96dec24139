//! `referee guardian`: what the referee starts beside a run, to clean up after it however it ends.

use std::path::PathBuf;

use referee_output::exit_code::Exit;

/// Clean up after a run; started by the referee itself.
#[derive(clap::Args)]
pub struct GuardianArgs {
    mark: String,
    folder: PathBuf,
}

impl GuardianArgs {
    /// Waits for the end of the run, and cleans up.
    pub fn run(self) -> anyhow::Result<Exit> {
        referee_engine::watchdog::run(&self.mark, &self.folder);
        Ok(Exit::Fine)
    }
}
