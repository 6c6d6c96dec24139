//! `referee schema`: what editors check tournament files against.

use crate::exit::Exit;
use crate::{config, out};

/// Print the JSON schema of tournament files.
#[derive(clap::Args)]
#[command(after_help = "Example:
  referee schema > tournament.schema.json

A tournament file names it in its first line:
  #:schema tournament.schema.json")]
pub struct Args {}

impl Args {
    /// Prints it.
    pub fn run(self) -> anyhow::Result<Exit> {
        let Args {} = self;
        out::json(&config::schema())?;
        Ok(Exit::Fine)
    }
}
