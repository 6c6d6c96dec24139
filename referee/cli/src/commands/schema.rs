//! `referee schema`: prints the JSON schemas against which editors check files.

use clap::ValueEnum;
use referee_checks::regress;
use referee_config as config;
use referee_output::{Exit, stdout};

/// Print the JSON schema of tournament files, games or regression tests.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee schema > tournament.schema.json
  referee schema game > game.schema.json
  referee schema regress > regress.schema.json

A file names its schema in its first line:
  #:schema tournament.schema.json")]
pub struct SchemaArgs {
    /// The kind of file
    #[arg(value_enum, default_value_t, hide_default_value = true)]
    of: Of,
}

/// The kinds of files.
#[derive(Clone, Copy, Default, ValueEnum)]
enum Of {
    /// A tournament
    #[default]
    Tournament,
    /// The `game.toml` of a game whose rules are a program
    Game,
    /// Regression tests
    Regress,
}

impl SchemaArgs {
    /// Prints the schema.
    pub fn run(self) -> anyhow::Result<Exit> {
        stdout::json(&match self.of {
            Of::Tournament => config::schema(),
            Of::Game => config::schema_of::<config::GameSpec>(),
            Of::Regress => regress::schema(),
        })?;
        Ok(Exit::Fine)
    }
}
