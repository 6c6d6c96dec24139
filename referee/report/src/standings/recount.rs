//! Counts the games of a stage anew, where the stored tally isn't what a report is about.

use anyhow::Result;
use referee_record::Outcome;
use referee_schedule::exam::Exam;
use referee_stats::Tally;
use referee_store::{Filter, Run};
use referee_tournament::results::unreadable;

use crate::game_view;

/// Counts games after a change to each; the bots of these names have a row from the beginning.
pub(super) fn recount(
    run: &Run,
    filter: &Filter,
    questions: Option<&Exam>,
    (names, changed): (&[String], &dyn Fn(Outcome) -> Outcome),
) -> Result<Tally> {
    let mut tally = Tally::new(names);
    each(run, filter, questions, &mut |outcome| {
        tally.add(&changed(outcome));
    })?;
    Ok(tally)
}

/// Passes the outcomes of games to `take`. Of the questions of an exam only right answers are wins: the partner
/// gives up, so that by the rules any legal move would win.
pub(super) fn each(
    run: &Run,
    filter: &Filter,
    questions: Option<&Exam>,
    take: &mut dyn FnMut(Outcome),
) -> Result<()> {
    let Some(exam) = questions else {
        for outcome in run.outcomes(filter).map_err(unreadable)? {
            take(outcome.map_err(unreadable)?);
        }
        return Ok(());
    };
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
        take(outcome);
        Ok(())
    })
}
