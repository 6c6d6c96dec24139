//! What all games of a run have in common, which takes a while to find out.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Result;

use super::RunQueries;
use crate::model::RunSummary;
use crate::run_page::analysis;
use crate::server::RunData;

/// How long an analysis is good for, at least.
const ANALYSED: Duration = Duration::from_secs(5);

/// What the games had in common at the last look.
pub struct Analysed {
    mark: u64,
    /// Till when it is good for even if games have come since.
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
        // What all games have in common would tell of those that may not be known as yet.
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
