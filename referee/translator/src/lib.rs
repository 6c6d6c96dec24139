//! A program between the referee and a chess engine: it speaks the protocol of bots to the referee, and UCI to the
//! engine, which it starts. The referee knows nothing of it: for its clocks, its jail and its verdicts it is a bot.
//!
//! Whatever the engine does, it does for the translator as well: silence stays silence, a wrong move is passed on, and
//! the end of its process is the end of this one; [`TranslatorError::Ended`] has the status to end by. UCI is described in
//! <https://backscattering.de/chess/uci/>.
//!
//! Begin at [`play`]. This crate must not know the rules of chess: it passes on positions and moves as they are.

mod engine_process;
mod go;
mod options;
mod search_info;
mod translator;

use std::ffi::OsString;
use std::io;
use std::process::ExitStatus;

use thiserror::Error;

use translator::Translator;

/// Why an engine can't play.
#[derive(Debug, Error)]
pub enum TranslatorError {
    /// The engine's process can't be started.
    #[error("starting the engine {command}: {error}")]
    Start {
        /// The command.
        command: String,
        /// The reason.
        error: io::Error,
    },
    /// The engine doesn't have an option, or not with this value.
    #[error("{0}")]
    Option(String),
    /// The engine's process has ended.
    #[error("the engine has ended: {0}")]
    Ended(ExitStatus),
    /// The engine has closed its input or output, and runs on.
    #[error("the engine has closed its output")]
    Closed,
    /// Reading or writing failed.
    #[error("talking to the referee or the engine: {0}")]
    Io(#[from] io::Error),
}

/// Starts an engine with these options of UCI, and plays on standard input and output until `quit` or the end of input.
/// Returns an error if the engine can't play any more.
pub fn play(command: &[OsString], options: &[(String, String)]) -> Result<(), TranslatorError> {
    Translator::start(command, options)?.run()
}
