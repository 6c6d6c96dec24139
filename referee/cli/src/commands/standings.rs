//! `referee standings`: prints the standings of a run, finished or not.

use std::path::PathBuf;

use referee_output::sanitize::document;
use referee_output::{Exit, stdout};
use referee_report::TableFormat;
use referee_report::standings::{RunReport, csv, markdown, text};
use referee_stats::MAIN;
use referee_tournament::results::{self, CHECKED_AT_ONCE};

use super::form::FormArgs;

/// Print the standings of a run, also during the run.
///
/// Prints the tables of `referee run`, and below them details: bots that can't be told apart,
/// times, faults, repeated games, and what is left out with the reason. docs/results.md defines
/// every number.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee standings cup.db
  referee standings cup.toml --wide
  referee standings cup.db --csv > standings.csv
  referee standings exam.db --stage qualification --md")]
pub struct StandingsArgs {
    /// The file of results, or the tournament file next to it.
    run: PathBuf,
    #[command(flatten)]
    form: FormArgs,
    /// Use more than 80 columns: all rank probabilities, times, a column for each kind of fault.
    #[arg(long)]
    wide: bool,
    /// The stage whose games are counted.
    #[arg(long, value_name = "NAME", default_value = MAIN)]
    stage: String,
}

impl StandingsArgs {
    /// Prints the standings.
    pub fn run(self) -> anyhow::Result<Exit> {
        let report = RunReport::of(&results::open(&self.run)?, &self.stage, CHECKED_AT_ONCE)?;
        stdout::text(&match self.form.form() {
            TableFormat::Text => text::whole(&report, self.wide),
            TableFormat::Json => document(&report)?,
            TableFormat::Csv => csv::standings(&report, self.wide)?,
            TableFormat::Markdown => markdown::standings(&report, self.wide),
        })?;
        Ok(Exit::Fine)
    }
}
