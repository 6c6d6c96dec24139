//! The result of a gauntlet: the newcomer's strength against opponents whose ratings are fixed.

use std::collections::BTreeMap;

use anyhow::Result;
use referee_config::match_files::PARK_AFTER;
use referee_output::Exit;
use referee_schedule::Format;
use referee_schedule::head_to_head::{FaultCount, MIN_GAMES, is_failing};
use referee_stats::{MAIN, ResultCounts, Strength, UnitRow};
use referee_store::{Filter, Run};
use referee_tournament::results::{plan, unreadable};
use serde::Serialize;

use super::summary::faults_first;
use crate::standings::RunReport;

mod text;

pub use text::{LEGEND, against_all, opponents, text};

/// The newcomer's results.
#[derive(Debug, Serialize)]
pub struct GauntletResult {
    /// The bot that is measured.
    pub newcomer: String,
    /// Its strength against all opponents together, each rated 0.
    pub all: Option<Strength>,
    /// Its results against each opponent, in the order of the command.
    pub opponents: Vec<GauntletOpponent>,
    /// Warnings to read before the figures.
    pub warnings: Vec<String>,
    /// Bots that lost too many games by their own fault.
    pub failing: Vec<String>,
    /// The tables of the run.
    #[serde(flatten)]
    pub report: RunReport,
}

/// An opponent of the newcomer.
#[derive(Debug, Serialize)]
pub struct GauntletOpponent {
    /// Its name.
    pub bot: String,
    /// Complete pairs by the newcomer's points: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
    /// The newcomer's strength that follows from these pairs, if there are any.
    pub strength: Option<Strength>,
}

impl GauntletResult {
    /// Computes the result of a run; `None` unless it is a gauntlet of one newcomer in a game of two.
    pub fn of(run: &Run) -> Result<Option<GauntletResult>> {
        let plan = plan(run)?;
        let newcomer = match &plan.format {
            Format::Gauntlet { newcomers, .. } if plan.setup.seats.len() == 2 => &newcomers[..],
            _ => &[],
        };
        let [newcomer] = newcomer else {
            return Ok(None);
        };
        let newcomer = newcomer.clone();
        let report = RunReport::of(run, MAIN, u64::MAX)?;
        let units = run.tallies().map_err(unreadable)?;
        let units = units.main().units();
        let mut by_bot: BTreeMap<&str, [u64; 5]> = BTreeMap::new();
        for unit in &units {
            let other = unit.result.block.iter().find(|bot| **bot != newcomer);
            if let (Some(other), Some(halves)) = (other, halves(unit, &newcomer)) {
                by_bot.entry(other).or_default()[halves] += unit.distinct;
            }
        }
        let mut all = [0; 5];
        let mut opponents = Vec::new();
        for bot in plan.bots.iter().filter(|bot| bot.name != newcomer) {
            let pairs = by_bot.get(&*bot.name).copied().unwrap_or_default();
            for (sum, n) in all.iter_mut().zip(pairs) {
                *sum += n;
            }
            opponents.push(GauntletOpponent {
                bot: bot.name.clone(),
                pairs,
                strength: Strength::of(&ResultCounts::Pairs(pairs)).ok(),
            });
        }
        let lost = faults(&report);
        // Without a fault nobody fails, and the games needn't be read.
        let failing = if plan.allow_faults || lost.is_empty() {
            BTreeMap::new()
        } else {
            failing(run)?
        };
        let mut warnings: Vec<String> = faults_first(&lost, report.games).into_iter().collect();
        warnings.extend(report.not_verified.clone());
        for (bot, (lost, games)) in &failing {
            warnings.push(format!(
                "{bot} lost {lost} of {games} games by its own fault."
            ));
        }
        Ok(Some(GauntletResult {
            newcomer,
            all: Strength::of(&ResultCounts::Pairs(all)).ok(),
            opponents,
            warnings,
            failing: failing.into_keys().collect(),
            report,
        }))
    }

    /// Returns the games lost by faults, by bot and kind of fault.
    pub fn faults(&self) -> Vec<FaultCount> {
        faults(&self.report)
    }

    /// Returns whether a bot kept failing; a parked bot did.
    pub fn fails(&self, bot: &str) -> bool {
        let parked = &self.report.left_out.parked;
        self.failing.iter().any(|failing_bot| failing_bot == bot)
            || parked.iter().any(|gone| gone.bot == bot)
    }

    /// Returns the exit code of the command.
    pub fn exit(&self) -> Exit {
        if self.failing.is_empty() && self.report.left_out.parked.is_empty() {
            Exit::Fine
        } else {
            Exit::Parked
        }
    }
}

/// Counts the games lost by faults, by bot and kind of fault.
fn faults(report: &RunReport) -> Vec<FaultCount> {
    let rows = report.standings.iter().map(|one| &one.row);
    let each = rows.flat_map(|row| {
        row.faults.iter().map(|(fault_kind, games)| FaultCount {
            bot: row.bot.clone(),
            fault: *fault_kind,
            games: *games,
        })
    });
    each.collect()
}

/// Returns the bots that lost as many games by their own fault as end a match of two, in a row or in all: how
/// many, of how many games.
fn failing(run: &Run) -> Result<BTreeMap<String, (u64, u64)>> {
    #[derive(Default)]
    struct Faults {
        row: u32,
        longest: u32,
        lost: u64,
        games: u64,
    }
    let mut all: BTreeMap<String, Faults> = BTreeMap::new();
    let outcomes = run.outcomes(&Filter::default()).map_err(unreadable)?;
    for outcome in outcomes {
        let outcome = outcome.map_err(unreadable)?;
        if !outcome.counts() {
            continue;
        }
        for seated in &outcome.seats {
            let faults = all.entry(seated.bot.clone()).or_default();
            let lost = outcome.fault(&seated.bot).is_some();
            faults.row = if lost { faults.row + 1 } else { 0 };
            faults.longest = faults.longest.max(faults.row);
            faults.lost += u64::from(lost);
            faults.games += 1;
        }
    }
    all.retain(|_, faults| {
        faults.longest >= PARK_AFTER
            || faults.games >= MIN_GAMES && is_failing(faults.lost, faults.games)
    });
    let counts = all.into_iter();
    Ok(counts
        .map(|(bot, faults)| (bot, (faults.lost, faults.games)))
        .collect())
}

/// Returns the newcomer's points in a pair, in half points; `None` if the unit isn't a pair.
fn halves(unit: &UnitRow, newcomer: &str) -> Option<usize> {
    let games = &unit.result.games;
    if games.len() != 2 || unit.result.block.len() != 2 {
        return None;
    }
    let points = games.iter().map(|game| {
        let newcomer_index = usize::from(unit.result.seated(game).first() != Some(&newcomer));
        match game
            .places
            .get(newcomer_index)
            .cmp(&game.places.get(1 - newcomer_index))
        {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        }
    });
    Some(points.sum())
}
