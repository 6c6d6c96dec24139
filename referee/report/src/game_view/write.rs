//! Writes many games as lines, rows or records, one after the other; only the Markdown table is built in
//! memory.

use std::io::Write;

use anyhow::Result;
use referee_output::sanitize::{csv, json};
use referee_record::Outcome;
use referee_store::{Filter, LastRulings, ReadError, Run};
use referee_tournament::results::{plan, quoted, unreadable};
use referee_tournament::worth;

use super::RecordedGame;
use super::list::{columns, line, row, table};
use crate::document::OutputFormat;

/// Writes the games that pass a filter: as text a line each, as JSON an object per line, as CSV a row each,
/// as Markdown a table.
pub fn games(run: &Run, filter: &Filter, form: OutputFormat, out: &mut dyn Write) -> Result<()> {
    let worth = worth(run)?;
    let outcomes = run.outcomes(filter).map_err(unreadable)?;
    let mut outcomes = outcomes.map(|outcome| outcome.map_err(unreadable));
    match form {
        OutputFormat::Text => {
            let run = quoted(run.path());
            outcomes.try_for_each(|game| Ok(writeln!(out, "{}", line(&game?, &run))?))
        }
        OutputFormat::Json => outcomes.try_for_each(|game| {
            let row = row(&game?, worth).to_string();
            Ok(writeln!(out, "{}", json(&row))?)
        }),
        OutputFormat::Csv => {
            let columns = columns(plan(run)?.setup.seats, worth);
            let rows = outcomes.map(|game| Ok(columns.exact(&game?)));
            csv::write(out, &columns.keys(), rows)
        }
        OutputFormat::Markdown => {
            let games: Vec<Outcome> = outcomes.collect::<Result<_>>()?;
            Ok(write!(out, "{}", table(&games, worth).markdown())?)
        }
    }
}

/// Writes the complete records of the games that pass a filter, unchanged, a JSON object per line.
pub fn records(run: &Run, filter: &Filter, out: &mut dyn Write) -> Result<()> {
    each(run, filter, |game| {
        Ok(writeln!(
            out,
            "{}",
            json(&serde_json::to_string(&game.record)?)
        )?)
    })
}

/// Calls `tell` for each game that passes a filter, in the order in which they were written, up to the first
/// torn record of the file.
pub fn each(
    run: &Run,
    filter: &Filter,
    mut tell: impl FnMut(RecordedGame) -> Result<()>,
) -> Result<()> {
    let rulings = LastRulings::of(&run.rulings().map_err(unreadable)?);
    for record in run.records().map_err(unreadable)? {
        let record = match record {
            Err(ReadError::Torn { .. }) => break,
            record => record.map_err(unreadable)?,
        };
        let mut outcome = Outcome::of(&record);
        rulings.apply(&mut outcome);
        if filter.matches(&outcome) {
            let run = quoted(run.path());
            tell(RecordedGame {
                record,
                outcome,
                run,
            })?;
        }
    }
    Ok(())
}
