//! The analysis of all games of a run, which is kept because it takes a while.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Result;

use super::RunQueries;
use crate::model::RunSummary;
use crate::run_page::analysis;
use crate::server::RunData;

/// Shortest time for which an analysis is kept.
const ANALYSED: Duration = Duration::from_secs(5);

/// The last analysis.
pub(super) struct Analysed {
    mark: u64,
    /// The time until which it is used even if games were added since.
    until: Instant,
    summary: Arc<RunSummary>,
}

impl RunQueries {
    pub(super) fn analysis(&self) -> Result<Arc<RunSummary>> {
        let mut last = self.analysed.lock().unwrap_or_else(PoisonError::into_inner);
        let (mark, now) = (self.mark(), Instant::now());
        if let Some(last) = last
            .as_ref()
            .filter(|last| last.mark == mark || now < last.until)
        {
            return Ok(Arc::clone(&last.summary));
        }
        let run = self.run()?;
        // The analysis of all games would reveal games that these readers may not see yet.
        let shown = match &self.guest {
            Some(guest) if guest.is_late() => self.is_over(&run)? && guest.knows_all(run.path()),
            _ => self.open_to(&run)?,
        };
        let summary = if shown {
            analysis(&run, &self.report(&run)?, self.audience(), &self.title())?
        } else {
            RunSummary {
                title: format!("Analysis of {}", self.title()),
                lead: "It is shown when the last game is played.".to_owned(),
                ..RunSummary::default()
            }
        };
        let summary = Arc::new(summary);
        *last = Some(Analysed {
            mark,
            until: Instant::now() + ANALYSED + 20 * now.elapsed(),
            summary: Arc::clone(&summary),
        });
        Ok(summary)
    }
}
