//! The faults of a run: how many of each bot, and where the first of them can be seen.

use anyhow::Result;
use referee_arena::why;
use referee_record::Outcome;
use referee_stats::{Row, Tally};
use referee_store::{Filter, Run};

use crate::exit::machine;
use crate::results::quoted;
use crate::sinks::plain;

/// Of more bots than so many nothing is told.
const TOLD: usize = 10;

/// A line for each bot with faults, with the command that shows the first of them.
pub fn lines(run: &Run, tally: &Tally) -> Result<Vec<String>> {
    let file = quoted(run.path());
    let standings = tally.standings();
    let guilty: Vec<&Row> = standings
        .iter()
        .filter(|row| !row.faults.is_empty())
        .collect();
    let mut lines = Vec::new();
    for row in guilty.iter().take(TOLD) {
        let counts = row.faults.iter().map(|(word, n)| format!("{n} {word}"));
        let counts: Vec<String> = counts.collect();
        let mut line = format!("{}: {}", plain(&row.bot), counts.join(", "));
        if let Some((game, seat, sentence)) = first(run, &row.bot)? {
            let sentence = plain(sentence.trim_end_matches('.'));
            let why = why(&file, game.number, game.attempt, seat);
            line += &format!("; first in game {}: {sentence}; {why}", game.number);
        }
        lines.push(line);
    }
    if guilty.len() > TOLD {
        let more = guilty.len() - TOLD;
        lines.push(format!(
            "… and faults of {more} more bots; the table has them"
        ));
    }
    Ok(lines)
}

/// The first game that counts in which a bot has a fault, and what happened.
fn first(run: &Run, bot: &str) -> Result<Option<(Outcome, char, String)>> {
    let filter = Filter {
        bot: Some(bot.to_owned()),
        ..Filter::default()
    };
    let fault = |outcome: &Outcome| {
        let own = outcome.seats.iter().find(|own| own.bot == bot)?.seat;
        let fault = outcome.verdict.seat(own)?.fault.as_ref();
        fault.filter(|_| outcome.counts()).map(|_| own)
    };
    for outcome in run.outcomes(&filter).map_err(machine)? {
        let outcome = outcome.map_err(machine)?;
        let Some(seat) = fault(&outcome) else {
            continue;
        };
        let record = run.record(outcome.number, Some(outcome.attempt));
        let evidence = record
            .map_err(machine)?
            .map(|record| record.measured.evidence);
        let found = evidence.into_iter().flatten().find(|e| e.seat == seat);
        let sentence = found.map(|evidence| evidence.sentence).unwrap_or_default();
        return Ok(Some((outcome, seat, sentence)));
    }
    Ok(None)
}
