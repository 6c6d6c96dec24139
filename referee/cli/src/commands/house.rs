//! `referee house`: runs a house bot in its own process.

use referee_output::Exit;
use referee_output::failure::bad_input;

/// Play as a house bot; started by the referee itself.
#[derive(clap::Args)]
pub struct HouseArgs {
    /// NAME[,key=value…]
    spec: String,
}

impl HouseArgs {
    /// Plays until the end of input.
    pub fn run(self) -> anyhow::Result<Exit> {
        referee_bots::house::main(&self.spec).map_err(bad_input)?;
        Ok(Exit::Fine)
    }
}
