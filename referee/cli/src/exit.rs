//! Exit codes, and the conversion of a command's error to one.

use std::env;
use std::io::{self, Write as _};
use std::process::ExitCode;

use referee_output::failure::CommandError;
use referee_output::sanitize::github::{Hushed, is_runner};
use referee_output::sanitize::plain_lines;
use referee_output::{Exit, sanitize, stdout};
use serde_json::json;

/// Prints the error of a command, if any, and returns the exit code. A closed pipe counts as success.
pub fn report(result: anyhow::Result<Exit>) -> ExitCode {
    let exit = result.unwrap_or_else(|error| {
        if is_closed_pipe(&error) {
            return Exit::Fine;
        }
        // The message may quote output of bots and of their builds.
        let message = plain_lines(&format!("{error:#}"));
        let hushed = is_runner().then(|| Hushed::begin(io::stderr()));
        // If stderr is closed too, there is no other place to report to.
        let _ = writeln!(io::stderr(), "referee: {message}");
        drop(hushed);
        tell_program(&message);
        error
            .downcast_ref()
            .map_or(Exit::Machine, CommandError::exit)
    });
    ExitCode::from(exit as u8)
}

/// Prints the error as a JSON object on standard output, if the command line contains `--json` and nothing
/// was printed so far.
fn tell_program(message: &str) {
    // Words after `--` belong to another program.
    let mut words = env::args_os()
        .skip(1)
        .take_while(|argument| argument != "--");
    if words.any(|argument| argument == "--json") && !stdout::is_written() {
        let object = json!({ "error": message }).to_string();
        // The reader may be gone; the exit code reports the error too.
        let _ = stdout::text(&sanitize::json(&object));
    }
}

/// Prints the error of a command line that can't be parsed, as JSON where the command line asks for that.
pub fn refused(error: &clap::Error) {
    if error.use_stderr() {
        let message = error.to_string();
        let lines = message.lines().map(str::trim);
        let first: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
        let first = first.join(" ");
        tell_program(first.strip_prefix("error: ").unwrap_or(&first));
    }
}

/// Returns true if the reader of the output closed the pipe, as `head` does. That is nobody's fault.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let mut io = error.chain().filter_map(|e| e.downcast_ref::<io::Error>());
    io.any(|e| e.kind() == io::ErrorKind::BrokenPipe)
}
