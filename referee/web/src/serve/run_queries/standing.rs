//! The status of a run: its progress, its tables, its last faults.

use std::collections::{BTreeSet, VecDeque};
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use anyhow::Result;
use referee_output::numbers::{decimal, span};
use referee_output::text_layout::count;
use referee_report::document::Section;
use referee_report::exam::ExamResults;
use referee_report::standings::RunReport;
use referee_schedule::exam::{BASICS, MAIN, QUALIFICATION};
use referee_schedule::{Format, Plan};
use referee_stats::{Tallies, Tally};
use referee_store::{Filter, Run};
use referee_tournament::results::{plan, run_title, unreadable};

use super::RunQueries;
use crate::model::{RankedBot, RunProgress, RunStatus};
use crate::run_page::{Viewer, found, marks, report as html};

/// Most faults that are shown.
const FAULTS: usize = 8;
/// The stages of an exam, in the order in which they are played.
const STAGES: [&str; 3] = [BASICS, QUALIFICATION, MAIN];
/// Last rank of those who are ahead. One bot more is shown where ranks are shared.
const AHEAD: usize = 3;

impl RunQueries {
    pub(super) fn standing(&self) -> Result<RunStatus> {
        let run = self.run()?;
        let open = self.open_to(&run)?;
        let report = self.report(&run)?;
        let audience = self.audience();
        let failed = report
            .standings
            .iter()
            .any(|bot| !bot.row.faults.is_empty());
        let bots = count(report.standings.len() as u64, "bot");
        let tallies = run.tallies().map_err(unreadable)?;
        let played = played(&run, &tallies)?;
        let lead = if open {
            let mut stages: Vec<_> = tallies.stages().collect();
            if stages.len() > 1 {
                stages.sort_by_key(|(name, _)| STAGES.iter().position(|stage| stage == name));
                let counted =
                    |(name, tally): &(&str, &Tally)| format!("{name} {}", tally.games().counted);
                let stages: Vec<String> = stages.iter().map(counted).collect();
                format!("{bots}. Games that count: {}.", stages.join(", "))
            } else {
                format!("{bots}, {} that count.", count(report.games, "game"))
            }
        } else {
            format!("{bots}. Results are secret until the last game is played.")
        };
        let plan = plan(&run)?;
        Ok(RunStatus {
            title: run_title(&run, &plan),
            game: plan.setup.game.clone(),
            lead,
            ahead: if open {
                ahead(&report, &plan)
            } else {
                Vec::new()
            },
            over: self.is_over(&run)?,
            progress: RunProgress {
                played,
                of: run.header().revision.games,
                rest: self.rest(played, run.header().revision.games),
            },
            sections: if open {
                self.sections(&run, &plan, &report)?
            } else {
                Vec::new()
            },
            faults: if open && failed {
                faults(&run, audience)?
            } else {
                Vec::new()
            },
        })
    }

    /// Returns what a match or tuning has found and the tables; for holders of a finished exam, also its marks.
    fn sections(&self, run: &Run, plan: &Plan, report: &RunReport) -> Result<Vec<Section>> {
        let mut sections = html::sections(report);
        sections.splice(0..0, found(run, plan, self.audience())?);
        if matches!(plan.format, Format::Exam(_)) && self.guest.is_none() && self.is_over(run)? {
            let results = ExamResults::by_id(run.path())?;
            sections.splice(0..0, marks(&results, self.audience()));
        }
        // The script draws what it is sent, and pages leave out what is empty.
        for section in &mut sections {
            section.blocks.retain(|block| !block.is_empty());
        }
        Ok(sections)
    }

    /// Estimates the remaining time at the pace since the first look.
    fn rest(&self, played: u64, of: Option<u64>) -> String {
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, before) = *pace.get_or_insert((Instant::now(), played));
        let Some(left) = of.map(|of| of.saturating_sub(played)) else {
            return String::new();
        };
        let (done, took) = (played.saturating_sub(before), since.elapsed());
        if left == 0 {
            return "all are played".to_owned();
        }
        if done == 0 || took < Duration::from_secs(2) {
            return String::new();
        }
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let rest = took.mul_f64(left as f64 / done as f64);
        format!("about {} left", span(rest))
    }
}

/// Returns the bots on the first ranks, where these say who is ahead.
fn ahead(report: &RunReport, plan: &Plan) -> Vec<RankedBot> {
    if matches!(plan.format, Format::Exam(_) | Format::Gauntlet { .. }) || plan.format.is_duel() {
        return Vec::new();
    }
    let bots = report.standings.iter().map(|bot| &bot.row);
    let ahead = bots.filter(|bot| bot.rank <= AHEAD && bot.games > 0);
    let ahead = ahead.take(AHEAD + 1).map(|bot| RankedBot {
        rank: bot.rank,
        bot: bot.bot.clone(),
        points: decimal(bot.points),
    });
    ahead.collect()
}

/// Counts the games that are decided: played, void for good, or left out since a bot has left.
fn played(run: &Run, tallies: &Tallies) -> Result<u64> {
    let games = tallies.stages().map(|(_, tally)| tally.games());
    let games: u64 = games.map(|games| games.counted + games.void).sum();
    let skips = run.skips().map_err(unreadable)?.into_iter();
    let skipped: BTreeSet<u64> = skips.map(|skip| skip.number).collect();
    Ok(games + skipped.len() as u64)
}

/// Returns the last games that ended by a fault, the newest first.
fn faults(run: &Run, audience: Viewer<'_>) -> Result<Vec<(u64, String)>> {
    let mut last = VecDeque::new();
    for outcome in run.outcomes(&Filter::default()).map_err(unreadable)? {
        let outcome = outcome.map_err(unreadable)?;
        for seated in &outcome.seats {
            if let Some(fault_word) = outcome.fault(&seated.bot) {
                last.push_front((
                    outcome.number,
                    format!(
                        "{} as {}: {fault_word}",
                        audience.name(&seated.bot),
                        seated.seat
                    ),
                ));
                last.truncate(FAULTS);
            }
        }
    }
    Ok(last.into())
}
