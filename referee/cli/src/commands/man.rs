//! `referee man`: writes manual pages.

use std::fs;
use std::path::PathBuf;

use clap::CommandFactory;
use referee_output::Exit;
use referee_output::failure::machine;

use crate::Cli;

/// Write the manual pages, one for each command, into a folder.
#[derive(clap::Args)]
#[command(after_help = "Example:
  referee man ~/.local/share/man/man1")]
pub struct ManArgs {
    /// The folder, created if it doesn't exist.
    dir: PathBuf,
}

impl ManArgs {
    /// Writes the pages.
    pub fn run(self) -> anyhow::Result<Exit> {
        let written = fs::create_dir_all(&self.dir)
            .and_then(|()| clap_mangen::generate_to(Cli::command(), &self.dir));
        match written {
            Ok(()) => Ok(Exit::Fine),
            Err(e) => Err(machine(format!("{}: {e}", self.dir.display()))),
        }
    }
}
