//! A match as test cases for continuous integration: one for the question, one for the faults of each bot.

use referee_record::FaultKind;
use std::time::Duration;

use super::{BotFault, words};
use crate::ci::{CaseOutcome, CiCase};
use crate::head_to_head::model::{MatchReport, MatchStatus};
use crate::head_to_head::summary::is_much;
use crate::head_to_head::text;

/// Returns the cases of a match.
pub(super) fn of_match(
    report: &MatchReport,
    faults: &[BotFault],
    course: &str,
    took: Duration,
) -> Vec<CiCase> {
    let mut cases = vec![question(report, course, took)];
    cases.extend(report.bots.iter().map(|bot| {
        let bot_faults = report.faults.iter().filter(|fault| fault.bot == *bot);
        let fault_counts = bot_faults.map(|fault| (fault.fault, fault.games)).collect();
        let parked = report.parked.as_ref() == Some(bot);
        of_bot(bot, fault_counts, report.games, parked, faults)
    }));
    cases
}

/// Returns the case for the question of the match, with its answer.
fn question(report: &MatchReport, course: &str, took: Duration) -> CiCase {
    let [new, base] = &report.bots;
    let name = match &report.test {
        Some(test) if test.asks.elo0 < 0.0 => format!("{new} isn't weaker than {base}"),
        Some(_) => format!("{new} is stronger than {base}"),
        None => format!("{new} is measured against {base}"),
    };
    let (kind, message) = (
        status_keyword(report.verdict).to_owned(),
        report.says.clone(),
    );
    let outcome = match report.verdict {
        MatchStatus::H1 | MatchStatus::Finished => CaseOutcome::Passed,
        MatchStatus::H0 => CaseOutcome::Failed { kind, message },
        MatchStatus::Undecided
        | MatchStatus::Copies
        | MatchStatus::Parked
        | MatchStatus::Interrupted
        | MatchStatus::Unfinished => CaseOutcome::Error { kind, message },
    };
    let block = text::block(report);
    let text = [block.trim_end(), course.trim_end()].join("\n\n");
    CiCase {
        name,
        took,
        outcome,
        text: text.trim_end().to_owned(),
    }
}

fn status_keyword(verdict: MatchStatus) -> &'static str {
    match verdict {
        MatchStatus::H1 => "h1",
        MatchStatus::H0 => "h0",
        MatchStatus::Finished => "finished",
        MatchStatus::Undecided => "undecided",
        MatchStatus::Copies => "copies",
        MatchStatus::Parked => "parked",
        MatchStatus::Interrupted => "interrupted",
        MatchStatus::Unfinished => "unfinished",
    }
}

/// Returns the case for the faults of a bot in `games` games. It passes if the bot wasn't parked and its
/// share of faults is low enough to need no warning.
pub(super) fn of_bot(
    bot: &str,
    faults: Vec<(FaultKind, u64)>,
    games: u64,
    parked: bool,
    bot_faults: &[BotFault],
) -> CiCase {
    let total: u64 = faults.iter().map(|(_, games)| games).sum();
    let most = faults.iter().max_by_key(|(_, games)| *games);
    let kind = most.map_or("parked", |(fault, _)| fault.text()).to_owned();
    let words = words(faults);
    let mut lines = Vec::new();
    if total > 0 {
        lines.push(format!("{total} of {games} games: {words}"));
    }
    for bot_fault in bot_faults.iter().filter(|bot_fault| bot_fault.bot == bot) {
        let fault = &bot_fault.fault;
        lines.push(format!("\n{}: {}\n{}", fault.title, fault.what, fault.why));
    }
    let outcome = if parked || is_much(total, games) {
        let ended = if parked { "; that ended it" } else { "" };
        CaseOutcome::Failed {
            kind,
            message: format!(
                "{bot} lost {total} of {games} games by its own fault ({words}){ended}"
            ),
        }
    } else {
        CaseOutcome::Passed
    };
    CiCase {
        name: format!("{bot} loses at most 1 % of its games by faults"),
        took: Duration::ZERO,
        outcome,
        text: lines.join("\n"),
    }
}
