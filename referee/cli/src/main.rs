//! The referee of bot tournaments: the command line.
//!
//! A table of contents: every subcommand has a file under [`commands`], exit codes and errors are in
//! [`exit`], tournament files in [`config`].

#![allow(
    unreachable_pub,
    reason = "nothing depends on a binary: public means public in the crate"
)]

use std::process::ExitCode;

use clap::Parser;

mod bench;
mod build;
mod check;
mod commands;
mod config;
mod exam;
mod exit;
mod layout;
mod out;
mod plain;
mod recorded;
mod report;
mod results;
mod run;
mod session;

/// The referee of bot tournaments.
#[derive(Parser)]
#[command(name = "referee", version, max_term_width = 80, after_help = exit::table())]
struct Cli {
    #[command(subcommand)]
    command: commands::Command,
}

fn main() -> ExitCode {
    referee_arena::descriptors::seal();
    let cli = Cli::try_parse().unwrap_or_else(|error| {
        commands::refused(&error);
        error.exit()
    });
    exit::report(cli.command.run())
}
