//! Which games can be ruled on: where pairings rest on results, not every one.

use anyhow::Result;
use referee_record::Record;
use referee_schedule::Format;
use referee_store::Run;

use crate::exit::bad_input;
use crate::results;

/// Why games that were played can't be taken back in a format, if they can't.
pub fn rests_on_results(format: &Format) -> Option<&'static str> {
    match format {
        Format::RoundRobin { .. } | Format::Gauntlet { .. } => None,
        _ => Some(
            "in this format later pairings rest on earlier results, so games that were played can't \
             be taken back; begin another run with --new",
        ),
    }
}

/// Refuses a ruling on a game that later pairings rest on.
pub fn may_rule_on(run: &Run, record: &Record) -> Result<()> {
    let plan = results::plan(run)?;
    if rests_on_results(&plan.format).is_none() {
        return Ok(());
    }
    let place = &record.played.job.place;
    for outcome in run
        .outcomes_after(record.played.job.number)
        .map_err(bad_input)?
    {
        let later = outcome.map_err(bad_input)?;
        if (&later.place.stage, later.place.round) != (&place.stage, place.round) {
            return Err(bad_input(format!(
                "game {} can't be ruled on: game {}, of a later round, was paired by its result; only \
                 games of the last round can be taken back in this format",
                record.played.job.number, later.number
            )));
        }
    }
    Ok(())
}
