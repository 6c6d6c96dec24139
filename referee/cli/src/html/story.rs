//! A game as a page lists, replays and explains it.

use anyhow::Result;
use referee_record::Outcome;
use referee_stats::MAIN;
use referee_web::board::Reel;
use referee_web::model::{Chair, Story};

use super::audience::Audience;
use super::fault::fault;
use crate::recorded::Recorded;
use crate::why::Why;

/// The game without its pictures; `run` is the name of the file of results.
pub fn story(game: &Recorded, audience: Audience<'_>, run: &str) -> Result<Story> {
    let bot = |seat: char| {
        let mut seats = game.outcome.seats.iter();
        seats
            .find(|own| own.seat == seat)
            .map_or("", |own| own.bot.as_str())
    };
    let faults = Why::of(game, None, run)?.faults;
    let faults = faults.iter().filter(|found| audience.sees(bot(found.seat)));
    let own = matches!(audience, Audience::Author(..));
    let faults = faults.map(|found| fault(game, found, own)).collect();
    Ok(Story {
        faults,
        ..listed(&game.outcome, audience)
    })
}

/// The game as a list names it.
pub fn listed(outcome: &Outcome, audience: Audience<'_>) -> Story {
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
        place: place(outcome),
        chairs: chairs.collect(),
        reason: outcome.verdict.reason.clone(),
        void: match void {
            Some(_) if !audience.sees_rulings() => Some("it doesn't count".to_owned()),
            void => void,
        },
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

fn place(outcome: &Outcome) -> String {
    let place = &outcome.place;
    let mut text = format!("round {}, deal {}", place.round, place.deal);
    if place.stage != MAIN {
        text = format!("{}, {text}", place.stage);
    }
    if outcome.attempt > 1 {
        text += &format!(", attempt {}", outcome.attempt);
    }
    text
}
