//! A game as a page lists, replays and explains it.

use anyhow::Result;
use referee_arena::{replay, rules_of};
use referee_record::{Outcome, RESIGNED, Step};
use referee_schedule::Plan;
use referee_stats::MAIN;
use referee_web::board::Reel;
use referee_web::model::{Chair, Story};

use super::audience::Audience;
use super::fault::fault;
use crate::recorded::{self, Recorded};
use crate::why::Why;

/// The game without its pictures; `run` is the name of the file of results.
pub fn story(game: &Recorded, plan: &Plan, audience: Audience<'_>, run: &str) -> Result<Story> {
    let bot = |seat: char| {
        let mut seats = game.outcome.seats.iter();
        seats
            .find(|own| own.seat == seat)
            .map_or("", |own| own.bot.as_str())
    };
    let faults = Why::of(game, None, run)?.faults;
    // Who gives up has decided so: that is explained by `why`, where somebody asks.
    let faults = faults
        .iter()
        .filter(|found| found.reason != RESIGNED && audience.sees(bot(found.seat)));
    let own = matches!(audience, Audience::Author(..));
    let faults = faults.map(|found| fault(game, found, own)).collect();
    Ok(Story {
        faults,
        farewell: farewell(game),
        ..listed(&game.outcome, plan, audience)
    })
}

/// How a game ended in its own words, if it has some and it ended by its rules: what is said of the move that won,
/// or that nobody did.
fn farewell(game: &Recorded) -> Option<String> {
    let (played, verdict) = (&game.record.played, &game.outcome.verdict);
    let faulty = verdict.seats.iter().any(|seat| seat.fault.is_some());
    if faulty || verdict.void.is_some() || *verdict != played.verdict {
        return None;
    }
    let rules = rules_of(&played.job).ok()?;
    let mut before = rules.read(&played.start).ok()?;
    let mut told = None;
    for step in replay(&*rules, played).ok()? {
        let (step, after) = step.ok()?;
        told = match step {
            Step::Move { word, .. } => before.narrate(word).pop(),
            _ => None,
        };
        before = after;
    }
    let farewell = recorded::farewell(&*before, verdict)?;
    let first = verdict.seats.iter().filter(|seat| seat.place == 1);
    Some(told.filter(|_| first.count() == 1).unwrap_or(farewell))
}

/// The game as a list names it.
pub fn listed(outcome: &Outcome, plan: &Plan, audience: Audience<'_>) -> Story {
    let chairs = outcome.seats.iter().map(|own| {
        let result = outcome.verdict.seat(own.seat);
        Chair {
            seat: own.seat,
            bot: audience.name(&own.bot),
            place: result.map_or(0, |result| result.place),
            fault: result.and_then(|result| result.fault.clone()),
        }
    });
    let void = outcome.verdict.void.clone();
    Story {
        number: outcome.number,
        place: place(outcome, plan),
        chairs: chairs.collect(),
        reason: outcome.verdict.reason.clone(),
        void: match void {
            Some(_) if !audience.sees_rulings() => Some("it doesn't count".to_owned()),
            void => void,
        },
        farewell: None,
        steps: outcome.steps,
        replay: false,
        files: false,
        faults: Vec::new(),
    }
}

/// The pictures of a game, with the remarks that may be seen.
pub fn reel(game: &Recorded, audience: Audience<'_>) -> Result<Reel, String> {
    let seats = &game.outcome.seats;
    Reel::of(&game.record, |seat| {
        seats
            .iter()
            .any(|own| own.seat == seat && audience.sees(&own.bot))
    })
}

fn place(outcome: &Outcome, plan: &Plan) -> String {
    let place = &outcome.place;
    let deal = plan.deal_in_stage(&place.stage, place.deal);
    let mut text = format!("round {}, deal {deal}", place.round);
    if place.stage != MAIN {
        text = format!("{}, {text}", place.stage);
    }
    if outcome.attempt > 1 {
        text += &format!(", attempt {}", outcome.attempt);
    }
    text
}
