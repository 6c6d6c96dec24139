//! Counts the questions of an exam, of which the stored tally isn't what a report is about.

use anyhow::Result;
use referee_schedule::exam::Exam;
use referee_stats::{BotVersions, Tally, VersionTally};
use referee_store::{Filter, Run};

use crate::game_view;

/// Counts the games that pass a filter, for each bot and for each of its versions. Only right answers are wins: the
/// partner gives up, so that by the rules any legal move would win.
pub(super) fn count_questions<'a>(
    run: &Run,
    filter: &Filter,
    exam: &Exam,
    versions: &'a BotVersions,
) -> Result<(Tally, VersionTally<'a>)> {
    let mut tally = Tally::unstored(&[]);
    let mut by_version = VersionTally::new(versions);
    game_view::each(run, filter, |game| {
        let mut outcome = game.outcome;
        let right = game_view::answer(&game.record)
            .is_some_and(|move_text| exam.is_right(&outcome.place, &move_text));
        if !right {
            for seated in &game.record.played.job.seats {
                let mut seats = outcome.verdict.seats.iter_mut();
                if let Some(seat_result) = seats.find(|seat_result| seat_result.seat == seated.seat)
                {
                    seat_result.place = if seated.examiner { 1 } else { 2 };
                }
            }
        }
        tally.add(&outcome);
        by_version.add(&outcome);
        Ok(())
    })?;
    Ok((tally, by_version))
}
