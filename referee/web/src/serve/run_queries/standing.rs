//! The status of a run: its progress, its tables, its last faults.

use std::collections::VecDeque;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use anyhow::Result;
use referee_output::numbers::span;
use referee_output::text_layout::count;
use referee_report::document::Section;
use referee_report::exam::ExamResults;
use referee_report::standings::RunReport;
use referee_schedule::Format;
use referee_store::{Filter, Run};
use referee_tournament::results::{plan, unreadable};

use super::RunQueries;
use crate::model::{RunProgress, RunStatus};
use crate::run_page::{Viewer, marks, report as html};

/// Most faults that are shown.
const FAULTS: usize = 8;

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
        let games = count(report.games, "game");
        let bots = count(report.standings.len() as u64, "bot");
        let played = run
            .past()
            .map_err(unreadable)?
            .map_or(0, |past| past.settled);
        let lead = if open {
            format!("{bots}, {games} that count.")
        } else {
            format!("{bots}. Results are secret until the last game is played.")
        };
        Ok(RunStatus {
            title: self.title(),
            lead,
            progress: RunProgress {
                played,
                of: run.header().revision.games,
                rest: self.rest(played, run.header().revision.games),
            },
            sections: if open {
                self.sections(&run, &report)?
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

    /// Returns the tables; for holders of a finished exam, also its marks.
    fn sections(&self, run: &Run, report: &RunReport) -> Result<Vec<Section>> {
        let mut sections = html::sections(report);
        let exam = matches!(plan(run)?.format, Format::Exam(_));
        if exam && self.guest.is_none() && self.is_over(run)? {
            let results = ExamResults::by_id(run.path())?;
            sections.splice(1..1, marks(&results, self.audience()));
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
