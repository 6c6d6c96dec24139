//! The referee of bot tournaments: the command line.
//!
//! A table of contents: every subcommand has a file under `commands`, exit codes and errors are in
//! `exit`, tournament files in `config`. A library, so that fuzz targets reach what reads files.

#![allow(
    unreachable_pub,
    reason = "nothing but the binary depends on it: public means public in the crate"
)]

use std::process::ExitCode;

use clap::Parser;

mod bench;
mod book;
mod build;
mod calibration;
mod check;
mod commands;
mod config;
mod conformance;
mod duel;
mod exam;
mod exit;
#[cfg(fuzzing)]
pub mod fuzzing;
mod html;
mod jail;
mod layout;
mod octave;
mod out;
mod outputs;
mod oversize;
mod person;
mod recorded;
mod regress;
mod report;
mod repro;
mod results;
mod run;
mod serve;
mod session;
mod sinks;
mod sources;
mod tune;
mod why;

/// The referee of bot tournaments.
#[derive(Parser)]
#[command(name = "referee", version, max_term_width = 80, after_help = exit::table())]
struct Cli {
    #[command(subcommand)]
    command: commands::Command,
}

/// The whole program.
pub fn main() -> ExitCode {
    // First of all: a helper has no time to lose, and must stay a single thread.
    #[cfg(target_os = "linux")]
    if std::env::args_os()
        .nth(1)
        .is_some_and(|word| word == referee_jail::helper::HELPER)
    {
        referee_jail::helper::run();
        return ExitCode::SUCCESS;
    }
    referee_arena::descriptors::seal();
    oversize::is_an_error();
    let cli = Cli::try_parse().unwrap_or_else(|error| {
        exit::refused(&error);
        error.exit()
    });
    exit::report(cli.command.run())
}
