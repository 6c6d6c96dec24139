//! Errors of commands, which determine the exit code.

use std::fmt::Display;
use std::io;

use thiserror::Error;

use crate::exit_code::Exit;

/// An error whose cause is known: the input or the machine.
#[derive(Debug, Error)]
pub enum CommandError {
    /// The command line or an input file can't be used: exit code 2.
    #[error("{0}")]
    BadInput(String),
    /// A file, a process or the system failed: exit code 3.
    #[error("{0}")]
    Machine(String),
    /// The user pressed Ctrl-C: exit code 130.
    #[error("{0}")]
    Interrupted(String),
}

impl CommandError {
    /// Returns the exit code of a command that fails with this error.
    pub fn exit(&self) -> Exit {
        match self {
            CommandError::BadInput(_) => Exit::BadInput,
            CommandError::Machine(_) => Exit::Machine,
            CommandError::Interrupted(_) => Exit::Interrupted,
        }
    }
}

/// Creates an error in the input. The message says what is wrong, where, what was expected, and what to do.
pub fn bad_input(message: impl Display) -> anyhow::Error {
    CommandError::BadInput(message.to_string()).into()
}

/// Creates an error about a file that can't be written: bad input if its path is to blame, else a failure of
/// the machine.
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

/// Creates an error of the machine, such as a full disk.
pub fn machine(message: impl Display) -> anyhow::Error {
    CommandError::Machine(message.to_string()).into()
}

/// Creates an error for a command that was interrupted with Ctrl-C and has no result.
pub fn interrupted(message: impl Display) -> anyhow::Error {
    CommandError::Interrupted(message.to_string()).into()
}
