//! The verdict of a gauntlet for other programs: a case and a row for each opponent.

use std::time::Duration;

use anyhow::Result;
use referee_games::GameSource;
use referee_output::Exit;
use referee_output::text_layout::count;
use referee_store::Run;

use super::cases;
use super::faults::first;
use crate::ci::{CaseOutcome, CheckReport, CiCase, CiSuite};
use crate::document::{Block, Section};
use crate::head_to_head::field::{self, GauntletOpponent, GauntletResult};
use crate::standings::{sentences, standings, strength};

/// The command that plays gauntlets.
const COMMAND: &str = "match";

/// Builds the verdict of a gauntlet that ends with the exit code `exit`.
pub fn of_gauntlet(
    run: &Run,
    games: &GameSource,
    result: &GauntletResult,
    exit: Exit,
    took: Duration,
) -> Result<CheckReport> {
    let faults = result.faults();
    let total: u64 = faults.iter().map(|fault_count| fault_count.games).sum();
    let bot_faults = first(run, games, total, u64::MAX)?;
    let name = format!("{} against all", result.newcomer);
    let elo_text = field::against_all(result);
    let mut ci_cases: Vec<CiCase> = result
        .opponents
        .iter()
        .map(|one| against(result, one))
        .collect();
    ci_cases.extend(result.report.standings.iter().map(|one| {
        let row = &one.row;
        let of_bot = faults.iter().filter(|fault| fault.bot == row.bot);
        let words = of_bot.map(|fault| (fault.fault, fault.games)).collect();
        cases::of_bot(
            &row.bot,
            words,
            row.games,
            result.fails(&row.bot),
            &bot_faults,
        )
    }));
    let mut facts = result.warnings.clone();
    facts.push(field::LEGEND.to_owned());
    facts.extend(sentences(&result.report));
    Ok(CheckReport {
        command: COMMAND,
        summary: format!(
            "Elo {elo_text}, opponents rated 0; {}",
            count(result.report.games, "game")
        ),
        exit,
        took,
        sentences: facts,
        sections: vec![
            Section::new("", vec![Block::Table(field::opponents(result))]),
            Section::new("Standings", vec![Block::Table(standings(&result.report))]),
        ],
        more: usize::try_from(total)
            .unwrap_or(usize::MAX)
            .saturating_sub(bot_faults.len()),
        faults: bot_faults
            .into_iter()
            .map(|bot_fault| bot_fault.fault)
            .collect(),
        suites: vec![CiSuite {
            name: COMMAND.to_owned(),
            cases: ci_cases,
        }],
        name,
    })
}

/// Returns the case of an opponent: it passes as soon as a pair is finished.
fn against(result: &GauntletResult, gauntlet_opponent: &GauntletOpponent) -> CiCase {
    let elo = gauntlet_opponent
        .strength
        .as_ref()
        .map(|measured| strength::elo(measured, 1));
    let pairs = format!(
        "{:?} pairs with 0, ½, 1, 1½, 2 points",
        gauntlet_opponent.pairs
    );
    let (outcome, text) = elo.map_or_else(
        || {
            let message = "no pair is finished".to_owned();
            (CaseOutcome::Skipped { message }, String::new())
        },
        |elo| (CaseOutcome::Passed, format!("Elo {elo}\n{pairs}")),
    );
    CiCase {
        name: format!(
            "{} is measured against {}",
            result.newcomer, gauntlet_opponent.bot
        ),
        took: Duration::ZERO,
        outcome,
        text,
    }
}
