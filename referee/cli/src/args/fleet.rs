//! The option to play on other machines.

use referee_tournament::RemoteExecutor;

/// Where the games are played.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Fleet")]
pub struct FleetArgs {
    /// Play the games on workers (`referee worker`), by way of the NATS server at this address, or that
    /// a coordinator's file names; see docs/fleet.md.
    #[arg(long, value_name = "ADDRESS|FILE")]
    fleet: Option<String>,
    /// Play only on workers that have this tag; may be given several times.
    #[arg(long = "fleet-tag", value_name = "TAG", requires = "fleet")]
    tags: Vec<String>,
}

impl FleetArgs {
    /// Returns the option as it is given again, with a blank before it.
    pub fn words(&self) -> String {
        let fleet = self.fleet.iter().map(|place| format!(" --fleet {place}"));
        let tags = self.tags.iter().map(|tag| format!(" --fleet-tag {tag}"));
        fleet.chain(tags).collect()
    }

    /// Returns what plays the games elsewhere, if that is asked for. Returns an error if this program can't.
    pub fn remote(&self) -> anyhow::Result<Option<Box<dyn RemoteExecutor>>> {
        let remote = |place| remote(place, &self.tags);
        self.fleet.as_deref().map(remote).transpose()
    }
}

#[cfg(feature = "fleet")]
fn remote(place: &str, tags: &[String]) -> anyhow::Result<Box<dyn RemoteExecutor>> {
    let remote = referee_fleet::NatsRemote::new(place, tags.to_vec())?;
    Ok(Box::new(remote))
}

#[cfg(not(feature = "fleet"))]
fn remote(_: &str, _: &[String]) -> anyhow::Result<Box<dyn RemoteExecutor>> {
    Err(no_fleet())
}

/// Error of a program that was built without the fleet.
#[cfg(not(feature = "fleet"))]
pub fn no_fleet() -> anyhow::Error {
    referee_output::failure::bad_input(
        "this program was built without the fleet; build it with `cargo build --release --features fleet`, or take \
         a package, which has it",
    )
}
