//! Why a sandbox could not be started, and who is to blame: the bot's program or the machine.

use std::io;

use thiserror::Error;

use crate::wire::{Failure, Stage};

/// Why a bot could not be started in its sandbox.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// Its program could not be started.
    #[error("{step}: {error}")]
    Program {
        /// The step that failed.
        step: String,
        /// The error of the system.
        error: io::Error,
    },
    /// The machine could not make the sandbox.
    #[error("{step}: {error}")]
    Machine {
        /// The step that failed.
        step: String,
        /// The error of the system.
        error: io::Error,
    },
}

impl SandboxError {
    /// Blames the machine for a step that failed before the bot was known. The error has no number any more, so that nobody
    /// looks for its cause in the bot.
    pub(crate) fn before_the_bot(step: &str, error: &io::Error) -> SandboxError {
        SandboxError::Machine {
            step: step.to_owned(),
            error: io::Error::other(error.to_string()),
        }
    }
}

impl From<Failure> for SandboxError {
    /// Blames the bot for a failed start of its program, and the machine for any other step.
    fn from(failure: Failure) -> SandboxError {
        let mut error = io::Error::from_raw_os_error(failure.errno);
        let step = failure.step;
        if error.kind() == io::ErrorKind::StaleNetworkFileHandle {
            let why = "it isn't what lay there when it was looked at before the first game; put that back, \
                       or stop the run and go on with it";
            error = io::Error::new(error.kind(), why);
        }
        match failure.stage {
            Stage::Base => SandboxError::before_the_bot(&step, &error),
            Stage::Plan => SandboxError::Machine { step, error },
            Stage::Program => SandboxError::Program { step, error },
        }
    }
}
