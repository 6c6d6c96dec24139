//! The verdict of a match or gauntlet for other programs and for pull requests, made from the same models,
//! facts and tables as the text in the terminal.

mod cases;
mod faults;
mod gauntlet;

use referee_games::GameSource;
use referee_record::FaultKind;
use std::time::Duration;

use anyhow::Result;
use referee_store::Run;

use super::model::MatchReport;
use super::{always, course, rows};
use crate::ci::{CheckReport, CiSuite};
use crate::document::{Block, Facts, Section};
use faults::{BotFault, first};
use referee_output::text_layout::count;

pub use gauntlet::of_gauntlet;

/// Builds the verdict of a match or of a test.
pub fn of_match(
    command: &'static str,
    run: &Run,
    games: &GameSource,
    report: &MatchReport,
    took: Duration,
) -> Result<CheckReport> {
    let total: u64 = report.faults.iter().map(|fault| fault.games).sum();
    let faults = first(run, games, total, 2 * report.pairs)?;
    let name = report.bots.join(" against ");
    let mut sentences = report.warnings.clone();
    sentences.push(summary(report));
    let test = report.test.as_ref();
    let course = test.map(|test| course::drawn(test, &report.course));
    let course = course.unwrap_or_default();
    let suite = CiSuite {
        name: command.to_owned(),
        cases: cases::of_match(report, &faults, &course, took),
    };
    Ok(CheckReport {
        command,
        summary: report.says.clone(),
        exit: report.exit(),
        took,
        sentences,
        sections: vec![Section::new(
            "",
            vec![Block::Facts(facts(report, &name)), Block::Verbatim(course)],
        )],
        more: usize::try_from(total)
            .unwrap_or(usize::MAX)
            .saturating_sub(faults.len()),
        faults: faults
            .into_iter()
            .map(|bot_fault| bot_fault.fault)
            .collect(),
        suites: vec![suite],
        name,
    })
}

/// Returns the figures in one sentence.
fn summary(report: &MatchReport) -> String {
    let mut parts = Vec::new();
    if let Some(test) = &report.test {
        parts.push(format!("LLR {}", rows::ratio(test)));
    }
    if let Some(estimate) = &report.strength {
        parts.push(format!("Elo {}", rows::elo(report, estimate)));
    }
    if let Some(interval) = &report.anytime {
        parts.push(format!(
            "at any time {} Elo",
            always::format_interval(interval)
        ));
    }
    let pairs: u64 = report.pentanomial.iter().sum();
    let games = count(report.games, "game");
    parts.push(format!("{games} in {}", count(pairs, "pair")));
    parts.join("; ") + "."
}

/// Returns all facts except those at the top of the page.
fn facts(report: &MatchReport, name: &str) -> Facts {
    let asked = rows::outcome(report).into_iter();
    let asked = asked.filter(|(name, _)| !["match", "verdict"].contains(name));
    let all = asked
        .chain(rows::figures(report))
        .chain(rows::ground(report));
    Facts::new(name, all)
}

/// Lists faults by kind, the most frequent first.
fn words(mut faults: Vec<(FaultKind, u64)>) -> String {
    faults.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
    let each = faults
        .iter()
        .map(|(fault_kind, games)| format!("{games} {fault_kind}"));
    each.collect::<Vec<_>>().join(", ")
}
