//! Decides which games can be ruled on: where pairings depend on results, not all of them.

use anyhow::Result;
use referee_record::Outcome;
use referee_schedule::exam::{MAIN, QUALIFICATION};
use referee_schedule::{Format, Plan};
use referee_store::Run;

use crate::results;
use crate::results::unreadable;

const PARKING: &str = "with park_after earlier games decide who plays the later ones, so games that \
    were played can't be played again; begin another run with --new";

/// Explains why games that were played can't be taken back in a format, or returns `None` if they can.
pub(crate) fn rests_on_results(format: &Format) -> Option<&'static str> {
    match format {
        Format::RoundRobin { .. } | Format::Gauntlet { .. } => None,
        _ => Some(
            "in this format later pairings rest on earlier results, so games that were played can't \
             be taken back; begin another run with --new",
        ),
    }
}

/// Explains why no game of a plan can be played again, or returns `None` if games can be.
pub fn replays_nothing(plan: &Plan) -> Option<&'static str> {
    rests_on_results(&plan.format).or(plan.park_after.map(|_| PARKING))
}

/// What rests on the games of a run.
pub struct RulingCheck<'r> {
    run: &'r Run,
    plan: Plan,
}

impl RulingCheck<'_> {
    /// Reads the plan of a run. Returns an error if it can't be read.
    pub fn of(run: &Run) -> Result<RulingCheck<'_>> {
        let plan = results::plan(run)?;
        Ok(RulingCheck { run, plan })
    }

    /// Explains why there can be no ruling on a game that later pairings depend on, or why it can't be played again;
    /// returns `None` if there can be this ruling. `replay` says whether the game is to be played again. Returns an
    /// error if the run can't be read.
    pub fn objection(&self, played: &Outcome, replay: bool) -> Result<Option<String>> {
        let plan = &self.plan;
        let number = played.number;
        if replay {
            if plan.park_after.is_some() {
                return Ok(Some(format!("--replay: {PARKING}")));
            }
            let gone = plan.withdrawn();
            let mut seats = played.seats.iter();
            if let Some(seated) = seats.find(|seated| gone.contains(seated.bot.as_str())) {
                return Ok(Some(format!(
                    "game {number} can't be played again, since {} has left; without --replay it is \
                     left out of the tables",
                    seated.bot
                )));
            }
        }
        if rests_on_results(&plan.format).is_none() {
            return Ok(None);
        }
        let exam = matches!(plan.format, Format::Exam(_));
        let place = &played.place;
        // The main stage of an exam depends on the outcomes of its qualification as they were played, so only
        // another outcome could change its pairings.
        if exam && !(replay && place.stage == QUALIFICATION) {
            return Ok(None);
        }
        for outcome in self.run.outcomes_after(number).map_err(unreadable)? {
            let later = outcome.map_err(unreadable)?;
            if exam && later.place.stage == MAIN {
                return Ok(Some(format!(
                    "game {number} can't be played again: who meets whom in the main stage rests on it, \
                     and game {} of that stage is played; without --replay it can be annulled, and \
                     `referee run` with --extend plays it again under a new number, if a bot becomes \
                     eligible by that",
                    later.number
                )));
            }
            if !exam && (&later.place.stage, later.place.round) != (&place.stage, place.round) {
                return Ok(Some(format!(
                    "game {number} can't be ruled on: game {}, of a later round, was paired by its \
                     result; only games of the last round can be taken back in this format",
                    later.number
                )));
            }
        }
        Ok(None)
    }
}
