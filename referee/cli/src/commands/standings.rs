//! `referee standings`: what a run came to, or has come to so far.

use std::path::PathBuf;

use referee_stats::MAIN;

use super::form::FormArgs;
use crate::exit::Exit;
use crate::report::{Form, Report, csv, markdown, text};
use crate::sinks::document;
use crate::{out, results};

/// Print the standings of a run, also while it goes on.
///
/// The same tables that `referee run` ends with, and below them what they rest on: who can't be told
/// apart, time, faults, repeated games, and what is left out with the reason. docs/results.md
/// defines every number.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee standings cup.db
  referee standings cup.toml --wide
  referee standings cup.db --csv > standings.csv
  referee standings exam.db --stage qualification --md")]
pub struct Args {
    /// The file of results, or the tournament file beside it.
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

impl Args {
    /// Prints them.
    pub fn run(self) -> anyhow::Result<Exit> {
        let report = Report::of(&results::open(&self.run)?, &self.stage)?;
        out::text(&match self.form.form() {
            Form::Text => text::whole(&report, self.wide),
            Form::Json => document(&report)?,
            Form::Csv => csv::standings(&report, self.wide)?,
            Form::Markdown => markdown::standings(&report, self.wide),
        })?;
        Ok(Exit::Fine)
    }
}
