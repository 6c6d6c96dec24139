//! `referee fleet remove`: takes a worker out of a fleet.

use std::path::PathBuf;

use referee_output::Exit;

/// Remove a worker from a fleet for good.
///
/// Its key and password are forgotten, and its folder is removed. The server and the coordinator need
/// the files that this writes; until the server has them, the worker can still connect. No new
/// worker gets its name.
#[derive(clap::Args)]
#[command(after_help = "Example:
  referee fleet remove lab worker-3")]
pub struct FleetRemoveArgs {
    /// The folder of the fleet, which keeps all of its secrets.
    folder: PathBuf,
    /// Name of the worker.
    worker: String,
}

#[cfg(feature = "fleet")]
impl FleetRemoveArgs {
    /// Removes the worker, and says what to do with the files.
    pub fn run(self) -> anyhow::Result<Exit> {
        referee_fleet::remove_worker(&self.folder, &self.worker)?;
        let folder = self.folder.display();
        referee_output::stdout::text(&format!(
            "\
{folder}: {} is removed.

{}",
            self.worker,
            super::init::renew(&folder)
        ))?;
        Ok(Exit::Fine)
    }
}

#[cfg(not(feature = "fleet"))]
impl FleetRemoveArgs {
    /// Returns an error: this program can't.
    pub fn run(self) -> anyhow::Result<Exit> {
        let Self {
            folder: _,
            worker: _,
        } = self;
        Err(crate::args::no_fleet())
    }
}
