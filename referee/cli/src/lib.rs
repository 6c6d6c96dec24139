//! The referee of bot tournaments: the command line.
//!
//! A table of contents: every subcommand has a file under `commands`, exit codes and errors are in
//! `exit`, tournament files in `config`. A library, so that fuzz targets reach what reads files.
//!
//! - A run has its name before it has anything else: the database's lock is taken before the first build.
//! - A bot plays from a snapshot (`build`): what plays is what is hashed. A build works in a copy of its own, and its result
//!   is kept under a hash of all that went into it. A bot out of a commit is checked out by git's plumbing into a folder
//!   of the run, and is then a folder like any other.
//! - A finished run is told by one model, `report::RunReport`: standings, exports and pages are all made of it. An exam's tables,
//!   pages and reports are made of one `exam::ExamResults`, which also holds the aliases that others see.
//! - A match of two makes a tournament file of its arguments (`head_to_head`), so that all else is a run like any other.
//! - Files for other programs (test reports, summaries, metrics, annotations) are written from one model, `ci::CheckReport`.
//! - Text of strangers passes through `sanitize` wherever it is shown; nothing is cleaned where it is stored.

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
mod ci;
mod commands;
mod config;
mod conformance;
mod diagnosis;
mod exam;
mod exit;
mod file_limit;
#[cfg(fuzzing)]
pub mod fuzzing;
mod game_view;
mod head_to_head;
mod html;
mod jail;
mod octave;
mod regress;
mod report;
mod repro;
mod results;
mod rules_session;
mod run;
mod sanitize;
mod serve;
mod sources;
mod stdout;
mod terminal_play;
mod text_layout;
mod tune;
mod why;

/// The referee of bot tournaments.
#[derive(Parser)]
#[command(name = "referee", version, max_term_width = 80, after_help = exit::table())]
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
    referee_arena::descriptors::seal();
    file_limit::is_an_error();
    let cli = Cli::try_parse().unwrap_or_else(|error| {
        exit::refused(&error);
        error.exit()
    });
    exit::report(cli.command.run())
}
