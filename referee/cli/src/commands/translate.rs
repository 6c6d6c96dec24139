//! `referee translate`: plays for a chess engine, as its translator.

use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitStatus, exit};

use referee_output::Exit;
use referee_output::failure::{bad_input, machine};
use referee_translator::TranslatorError;
use rustix::process::{Signal, getpid, kill_process};

use super::game::pair;

/// Play for a chess engine; started by the referee itself for a bot with `protocol = "uci"`
/// or `"xboard"`.
#[derive(clap::Args)]
#[command(
    after_help = "Standard input and output are those of a bot: `hello referee 1`, and so on.

Examples:
  referee translate uci -- stockfish
  referee translate uci --set Hash=64 --set Threads=1 -- ./engine --quiet
  referee translate xboard --set memory=64 -- gnuchess --xboard"
)]
pub struct TranslateArgs {
    /// The language that the engine speaks.
    #[arg(value_enum)]
    dialect: DialectArg,
    /// An option of the engine; may be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    set: Vec<(String, String)>,
    /// The engine's command.
    #[arg(last = true, required = true)]
    command: Vec<OsString>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum DialectArg {
    Uci,
    Xboard,
}

impl TranslateArgs {
    /// Plays until the end of input. If the engine ends before, this process ends as the engine did.
    pub fn run(self) -> anyhow::Result<Exit> {
        let played = match self.dialect {
            DialectArg::Uci => referee_translator::play_uci(&self.command, &self.set),
            DialectArg::Xboard => referee_translator::play_xboard(&self.command, &self.set),
        };
        match played {
            Ok(()) => Ok(Exit::Fine),
            Err(TranslatorError::Ended(status)) => end_as(status),
            Err(
                error @ (TranslatorError::Start { .. }
                | TranslatorError::Option(_)
                | TranslatorError::Game(_)),
            ) => Err(bad_input(error)),
            Err(error) => Err(machine(error)),
        }
    }
}

/// Ends this process by the same status or signal.
fn end_as(status: ExitStatus) -> ! {
    if let Some(signal) = status.signal().and_then(Signal::from_named_raw) {
        // A handler of the first, as the standard library has for SIGSEGV, gives way to the second. One that is
        // ignored, as SIGPIPE is, doesn't end it.
        let _ = kill_process(getpid(), signal);
        let _ = kill_process(getpid(), signal);
    }
    exit(status.code().unwrap_or(128 + status.signal().unwrap_or(0)))
}
