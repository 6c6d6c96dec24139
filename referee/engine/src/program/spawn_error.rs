//! Why a process could not be started, and who is to blame: the bot or the machine.

use std::io;
use std::path::{Path, PathBuf};

use rustix::io::Errno;
use thiserror::Error;

use crate::program::Program;
use crate::program::missing::{foreign_program, missing_path};

/// Why a process could not be started.
#[derive(Debug, Error)]
pub enum SpawnError {
    /// The bot's own fault: the file is not there, not executable, or not a program.
    #[error("{path} could not be started: {error}", path = .path.display())]
    Bot {
        /// Path of the program.
        path: PathBuf,
        /// Error of the system.
        error: io::Error,
    },
    /// A failure of the machine: no memory, no file descriptors, too many processes.
    #[error("the machine could not start a process: {0}")]
    Machine(io::Error),
}

impl SpawnError {
    /// Describes the error in a sentence; where the bot lacked a path, with advice.
    pub fn explained(&self, program: &Program) -> String {
        let SpawnError::Bot { error, .. } = self else {
            return self.to_string();
        };
        let sentence = program.at_home(&self.to_string());
        let foreign = foreign_program(program);
        match foreign.or_else(|| missing_path("", Some(error), program)) {
            Some(advice) => format!("{sentence}; {advice}"),
            None => sentence,
        }
    }

    /// Distinguishes a bot's own fault from a failure of the machine.
    pub(crate) fn blame(path: &Path, error: io::Error) -> SpawnError {
        match error.kind() {
            io::ErrorKind::NotFound
            | io::ErrorKind::PermissionDenied
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::IsADirectory
            | io::ErrorKind::ExecutableFileBusy
            | io::ErrorKind::InvalidInput => SpawnError::Bot {
                path: path.to_owned(),
                error,
            },
            _ if error.raw_os_error().is_some_and(is_of_the_bot) => SpawnError::Bot {
                path: path.to_owned(),
                error,
            },
            _ => SpawnError::Machine(error),
        }
    }
}

/// Tells if an error follows from a bot's program, arguments or environment.
fn is_of_the_bot(errno: i32) -> bool {
    let errnos = [
        Errno::NOEXEC,
        Errno::TOOBIG,
        Errno::LOOP,
        Errno::NAMETOOLONG,
        Errno::LIBBAD,
    ];
    errnos.contains(&Errno::from_raw_os_error(errno))
}
