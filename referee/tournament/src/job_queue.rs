//! The queue of a run's jobs, and what was played before.

use std::path::Path;

use anyhow::Result;
use referee_output::failure::{bad_input, machine};
use referee_schedule::{JobQueue, Plan};
use referee_store::Run;

/// Who gives out the games of a plan.
pub fn queue(plan: &Plan, file: &Path) -> Result<JobQueue> {
    JobQueue::new(plan).map_err(|why| bad_input(format!("{}: {why}", file.display())))
}

/// Feeds a queue what was played.
pub fn feed(queue: &mut JobQueue, run: &Run) -> Result<()> {
    let past = run.past().map_err(machine)?;
    let settled = past.map_or(0, |past| past.settled);
    let known = if queue.pass(settled) { settled } else { 0 };
    for outcome in run.outcomes_after(known).map_err(machine)? {
        queue.record(&outcome.map_err(machine)?);
    }
    Ok(())
}
