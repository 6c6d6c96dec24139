//! The option to play on other machines.

use referee_tournament::RemoteExecutor;

/// Where the games are played.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Fleet")]
pub struct FleetArgs {
    /// Play the games on workers (`referee worker`), by way of the NATS server at this address; see
    /// docs/fleet.md.
    #[arg(long, value_name = "ADDRESS")]
    fleet: Option<String>,
}

impl FleetArgs {
    /// Returns the option as it is given again, with a blank before it.
    pub fn words(&self) -> String {
        let word = |address: &String| format!(" --fleet {address}");
        self.fleet.as_ref().map_or_else(String::new, word)
    }

    /// Returns what plays the games elsewhere, if that is asked for. Returns an error if this program can't.
    pub fn remote(&self) -> anyhow::Result<Option<Box<dyn RemoteExecutor>>> {
        self.fleet.as_deref().map(remote).transpose()
    }
}

#[cfg(feature = "fleet")]
fn remote(address: &str) -> anyhow::Result<Box<dyn RemoteExecutor>> {
    Ok(Box::new(referee_fleet::NatsRemote::new(address.to_owned())))
}

#[cfg(not(feature = "fleet"))]
fn remote(_: &str) -> anyhow::Result<Box<dyn RemoteExecutor>> {
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
