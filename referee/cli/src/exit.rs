//! Exit codes, and how the error of a command becomes one.

use std::env;
use std::io::{self, Write as _};
use std::process::ExitCode;

use referee_output::exit_code::Exit;
use referee_output::failure::CommandError;
use referee_output::sanitize::github::{Hushed, is_runner};
use referee_output::sanitize::plain_lines;
use referee_output::{sanitize, stdout};
use serde_json::json;

/// Prints the error of a command, if any, and gives the exit code.
pub fn report(result: anyhow::Result<Exit>) -> ExitCode {
    let exit = result.unwrap_or_else(|error| {
        if is_closed_pipe(&error) {
            return Exit::Fine;
        }
        // What bots and their builds wrote may be a part of it.
        let message = plain_lines(&format!("{error:#}"));
        let hushed = is_runner().then(|| Hushed::begin(io::stderr()));
        // Nobody can be told when stderr is closed too.
        let _ = writeln!(io::stderr(), "referee: {message}");
        drop(hushed);
        tell_program(&message);
        error
            .downcast_ref()
            .map_or(Exit::Machine, CommandError::exit)
    });
    ExitCode::from(exit as u8)
}

/// Tells a program that waits for JSON why there is none, where the command line asks for it and nothing
/// was printed so far.
fn tell_program(message: &str) {
    // What stands behind `--` is somebody else's.
    let mut words = env::args_os()
        .skip(1)
        .take_while(|argument| argument != "--");
    if words.any(|argument| argument == "--json") && !stdout::is_written() {
        let object = json!({ "error": message }).to_string();
        // Whoever reads it may have gone; the exit code says it too.
        let _ = stdout::text(&sanitize::json(&object));
    }
}

/// The same where the command line itself can't be read.
pub fn refused(error: &clap::Error) {
    if error.use_stderr() {
        let message = error.to_string();
        let lines = message.lines().map(str::trim);
        let first: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
        let first = first.join(" ");
        tell_program(first.strip_prefix("error: ").unwrap_or(&first));
    }
}

/// Whether the reader of the output went away, as `head` does: no fault of anybody's.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let mut io = error.chain().filter_map(|e| e.downcast_ref::<io::Error>());
    io.any(|e| e.kind() == io::ErrorKind::BrokenPipe)
}
