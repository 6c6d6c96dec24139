//! What a match or a tuning has found out, as a section of a page.

use anyhow::Result;
use referee_report::document::Section;
use referee_report::head_to_head::{self, MatchReport};
use referee_report::tune::{self, TuningReport};
use referee_schedule::Plan;
use referee_store::Run;
use referee_tournament::results::RunResults;

use super::viewer::Viewer;

/// Returns the section; `None` for other formats, and for an audience that knows bots by aliases.
pub fn found(run: &Run, plan: &Plan, audience: Viewer<'_>) -> Result<Option<Section>> {
    if !plan.format.is_duel() || !audience.sees_rulings() {
        return Ok(None);
    }
    let with_seed = matches!(audience, Viewer::Holder);
    let results = RunResults::read(run)?;
    let tuning = TuningReport::of(run, &results, None, None)?;
    Ok(match tuning {
        Some(report) => Some(tune::section(&report, with_seed)),
        None => MatchReport::of(run, &results, None, false)?
            .map(|report| head_to_head::section(&report, with_seed)),
    })
}
