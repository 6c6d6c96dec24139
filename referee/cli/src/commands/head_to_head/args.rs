//! Options for the games of a match or gauntlet.

use std::path::PathBuf;

use crate::args::ChangedBotsArg;
use crate::args::OutputArgs;
use crate::args::number;
use referee_config::parse_time_control;
use referee_record::TimeControl;

use crate::args::JailArgs;
use crate::commands::at_once::AtOnceArgs;
use crate::commands::game::GameOptions;

/// How the games of a match or gauntlet are played.
#[derive(clap::Args)]
pub struct OrderArgs {
    /// The game, see `referee games`.
    #[arg(long, default_value = referee_games::DEFAULT_GAME)]
    pub game: String,
    #[command(flatten)]
    pub options: GameOptions,
    /// The time of each bot, as engines have it: 8+0.08, 40/60, st=1, nodes=5000, depth=6; one second
    /// a move if not given.
    #[arg(long, value_parser = parse_time_control, allow_hyphen_values = true)]
    pub tc: Option<TimeControl>,
    #[command(flatten)]
    pub at_once: AtOnceArgs,
    /// What everything random is drawn from.
    #[arg(long, value_parser = number::whole::<u64, 0, { i64::MAX as u64 }>)]
    pub seed: Option<u64>,
    /// Random legal plies before each game, instead of as many as starts need to differ.
    #[arg(long, value_name = "PLIES", value_parser = number::whole::<u32, 0, 9999>)]
    pub openings: Option<u32>,
    /// A file of state lines: a start for each pair of games.
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,
    /// Where the results go, instead of a name made of the bots' in this folder.
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Begin another run, into NAME-2.db and so on, where there is one already.
    #[arg(long)]
    pub new: bool,
    /// What becomes of the games of bots whose sources changed since.
    #[arg(long, value_name = "WHAT")]
    pub changed_bots: Option<ChangedBotsArg>,
    /// Let bots run their `fetch` command, with network, before they are built.
    #[arg(long)]
    pub allow_fetch: bool,
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub outputs: OutputArgs,
    #[command(flatten)]
    pub jail: JailArgs,
}
