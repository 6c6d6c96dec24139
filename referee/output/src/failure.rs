//! Errors whose cause decides the exit code.

use std::fmt::Display;
use std::io;

use thiserror::Error;

use crate::exit_code::Exit;

/// An error whose cause is known: what was given, or the machine.
#[derive(Debug, Error)]
pub enum CommandError {
    /// Something that was given can't be used: exit code 2.
    #[error("{0}")]
    BadInput(String),
    /// A file, a process or the system failed: exit code 3.
    #[error("{0}")]
    Machine(String),
    /// Somebody pressed Ctrl-C: exit code 130.
    #[error("{0}")]
    Interrupted(String),
}

impl CommandError {
    /// What a command ends with that fails so.
    pub fn exit(&self) -> Exit {
        match self {
            CommandError::BadInput(_) => Exit::BadInput,
            CommandError::Machine(_) => Exit::Machine,
            CommandError::Interrupted(_) => Exit::Interrupted,
        }
    }
}

/// An error of whoever gave the input; the message says what, where, what was expected, what to do.
pub fn bad_input(message: impl Display) -> anyhow::Error {
    CommandError::BadInput(message.to_string()).into()
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
    CommandError::Machine(message.to_string()).into()
}

/// Somebody pressed Ctrl-C, and there is nothing to show for it.
pub fn interrupted(message: impl Display) -> anyhow::Error {
    CommandError::Interrupted(message.to_string()).into()
}
