//! A game in the layout of its own log, for comparing line by line; docs/results.md defines it.
//!
//! Nothing in it was measured, so two runs that played the same games give the same logs.

use anyhow::Result;
use referee_arena::{replay, rules_of};
use referee_games::{Position, Seat, Turn, terminal};
use referee_record::{Record, Step};

use super::farewell::farewell;
use crate::exit::bad_input;

/// The log of a game; none where its rules have none.
pub fn log(record: &Record) -> Result<Option<String>> {
    let played = &record.played;
    let rules = rules_of(&played.job).map_err(bad_input)?;
    let mut position = rules.read(&played.start).map_err(bad_input)?;
    if position.farewell(None, None).is_none() {
        return Ok(None);
    }
    let mut lines = Vec::new();
    for step in replay(&*rules, played).map_err(bad_input)? {
        let (step, after) = step.map_err(bad_input)?;
        let said = match step {
            Step::Move { word, said, .. } => position.narrate(said.as_deref().unwrap_or(word)),
            Step::Chance { seat, chance } => vec![format!("{seat} rolls {chance}")],
            Step::Out { out, .. } => asked(&*position, *out),
        };
        if !said.is_empty() {
            lines.extend(terminal::draw(&position.scene()));
            lines.extend(said);
            lines.push(String::new());
        }
        position = after;
    }
    lines.extend(farewell(&*position, &played.verdict));
    lines.push(String::new());
    Ok(Some(lines.join("\n")))
}

/// What is said to a seat that must move, if this one must: the first line about any move of its.
fn asked(position: &dyn Position, seat: char) -> Vec<String> {
    let seat = Seat::from_letter(seat);
    match position.turn() {
        Turn::Seat(asked) if Some(asked) == seat => {
            let legal = position.legal();
            let said = legal.first().map(|word| position.narrate(word));
            said.into_iter().flatten().take(1).collect()
        }
        _ => Vec::new(),
    }
}
