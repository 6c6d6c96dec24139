//! A game on a page: its entry in the list, its replay and its faults.

use anyhow::Result;
use referee_games::Rules;
use referee_record::{FaultKind, Outcome};
use referee_report::game_view::RecordedGame;
use referee_report::why::Why;
use referee_schedule::Plan;
use referee_stats::MAIN;

use super::fault::fault;
use super::viewer::Viewer;
use crate::board::{ExpectedMoves, ReplayFrames};
use crate::model::{GameSeat, GameSummary};

/// Returns the game without its pictures; `run` is the name of the results file, quoted for a command.
pub fn story(
    rules: &dyn Rules,
    game: &RecordedGame,
    plan: &Plan,
    audience: Viewer<'_>,
    run: &str,
) -> Result<GameSummary> {
    let bot = |seat: char| {
        let mut seats = game.outcome.seats.iter();
        seats
            .find(|seated| seated.seat == seat)
            .map_or("", |seated| seated.bot.as_str())
    };
    let faults = Why::of(rules, game, None, run)?.faults;
    // A bot that resigns has decided to do so; the command `why` explains it on request.
    let faults = faults.iter().filter(|explained_fault| {
        explained_fault.reason != FaultKind::Resigned && audience.sees(bot(explained_fault.seat))
    });
    let is_author = matches!(audience, Viewer::Author(..));
    let faults = faults
        .map(|explained_fault| fault(rules, game, explained_fault, is_author))
        .collect();
    Ok(GameSummary {
        faults,
        ..listed(&game.outcome, plan, audience)
    })
}

/// Returns the game as an entry of a list.
pub fn listed(outcome: &Outcome, plan: &Plan, audience: Viewer<'_>) -> GameSummary {
    let seats = outcome.seats.iter().map(|seated| {
        let result = outcome.verdict.seat(seated.seat);
        GameSeat {
            seat: seated.seat,
            bot: audience.name(&seated.bot),
            place: result.map_or(0, |result| result.place),
            fault: result.and_then(|result| Some(result.fault?.to_string())),
        }
    });
    let void = outcome.verdict.void.clone();
    GameSummary {
        number: outcome.number,
        place: place(outcome, plan),
        seats: seats.collect(),
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

/// Returns the pictures of a game, with the remarks that the audience may see.
pub fn frames(
    rules: &dyn Rules,
    game: &RecordedGame,
    audience: Viewer<'_>,
    expected: ExpectedMoves,
) -> Result<ReplayFrames, String> {
    let seats = &game.outcome.seats;
    let tells = |seat| {
        seats
            .iter()
            .any(|seated| seated.seat == seat && audience.sees(&seated.bot))
    };
    ReplayFrames::of(rules, &game.record, tells, expected)
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
