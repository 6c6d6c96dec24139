//! Creates the queue of a run's jobs, and feeds it the games that are already played.

use std::path::Path;

use anyhow::Result;
use referee_output::failure::{bad_input, machine};
use referee_schedule::{JobQueue, Plan};
use referee_store::Run;

/// Creates the job queue of a plan; returns an error that names `file` if the plan has no schedule.
pub fn queue(plan: &Plan, file: &Path) -> Result<JobQueue> {
    JobQueue::new(plan).map_err(|why| bad_input(format!("{}: {why}", file.display())))
}

/// Records in the queue the games that are already played.
pub fn feed(queue: &mut JobQueue, run: &Run) -> Result<()> {
    let past = run.past().map_err(machine)?;
    let settled = past.map_or(0, |past| past.settled);
    let known = if queue.pass(settled) { settled } else { 0 };
    for outcome in run.outcomes_after(known).map_err(machine)? {
        queue.record(&outcome.map_err(machine)?);
    }
    Ok(())
}
