//! Exit codes, and the errors that carry them.

use std::env;
use std::fmt::{Display, Write as _};
use std::io::{self, Write as _};
use std::process::ExitCode;

use serde_json::json;
use thiserror::Error;

use crate::sanitize::github::{Hushed, is_runner};
use crate::sanitize::plain_lines;
use crate::{sanitize, stdout};

/// What a command ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It did what was asked.
    Fine = 0,
    /// The question was answered with no.
    No = 1,
    /// Something that was given can't be used.
    BadInput = 2,
    /// A file, a process or the system failed.
    Machine = 3,
    /// The games played don't decide the question.
    Undecided = 4,
    /// A bot failed too often and was left out.
    Parked = 5,
    /// Somebody pressed Ctrl-C.
    Interrupted = 130,
}

impl Exit {
    const ALL: [(Exit, &str); 7] = [
        (Exit::Fine, "fine"),
        (Exit::No, "the answer is no"),
        (Exit::BadInput, "bad input: the command line or a file"),
        (Exit::Machine, "the machine failed, not the input"),
        (Exit::Undecided, "the games don't decide the question"),
        (Exit::Parked, "done, but a bot was parked for its failures"),
        (Exit::Interrupted, "interrupted; what was played is kept"),
    ];
}

/// The exit codes as they stand below the help.
pub fn table() -> String {
    let mut text = String::from("Exit codes:");
    for (exit, meaning) in Exit::ALL {
        let _ = write!(text, "\n  {:<3}  {meaning}", exit as u8);
    }
    text
}

/// An error whose cause is known: what was given, or the machine.
#[derive(Debug, Error)]
enum Failure {
    #[error("{0}")]
    BadInput(String),
    #[error("{0}")]
    Machine(String),
    #[error("{0}")]
    Interrupted(String),
}

/// An error of whoever gave the input; the message says what, where, what was expected, what to do.
pub fn bad_input(message: impl Display) -> anyhow::Error {
    Failure::BadInput(message.to_string()).into()
}

/// What the system says of a file that is to be written: a bad name, or a failure of the machine.
pub fn unwritable(error: &io::Error, message: impl Display) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::NotFound
        | io::ErrorKind::AlreadyExists
        | io::ErrorKind::NotADirectory
        | io::ErrorKind::IsADirectory
        | io::ErrorKind::PermissionDenied => bad_input(message),
        _ => machine(message),
    }
}

/// An error of the machine, such as a full disk.
pub fn machine(message: impl Display) -> anyhow::Error {
    Failure::Machine(message.to_string()).into()
}

/// Somebody pressed Ctrl-C, and there is nothing to show for it.
pub fn interrupted(message: impl Display) -> anyhow::Error {
    Failure::Interrupted(message.to_string()).into()
}

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
        match error.downcast_ref() {
            Some(Failure::BadInput(_)) => Exit::BadInput,
            Some(Failure::Interrupted(_)) => Exit::Interrupted,
            Some(Failure::Machine(_)) | None => Exit::Machine,
        }
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
