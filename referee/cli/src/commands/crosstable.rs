//! `referee crosstable`: prints the results of every bot against every other.

use std::path::PathBuf;

use referee_output::sanitize::document;
use referee_output::{Exit, stdout};
use referee_report::TableFormat;
use referee_report::standings::{RunReport, csv, markdown, text};
use referee_stats::MAIN;
use referee_tournament::results::{self, CHECKED_AT_ONCE};

use super::form::FormArgs;

/// Print the points of each bot against each other, also during a run.
///
/// Rows and columns are in the order of the standings; a cell is points/games. A table that is
/// wider than 80 columns is printed in parts.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee crosstable cup.db
  referee crosstable cup.db --wide | less -S
  referee crosstable cup.db --csv > pairs.csv")]
pub struct CrosstableArgs {
    /// The file of results, or the tournament file next to it.
    run: PathBuf,
    #[command(flatten)]
    form: FormArgs,
    /// Print one table of any width.
    #[arg(long)]
    wide: bool,
    /// The stage whose games are counted.
    #[arg(long, value_name = "NAME", default_value = MAIN)]
    stage: String,
}

impl CrosstableArgs {
    /// Prints the table.
    pub fn run(self) -> anyhow::Result<Exit> {
        let report = RunReport::of(&results::open(&self.run)?, &self.stage, CHECKED_AT_ONCE)?;
        stdout::text(&match self.form.form() {
            TableFormat::Text => text::crosstable(&report, self.wide),
            TableFormat::Json => document(&report.crosstable)?,
            TableFormat::Csv => csv::crosstable(&report)?,
            TableFormat::Markdown => markdown::crosstable(&report),
        })?;
        Ok(Exit::Fine)
    }
}
