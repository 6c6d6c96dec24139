//! The command line of the referee: arguments, terminal output, exit codes.
//!
//! Every subcommand has a file under `commands`; options that several commands share are in `args`. `display`
//! shows a run while it is played, `terminal_play` lets people play. A match of two bots builds a tournament
//! file from its arguments, so that the rest is a run like any other. This is a library so that fuzz targets
//! reach the code that reads files, and tests the options that documents show.
//!
//! No crate depends on it: code that another program could need belongs in a crate below.

#![allow(unreachable_pub, reason = "nobody can take anything from a program")]

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};
use referee_output::remarks;

mod args;
mod commands;
mod display;
mod exit;
mod file_limit;
#[cfg(fuzzing)]
pub mod fuzzing;
mod ready_game;
mod terminal_play;

/// The referee of bot tournaments.
#[derive(Parser)]
#[command(name = "referee", version, max_term_width = 80, after_help = referee_output::Exit::table())]
struct Cli {
    #[command(subcommand)]
    command: commands::CliCommand,
}

/// Returns the command line with all subcommands and options, for tests of what documents show.
pub fn command() -> clap::Command {
    commands::groups::grouped(Cli::command())
}

/// Tells if the process is an engine's translator, which adds nothing to what the engine knows.
#[cfg(target_os = "linux")]
fn translates() -> bool {
    std::env::args_os()
        .nth(1)
        .is_some_and(|word| word == referee_jail::TRANSLATOR)
}

/// Runs the program: parses the command line, runs the command, and returns its exit code.
pub fn main() -> ExitCode {
    // Must come first: a helper must start fast and must stay single-threaded.
    #[cfg(target_os = "linux")]
    if std::env::args_os()
        .nth(1)
        .is_some_and(|argument| argument == referee_jail::HELPER)
    {
        referee_jail::run_helper();
        return ExitCode::SUCCESS;
    }
    // A probe examines what its process inherited, so it must run before anything here changes that.
    #[cfg(target_os = "linux")]
    if let [_, word, name, ..] = &std::env::args_os().collect::<Vec<_>>()[..]
        && word == referee_jail::PROBE
    {
        return referee_jail::run_probe(&name.to_string_lossy())
            .map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    #[cfg(target_os = "linux")]
    if !translates() && referee_jail::is_strangers_sandbox() {
        return exit::report(Err(referee_output::failure::bad_input(
            "the referee neither plays nor advises within another bot; to play against one of its own, name it \
             `house:NAME`",
        )));
    }
    remarks::listen(remarks::to_stderr);
    referee_engine::seal_descriptors();
    file_limit::is_an_error();
    let parsed = command().try_get_matches();
    let parsed = parsed.and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = parsed.unwrap_or_else(|error| {
        exit::refused(&error);
        error.exit()
    });
    exit::report(cli.command.run())
}

#[cfg(test)]
mod tests {
    use clap::Command;

    /// Adds the lines that clap would break, which makes examples useless and lines ragged.
    fn long_lines(command: &Command, long: &mut Vec<String>) {
        let help = command.get_after_help().map(ToString::to_string);
        let help = help.unwrap_or_default();
        let lines = help.lines().filter(|line| line.chars().count() > 80);
        long.extend(lines.map(|line| format!("{}: {line}", command.get_name())));
        for subcommand in command.get_subcommands() {
            long_lines(subcommand, long);
        }
    }

    #[test]
    fn examples_fit_a_terminal() {
        let mut long = Vec::new();
        long_lines(&super::command(), &mut long);
        assert!(long.is_empty(), "{}", long.join("\n"));
    }
}
