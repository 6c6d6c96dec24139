//! Options for the games of a match.

use std::num::NonZeroU32;
use std::path::PathBuf;

use super::adjudicate_args::AdjudicateArgs;
use super::book_args::OpeningBookArgs;
use crate::args::ChangedBotsArg;
use crate::args::OutputArgs;
use crate::args::number;
use referee_config::parse_time_control;
use referee_record::TimeControl;

use crate::args::{FleetArgs, JailArgs};
use crate::commands::at_once::AtOnceArgs;
use crate::commands::game::{GameOptions, pair};

/// How the games of a match are played.
#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct OrderArgs {
    /// The game, see `referee rules`.
    #[arg(long, default_value = referee_games::DEFAULT_GAME)]
    pub game: String,
    #[command(flatten)]
    pub options: GameOptions,
    /// An option of each engine that is named by `uci:`; may be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    pub uci: Vec<(String, String)>,
    /// An option of each engine that is named by `xboard:`; may be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair)]
    pub xboard: Vec<(String, String)>,
    /// The time control of each bot: st=1 (seconds for each move), 8+0.08, 40/60, nodes=5000,
    /// depth=6 [default: st=1].
    #[arg(long, value_parser = parse_time_control, allow_hyphen_values = true)]
    pub tc: Option<TimeControl>,
    #[command(flatten)]
    pub at_once: AtOnceArgs,
    /// Seed of everything random.
    #[arg(long, value_parser = number::whole::<u64, 0, { i64::MAX as u64 }>)]
    pub seed: Option<u64>,
    /// Number of random legal plies before each game [default: as many as starts need to differ].
    #[arg(long, value_name = "PLIES", value_parser = number::whole::<u32, 0, 9999>)]
    pub openings: Option<u32>,
    #[command(flatten)]
    pub book: OpeningBookArgs,
    /// Start no game after this many minutes.
    #[arg(long, value_name = "MINUTES", value_parser = number::positive)]
    pub max_minutes: Option<NonZeroU32>,
    /// The file for the results [default: a name made of the bots' names, in the current folder].
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Start a new run even if there is one, in NAME-2.db and so on.
    #[arg(long)]
    pub new: bool,
    /// Replay or keep the games of bots whose sources have changed since.
    #[arg(long, value_name = "WHAT")]
    pub changed_bots: Option<ChangedBotsArg>,
    /// Allow bots to run their `fetch` command, which has network access, before the build.
    #[arg(long)]
    pub allow_fetch: bool,
    /// Go on however many games a bot loses by its own fault.
    #[arg(long)]
    pub allow_faults: bool,
    /// Print JSON instead of text.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub adjudicate: AdjudicateArgs,
    #[command(flatten)]
    pub outputs: OutputArgs,
    #[command(flatten)]
    pub jail: JailArgs,
    #[command(flatten)]
    pub fleet: FleetArgs,
}
