//! The first faults of a run, each with what explains it.

use anyhow::Result;
use referee_store::{Filter, Run};

use crate::outputs::Fault;
use crate::recorded::Recorded;
use crate::results::{quoted, unreadable};
use crate::why::Why;

/// Faults that are told in full.
const TOLD: usize = 20;
/// Lines of a bot's stderr that are told, the last ones.
const LINES: usize = 8;

/// A fault of a bot.
pub struct Found {
    /// Whose.
    pub bot: String,
    /// What is told of it.
    pub fault: Fault,
}

/// The first of so many faults, in the games that count up to this number.
pub fn first(run: &Run, total: u64, last: u64) -> Result<Vec<Found>> {
    let mut seen = Vec::new();
    if total == 0 {
        return Ok(Vec::new());
    }
    for outcome in run.outcomes(&Filter::default()).map_err(unreadable)? {
        let outcome = outcome.map_err(unreadable)?;
        if outcome.number > last {
            continue;
        }
        for own in &outcome.seats {
            if let Some(word) = outcome.fault(&own.bot) {
                seen.push((
                    outcome.number,
                    outcome.attempt,
                    own.seat,
                    own.bot.clone(),
                    word.to_owned(),
                ));
            }
        }
    }
    seen.sort();
    seen.truncate(TOLD);
    let tell = |(number, attempt, seat, bot, word)| {
        let game = Recorded::find(run, number, Some(attempt))?;
        let (what, why) = explained(&game, seat, run)?;
        let title = format!("game {number}, {seat} {bot} ({word})");
        let fault = Fault {
            title,
            what,
            why,
            file: None,
        };
        Ok(Found { bot, fault })
    };
    seen.into_iter().map(tell).collect()
}

/// What happened, and what explains it in some lines.
fn explained(game: &Recorded, seat: char, run: &Run) -> Result<(String, String)> {
    let why = Why::of(game, Some(seat), &quoted(run.path()))?;
    let Some(own) = why.faults.into_iter().next() else {
        return Ok((String::new(), game.why(seat)));
    };
    let mut lines = vec![format!("the rule: {}", own.rule)];
    if !own.last_bytes.is_empty() {
        lines.push(format!("last bytes: {}", own.last_bytes));
    }
    let stderr: Vec<&str> = own.stderr.lines().collect();
    let stderr = stderr.iter().rev().take(LINES).rev();
    lines.extend(stderr.map(|line| format!("stderr: {line}")));
    lines.extend(own.exit.map(|exit| format!("its process: {exit}")));
    lines.extend(own.advice.iter().map(|text| format!("try: {text}")));
    lines.push(own.why);
    Ok((own.sentence, lines.join("\n")))
}
