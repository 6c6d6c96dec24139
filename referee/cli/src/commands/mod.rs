//! The subcommands: one file each.

mod check;
mod completions;
mod game;
mod games;
mod guardian;
mod man;
mod perft;
mod play;
mod rules;
mod schema;
mod show;

use clap::Subcommand;

use crate::exit::Exit;

/// What the referee can be asked to do.
#[derive(Subcommand)]
pub enum Command {
    /// Play one game and draw it as it goes.
    Play(play::Args),
    /// List the games and their options.
    Games(games::Args),
    /// Draw a position.
    Show(show::Args),
    /// Count the move sequences of a length, to check a program's rules.
    Perft(perft::Args),
    /// Answer questions about the rules, a line each.
    Rules(rules::Args),
    /// Check a tournament file and its bots without playing.
    Check(check::Args),
    /// Print the JSON schema of tournament files, for editors.
    Schema(schema::Args),
    /// Print a completion script for a shell.
    Completions(completions::Args),
    /// Write the manual pages into a folder.
    Man(man::Args),
    /// Clean up after a run; started by the referee itself.
    #[command(hide = true)]
    Guardian(guardian::Args),
}

impl Command {
    /// Does it.
    pub fn run(self) -> anyhow::Result<Exit> {
        match self {
            Command::Play(args) => args.run(),
            Command::Guardian(args) => args.run(),
            Command::Games(args) => args.run(),
            Command::Show(args) => args.run(),
            Command::Perft(args) => args.run(),
            Command::Rules(args) => args.run(),
            Command::Check(args) => args.run(),
            Command::Schema(args) => args.run(),
            Command::Completions(args) => args.run(),
            Command::Man(args) => args.run(),
        }
    }
}
