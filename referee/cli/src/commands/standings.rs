//! `referee standings`: prints the standings or the crosstable of a run, finished or not.

use std::path::PathBuf;

use referee_output::sanitize::document;
use referee_output::{Exit, stdout};
use referee_report::document::OutputFormat;
use referee_report::standings::{RunReport, markdown, tables, text};
use referee_stats::MAIN;
use referee_tournament::results::{self, CHECKED_AT_ONCE};

use super::form::FormArgs;

/// Print the standings of a run, also during the run.
///
/// Prints the tables of `referee run`, and below them bots that can't be told apart, faults, repeated
/// games, and what is left out with the reason. docs/results.md defines every number.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee standings cup.db
  referee standings cup.toml --wide | less -S
  referee standings cup.db --crosstable
  referee standings cup.db --by-version
  referee standings cup.db --csv > standings.csv
  referee standings exam.db --stage qualification --md")]
pub struct StandingsArgs {
    /// The file of results, or the tournament file next to it.
    run: PathBuf,
    /// Print only the points of each bot against each other: rows and columns in the order of the
    /// standings, points/games in each cell.
    #[arg(long)]
    crosstable: bool,
    #[command(flatten)]
    form: FormArgs,
    /// Print all details, in more than 80 columns: percent, all rank probabilities, times, a column
    /// for each kind of fault, the prior of the ratings, jail and clock.
    #[arg(long)]
    wide: bool,
    /// Count each version of a bot as a bot of its own, where the files of bots changed during the run.
    #[arg(long)]
    by_version: bool,
    /// The stage whose games are counted.
    #[arg(long, value_name = "NAME", default_value = MAIN)]
    stage: String,
}

impl StandingsArgs {
    /// Prints the standings.
    pub fn run(self) -> anyhow::Result<Exit> {
        let run = results::open(&self.run)?;
        let report = if self.by_version {
            RunReport::by_version(&run, &self.stage)?
        } else {
            RunReport::of(&run, &self.stage, CHECKED_AT_ONCE)?
        };
        let form = self.form.form();
        let text = match (self.crosstable, form) {
            (false, OutputFormat::Text) => text::whole(&report, self.wide),
            (false, OutputFormat::Json) => document(&report)?,
            (false, OutputFormat::Csv) => tables::standings_csv(&report.standings, self.wide)?,
            (false, OutputFormat::Markdown) => markdown::standings(&report, self.wide),
            (true, OutputFormat::Text) => text::crosstable(&report, self.wide),
            (true, OutputFormat::Json) => document(&report.crosstable)?,
            (true, OutputFormat::Csv) => tables::crosstable_csv(&report)?,
            (true, OutputFormat::Markdown) => markdown::crosstable(&report),
        };
        match form {
            OutputFormat::Text => stdout::table(&text)?,
            _ => stdout::text(&text)?,
        }
        Ok(Exit::Fine)
    }
}
