//! Reports the faults of a run: their number per bot, and where to see the first of them.

use std::collections::BTreeMap;

use anyhow::Result;
use referee_engine::why;
use referee_output::failure::machine;
use referee_output::remarks;
use referee_output::sanitize::plain;
use referee_output::text_layout::counts;
use referee_record::{FaultKind, Outcome};
use referee_schedule::Format;
use referee_schedule::head_to_head::FaultCount;
use referee_stats::Tally;
use referee_store::{Filter, Run};

use crate::exam_faults::ExamFaults;
use crate::results::{plan, quoted};

/// Bots whose faults are listed; further ones are only counted.
const TOLD: usize = 10;

/// Reports on stderr the faults of a run.
pub fn tell(run: &Run, tally: &Tally) -> Result<()> {
    for line in lines(run, tally)? {
        remarks::sentences(&line);
    }
    Ok(())
}

/// Returns a line for each bot with faults, followed by the command that shows the first of them.
fn lines(run: &Run, tally: &Tally) -> Result<Vec<String>> {
    let exam = matches!(plan(run)?.format, Format::Exam(_));
    let guilty = if exam { of_exam(run)? } else { of_tally(tally) };
    describe(run, &guilty, exam)
}

/// Returns such lines for the faults of a match, of which more games may have been played than belong to it.
pub fn lines_of_match(run: &Run, faults: &[FaultCount]) -> Result<Vec<String>> {
    let mut guilty: BTreeMap<&str, BTreeMap<FaultKind, u64>> = BTreeMap::new();
    for fault in faults {
        let words = guilty.entry(&fault.bot).or_default();
        *words.entry(fault.fault).or_default() += fault.games;
    }
    let guilty = guilty.into_iter();
    let guilty: Vec<_> = guilty
        .map(|(bot, words)| (bot.to_owned(), counts(&words)))
        .collect();
    describe(run, &guilty, false)
}

fn describe(run: &Run, guilty: &[(String, String)], exam: bool) -> Result<Vec<String>> {
    let file = quoted(run.path());
    let mut lines = Vec::new();
    for (bot, counts) in guilty.iter().take(TOLD) {
        let mut line = format!("{}: {counts}", plain(bot));
        let first = first(run, bot)?;
        if let Some((game, _, sentence)) = &first {
            let sentence = plain(sentence.trim_end_matches('.'));
            let stage = match game.place.stage.as_str() {
                stage if exam => format!(" ({stage})"),
                _ => String::new(),
            };
            line += &format!("; first in game {}{stage}: {sentence}", game.number);
        }
        lines.push(line);
        let why = |(game, seat, _): (Outcome, char, String)| {
            format!("  {}", why(&file, game.number, game.attempt, seat))
        };
        lines.extend(first.map(why));
    }
    if guilty.len() > TOLD {
        let more = guilty.len() - TOLD;
        lines.push(format!(
            "… and faults of {more} more bots; the table has them"
        ));
    }
    Ok(lines)
}

/// Lists bots with faults in the order of the standings, each with its faults.
fn of_tally(tally: &Tally) -> Vec<(String, String)> {
    let rows = tally.standings().into_iter();
    let guilty = rows.filter(|row| !row.faults.is_empty());
    guilty.map(|row| (row.bot, counts(&row.faults))).collect()
}

/// Lists bots of an exam with faults, each with its faults by stage, those with the most faults first.
fn of_exam(run: &Run) -> Result<Vec<(String, String)>> {
    let mut guilty: Vec<(String, ExamFaults)> = ExamFaults::of_run(run)?.into_iter().collect();
    guilty.sort_by_key(|(_, faults)| std::cmp::Reverse(faults.total()));
    let sentences = guilty.into_iter();
    Ok(sentences
        .map(|(bot, faults)| (bot, faults.to_string()))
        .collect())
}

/// Finds the first game that counts in which a bot has a fault, with the bot's seat and the evidence as a
/// sentence.
fn first(run: &Run, bot: &str) -> Result<Option<(Outcome, char, String)>> {
    let filter = Filter {
        bot: Some(bot.to_owned()),
        ..Filter::default()
    };
    for outcome in run.outcomes(&filter).map_err(machine)? {
        let outcome = outcome.map_err(machine)?;
        let mut seats = outcome.seats.iter();
        let seated = seats.find(|seated| seated.bot == bot && outcome.fault(bot).is_some());
        let Some(seat) = seated.map(|seated| seated.seat) else {
            continue;
        };
        let record = run.record(outcome.number, Some(outcome.attempt));
        let evidence = record
            .map_err(machine)?
            .map(|record| record.measured.evidence);
        let seat_evidence = evidence.into_iter().flatten().find(|e| e.seat == seat);
        let sentence = seat_evidence
            .map(|evidence| evidence.sentence)
            .unwrap_or_default();
        return Ok(Some((outcome, seat, sentence)));
    }
    Ok(None)
}
