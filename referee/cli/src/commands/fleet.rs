//! `referee fleet`: sets up a fleet, and shows how it is.

mod init;
mod remove;
mod status;

use referee_output::Exit;

/// Set up a fleet of several machines, and show what it is doing.
///
/// A fleet plays the games of a run on several machines, by way of a NATS server: docs/fleet.md.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee fleet init lab --host lab.example.org --workers 4
  referee fleet remove lab worker-3
  referee fleet status coordinator/coordinator.toml")]
pub struct FleetCommandArgs {
    #[command(subcommand)]
    command: FleetCommand,
}

#[derive(clap::Subcommand)]
enum FleetCommand {
    /// Write the files of server, coordinator and workers, with their keys and passwords.
    Init(init::FleetInitArgs),
    /// Remove a worker from a fleet for good.
    Remove(remove::FleetRemoveArgs),
    /// Show what runs and workers are doing.
    Status(status::FleetStatusArgs),
}

impl FleetCommandArgs {
    /// Runs the subcommand.
    pub fn run(self) -> anyhow::Result<Exit> {
        match self.command {
            FleetCommand::Init(args) => args.run(),
            FleetCommand::Remove(args) => args.run(),
            FleetCommand::Status(args) => args.run(),
        }
    }
}
