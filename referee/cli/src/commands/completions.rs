//! `referee completions`: prints scripts that complete the command line in a shell.

use clap::CommandFactory;
use clap_complete::Shell;
use referee_output::{Exit, stdout};

use crate::Cli;

/// Print a completion script for a shell.
#[derive(clap::Args)]
#[command(after_help = "Example:
  referee completions bash > ~/.local/share/bash-completion/completions/referee")]
pub struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

impl CompletionsArgs {
    /// Prints the script.
    pub fn run(self) -> anyhow::Result<Exit> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "referee", &mut script);
        stdout::text(&String::from_utf8(script)?)?;
        Ok(Exit::Fine)
    }
}
