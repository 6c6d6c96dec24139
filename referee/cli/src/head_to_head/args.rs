//! How the games of a match or gauntlet are played, on the command line.

use std::path::PathBuf;

use referee_record::TimeControl;

use super::tc;
use crate::ci::Outputs;
use crate::commands::{at_once::AtOnceArgs, game::GameOptions, number};
use crate::jail::JailArgs;
use crate::run::ChangedBots;

/// How the games of a match or gauntlet are played.
#[derive(clap::Args)]
pub struct OrderArgs {
    /// The game, see `referee games`.
    #[arg(long, default_value = "onitama")]
    pub(super) game: String,
    #[command(flatten)]
    pub(super) options: GameOptions,
    /// The time of each bot, as engines have it: 8+0.08, 40/60, st=1, nodes=5000, depth=6; one second
    /// a move if not given.
    #[arg(long, value_parser = tc::read, allow_hyphen_values = true)]
    pub(super) tc: Option<TimeControl>,
    #[command(flatten)]
    pub at_once: AtOnceArgs,
    /// What everything random is drawn from.
    #[arg(long, value_parser = number::whole::<u64, 0, { i64::MAX as u64 }>)]
    pub(super) seed: Option<u64>,
    /// Random legal plies before each game, instead of as many as starts need to differ.
    #[arg(long, value_name = "PLIES", value_parser = number::whole::<u32, 0, 9999>)]
    pub(super) openings: Option<u32>,
    /// A file of state lines: a start for each pair of games.
    #[arg(long, value_name = "FILE")]
    pub(super) book: Option<PathBuf>,
    /// Where the results go, instead of a name made of the bots' in this folder.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Begin another run, into NAME-2.db and so on, where there is one already.
    #[arg(long)]
    pub new: bool,
    /// What becomes of the games of bots whose sources changed since.
    #[arg(long, value_name = "WHAT")]
    pub changed_bots: Option<ChangedBots>,
    /// Let bots run their `fetch` command, with network, before they are built.
    #[arg(long)]
    pub allow_fetch: bool,
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub outputs: Outputs,
    #[command(flatten)]
    pub jail: JailArgs,
}
