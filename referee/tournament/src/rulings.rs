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
pub(crate) fn replays_nothing(plan: &Plan) -> Option<&'static str> {
    rests_on_results(&plan.format).or(plan.park_after.map(|_| PARKING))
}

/// Tells if all games of a worker can be ruled on, as far as the plan says so: `Some(true)` if most of them can also be
/// played again.
#[must_use]
pub fn rules_on_workers(plan: &Plan) -> Option<bool> {
    let is_exam = matches!(plan.format, Format::Exam(_));
    let can = is_exam || rests_on_results(&plan.format).is_none();
    can.then_some(plan.park_after.is_none())
}

/// A stage and a round of it.
type Round = (String, u32);

/// What rests on the games of a run.
pub struct RulingCheck {
    plan: Plan,
    /// The number of each game that is of another round than the one before, where later rounds rest on earlier ones.
    rounds: Vec<(u64, Round)>,
}

impl RulingCheck {
    /// Reads the plan of a run, and its rounds. Returns an error if it can't be read.
    pub fn of(run: &Run) -> Result<RulingCheck> {
        let plan = results::plan(run)?;
        let mut rounds: Vec<(u64, Round)> = Vec::new();
        if rests_on_results(&plan.format).is_some() {
            for outcome in run.outcomes_after(0).map_err(unreadable)? {
                let Outcome { number, place, .. } = outcome.map_err(unreadable)?;
                let round = (place.stage, place.round);
                if rounds.last().is_none_or(|(_, last)| *last != round) {
                    rounds.push((number, round));
                }
            }
        }
        Ok(RulingCheck { plan, rounds })
    }

    /// Explains why there can be no ruling on a game that later pairings depend on, or why it can't be played again;
    /// returns `None` if there can be this ruling. `replay` says whether the game is to be played again.
    #[must_use]
    pub fn objection(&self, played: &Outcome, replay: bool) -> Option<String> {
        let plan = &self.plan;
        let number = played.number;
        if replay {
            if plan.park_after.is_some() {
                return Some(format!("--replay: {PARKING}"));
            }
            let gone = plan.withdrawn();
            let mut seats = played.seats.iter();
            if let Some(seated) = seats.find(|seated| gone.contains(seated.bot.as_str())) {
                return Some(format!(
                    "game {number} can't be played again, since {} has left; without --replay it is \
                     left out of the tables",
                    seated.bot
                ));
            }
        }
        let exam = matches!(plan.format, Format::Exam(_));
        let place = &played.place;
        // The main stage of an exam depends on the outcomes of its qualification as they were played, so only
        // another outcome could change its pairings.
        if exam && !(replay && place.stage == QUALIFICATION) {
            return None;
        }
        let next = self.rounds.partition_point(|(first, _)| *first <= number);
        let mut later = self.rounds[next..].iter();
        if exam {
            let (main, _) = later.find(|(_, (stage, _))| stage == MAIN)?;
            return Some(format!(
                "game {number} can't be played again: who meets whom in the main stage rests on it, \
                 and game {main} of that stage is played; without --replay it can be annulled, and \
                 `referee run` with --extend plays it again under a new number, if a bot becomes \
                 eligible by that"
            ));
        }
        let is_other = |(stage, round): &Round| (stage, *round) != (&place.stage, place.round);
        let (other, _) = later.find(|(_, round)| is_other(round))?;
        Some(format!(
            "game {number} can't be ruled on: game {other}, of a later round, was paired by its \
             result; only games of the last round can be taken back in this format"
        ))
    }
}
