//! Writes a game in the layout of its own log, for comparison line by line; docs/results.md defines it.
//!
//! Apart from the output of a bot that failed, the log holds nothing measured, so two runs that played the
//! same games give the same logs.

mod uncaught;

use anyhow::Result;
use referee_engine::{replay, said_at_fault};
use referee_games::{Position, Rules, Turn, terminal};
use referee_output::failure::bad_input;
use referee_record::{FaultKind, Measured, Record, Step};

use super::farewell::farewell;

/// Returns the log of a game; `None` if its rules define no log. Returns an error if the record can't be
/// replayed.
pub fn log(rules: &dyn Rules, record: &Record) -> Result<Option<String>> {
    let played = &record.played;
    let mut position = rules.read(&played.start).map_err(bad_input)?;
    if position.farewell(None, None).is_none() {
        return Ok(None);
    }
    let mut lines = Vec::new();
    for step in replay(rules, played).map_err(bad_input)? {
        let (step, after) = step.map_err(bad_input)?;
        let said = match step {
            Step::Move { word, said, .. } => position.narrate(said.as_deref().unwrap_or(word)),
            Step::Chance { seat, chance } => vec![format!("{seat} rolls {chance}")],
            Step::Out { out, reason } => failed(&*position, *out, *reason, &record.measured),
            Step::Adjudicated { .. } => Vec::new(),
        };
        if !said.is_empty() {
            lines.extend(terminal::draw(&position.scene()));
            lines.extend(said);
            // No blank line here: the final lines follow at once.
            if !matches!(step, Step::Out { .. }) && !is_won(&*after) {
                lines.push(String::new());
            }
        }
        position = after;
    }
    lines.extend(farewell(&*position, &played.verdict));
    lines.push(String::new());
    Ok(Some(lines.join("\n")))
}

fn is_won(position: &dyn Position) -> bool {
    let Turn::Over(ending) = position.turn() else {
        return false;
    };
    let firsts = ending.places.iter().filter(|(_, place)| *place == 1);
    firsts.count() == 1
}

/// Returns the lines for a seat that fails in its turn: the refused move, or the error that ended its
/// program, if they are known.
fn failed(
    position: &dyn Position,
    seat: char,
    kind: FaultKind,
    measured: &Measured,
) -> Vec<String> {
    match position.turn() {
        Turn::Seat(asked) if asked.letter() == seat => {}
        _ => return Vec::new(),
    }
    let evidence = measured.evidence.iter().find(|fault| fault.seat == seat);
    let refused = evidence.filter(|_| kind == FaultKind::IllegalMove);
    let refused = refused.and_then(said_at_fault).unwrap_or_default();
    let mut lines = position.narrate_refused(&refused);
    if let Some(evidence) = evidence
        && kind == FaultKind::Crash
    {
        lines.extend(uncaught::describe_error(&evidence.stderr));
    }
    lines
}
