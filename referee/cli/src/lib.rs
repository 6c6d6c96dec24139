//! The command line of the referee: arguments, what the terminal shows, exit codes.
//!
//! Every subcommand has a file under `commands`; options that several take are in `args`. `display` shows a run while it
//! is played, `terminal_play` lets people play. A match of two makes a tournament file of its arguments, so that all else
//! is a run like any other. A library, so that fuzz targets reach what reads files.
//!
//! Nothing depends on it: what another program could need belongs in a crate below.

#![allow(
    unreachable_pub,
    reason = "nothing but the binary depends on it: public means public in the crate"
)]

use std::process::ExitCode;

use clap::Parser;

mod args;
mod commands;
mod display;
mod exit;
mod file_limit;
#[cfg(fuzzing)]
pub mod fuzzing;
mod terminal_play;

/// The referee of bot tournaments.
#[derive(Parser)]
#[command(name = "referee", version, max_term_width = 80, after_help = referee_output::exit_code::table())]
struct Cli {
    #[command(subcommand)]
    command: commands::CliCommand,
}

/// The whole program.
pub fn main() -> ExitCode {
    // First of all: a helper has no time to lose, and must stay a single thread.
    #[cfg(target_os = "linux")]
    if std::env::args_os()
        .nth(1)
        .is_some_and(|argument| argument == referee_jail::helper::HELPER)
    {
        referee_jail::helper::run();
        return ExitCode::SUCCESS;
    }
    // A probe looks at what it was started with, before anything here changes that.
    #[cfg(target_os = "linux")]
    if let [_, word, name, ..] = &std::env::args_os().collect::<Vec<_>>()[..]
        && word == referee_jail::probes::PROBE
    {
        return referee_jail::probes::run(&name.to_string_lossy())
            .map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    referee_engine::descriptors::seal();
    file_limit::is_an_error();
    let cli = Cli::try_parse().unwrap_or_else(|error| {
        exit::refused(&error);
        error.exit()
    });
    exit::report(cli.command.run())
}
