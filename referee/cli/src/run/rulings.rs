//! Which games can be ruled on: where pairings rest on results, not every one.

use anyhow::Result;
use referee_record::Record;
use referee_schedule::Format;
use referee_schedule::exam::{MAIN, QUALIFICATION};
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

/// Refuses a ruling on a game that later pairings rest on; `replay` says whether it is to be played
/// again.
pub fn may_rule_on(run: &Run, record: &Record, replay: bool) -> Result<()> {
    let plan = results::plan(run)?;
    if rests_on_results(&plan.format).is_none() {
        return Ok(());
    }
    let exam = matches!(plan.format, Format::Exam(_));
    let place = &record.played.job.place;
    // The main stage of an exam rests on the outcomes of its qualification as they were played, so
    // that only another outcome could change its pairs.
    if exam && !(replay && place.stage == QUALIFICATION) {
        return Ok(());
    }
    let number = record.played.job.number;
    for outcome in run.outcomes_after(number).map_err(bad_input)? {
        let later = outcome.map_err(bad_input)?;
        if exam && later.place.stage == MAIN {
            return Err(bad_input(format!(
                "game {number} can't be played again: who meets whom in the main stage rests on it, \
                 and game {} of that stage is played; without --replay it can be annulled, which \
                 leaves the main stage as it is",
                later.number
            )));
        }
        if !exam && (&later.place.stage, later.place.round) != (&place.stage, place.round) {
            return Err(bad_input(format!(
                "game {number} can't be ruled on: game {}, of a later round, was paired by its \
                 result; only games of the last round can be taken back in this format",
                later.number
            )));
        }
    }
    Ok(())
}
