//! A program between the referee and a chess engine: it speaks the protocol of bots to the referee, and the engine's
//! language to the engine, which it starts. The referee knows nothing of it: for its clocks, its jail and its verdicts
//! it is a bot.
//!
//! Whatever the engine does, it does for the translator as well: silence stays silence, a wrong move is passed on, and
//! the end of its process is the end of this one; [`TranslatorError::Ended`] has the status to end by.
//!
//! Begin at [`play_uci`] and [`play_xboard`]. `translator.rs` has what all languages have in common, `dialect.rs` what
//! each one says in its own words. This crate must not know the rules of chess: it passes on positions and moves, and
//! knows of pieces only where they stand.

mod dialect;
mod engine_process;
mod move_time;
mod options;
mod remark;
mod told_game;
mod translator;
mod uci;
mod xboard;

use std::ffi::OsString;
use std::io;
use std::process::ExitStatus;

use thiserror::Error;

use translator::Translator;
use uci::Uci;
use xboard::Xboard;

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
    /// The engine can't play this game, or can't be told of it.
    #[error("{0}")]
    Game(String),
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

/// Starts an engine that speaks UCI, with these options, and plays on standard input and output until `quit` or the end
/// of input. Returns an error if the engine can't play any more.
pub fn play_uci(command: &[OsString], options: &[(String, String)]) -> Result<(), TranslatorError> {
    Translator::start(Uci::default(), command, options)?.run()
}

/// Starts an engine that speaks the protocol of xboard, and plays like [`play_uci`].
pub fn play_xboard(
    command: &[OsString],
    options: &[(String, String)],
) -> Result<(), TranslatorError> {
    Translator::start(Xboard::default(), command, options)?.run()
}
