//! `referee tune`: searches for better values of a bot's parameters.

use std::path::PathBuf;

use crate::args::ChangedBotsArg;
use crate::args::number::whole;
use referee_config as config;
use referee_output::failure::{bad_input, machine};
use referee_output::sanitize::document;
use referee_output::{Exit, stdout};
use referee_report::tune::{TuningReport, block};
use referee_schedule::Format;
use referee_store::Run;
use referee_tournament::results::quoted;
use referee_tournament::{self as run, RunSettings};

use super::at_once::AtOnceArgs;
use crate::args::JailArgs;
use crate::display::TerminalReporter;

/// Tune a bot's parameters by self-play.
///
/// Plays SPSA: in each iteration two settings of the bot, a little apart in all parameters at once,
/// play mirrored pairs, and the values move towards the better one. Ends with a table of each
/// parameter's values over time, the final settings, and a file that tests them against the start.
/// Run the same command again to resume a tuning that was stopped. Read docs/tuning.md for the
/// file.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee tune tournaments/tune.toml
  referee tune tune.toml --concurrency 4 --json > tuned.json
  referee tune tune.toml --new --seed 2
  referee run tune-sprt.toml        (the test that a tuning ends with)

In the file (more in docs/tuning.md):
  game = \"onitama\"
  format = \"tune\"
  [tune]
  parameters = [
    { name = \"step\", start = 20, min = 0, max = 100, integer = true },
  ]
  [[bots]]
  bot = \"house:minimax,depth=1,step={step}\"")]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct TuneArgs {
    /// A tournament file with format = "tune".
    #[arg(value_name = "TUNE.toml")]
    file: PathBuf,
    /// Print JSON instead of tables.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    at_once: AtOnceArgs,
    /// Seed of everything random, instead of the file's.
    #[arg(long, value_parser = whole::<u64, 0, { i64::MAX as u64 }>)]
    seed: Option<u64>,
    /// The file for the results [default: NAME.db next to the file].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Log the messages to and from each bot, and its stderr, into this folder.
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// Start a new run even if there is one, in NAME-2.db and so on.
    #[arg(long)]
    new: bool,
    /// Replay or keep the games of a bot whose sources have changed since.
    #[arg(long, value_name = "WHAT")]
    changed_bots: Option<ChangedBotsArg>,
    /// Allow the bot to run its `fetch` command, which has network access, before the build.
    #[arg(long)]
    allow_fetch: bool,
    /// Build the bot again, without the build cache.
    #[arg(long)]
    build_anew: bool,
    #[command(flatten)]
    jail: JailArgs,
}

impl TuneArgs {
    /// Plays the tuning.
    pub fn run(self) -> anyhow::Result<Exit> {
        let jail = self.jail.wanted();
        let mut tournament = config::load(&self.file, jail.said())?;
        let file = self.file.display();
        if !matches!(tournament.format, Format::Tune(_)) {
            return Err(bad_input(format!(
                "{file}: this is no tuning; expected format = \"tune\" and a table [tune], or play it by \
                 `referee run {file}`"
            )));
        }
        tournament.seed = self.seed.unwrap_or(tournament.seed);
        tournament.seed_given |= self.seed.is_some();
        self.at_once.apply(&mut tournament);
        let out = self
            .out
            .as_ref()
            .map(|out| format!(" --out {}", quoted(out)));
        let again = format!(
            "referee tune {}{}",
            quoted(&self.file),
            out.unwrap_or_default()
        );
        let settings = RunSettings {
            out: self.out.unwrap_or_else(|| run::results_of(&self.file)),
            log: self.log,
            file: self.file.clone(),
            new: self.new,
            extend: None,
            changed: self.changed_bots.map(Into::into),
            fetch: self.allow_fetch,
            anew: self.build_anew,
            jail,
        };
        let finished = run::runtime()?.block_on(run::run(
            tournament,
            settings,
            &mut TerminalReporter::default(),
        ))?;
        let played = Run::open(&finished.path).map_err(machine)?;
        let report = TuningReport::of(&played, Some(finished.closed), &self.file)?;
        let report = report.ok_or_else(|| bad_input("this run is no tuning"))?;
        let text = if self.json {
            document(&report)?
        } else {
            block(&report)
        };
        stdout::text(&text)?;
        let tallies = played.tallies().map_err(machine)?;
        run::tell_end(&finished, &played, tallies.main(), (&self.file, &again))?;
        Ok(report.exit())
    }
}
