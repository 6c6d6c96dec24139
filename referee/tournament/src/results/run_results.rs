//! The results of a run, read once: its plan, and the schedule as it stands after its games.

use std::path::Path;

use anyhow::Result;
use referee_games::GameSource;
use referee_output::failure::bad_input;
use referee_schedule::{JobQueue, Plan, Schedule};
use referee_store::Run;

use super::{plan, unreadable};
use crate::distinct_starts::finder;

/// The plan of a run, and its queue after the games that were played.
pub struct RunResults {
    /// The plan.
    pub plan: Plan,
    queue: JobQueue,
    /// Number of the last game that was played.
    last: u64,
}

impl RunResults {
    /// Reads the results of a run. Where no result changes which games follow, the games up to the first gap aren't read.
    pub fn read(run: &Run) -> Result<RunResults> {
        RunResults::by_plan(run, plan(run)?)
    }

    /// Reads the results of a run as if it went on by this plan.
    pub fn by_plan(run: &Run, plan: Plan) -> Result<RunResults> {
        let mut queue = queue(&plan, run.path())?;
        // Where bots can be gone, which games are left follows from the jobs of all others. Elsewhere a schedule that
        // lacks a start isn't finished, which is all that is asked, and finding it would draw all starts before. Only
        // games that are built in have starts that a plan foresees.
        let can_leave = !plan.withdrawn().is_empty() || plan.park_after.is_some();
        if can_leave
            && !plan.format.is_duel()
            && let Ok(Some(finder)) = finder(&GameSource::built_in(), &plan.setup)
        {
            queue.find_starts_by(finder);
        }
        let mut last = 0;
        // How far it got is asked only where that saves reading results. A damaged run doesn't tell, and still has some.
        if queue.pass(0)
            && let Ok(Some(past)) = run.past()
        {
            last = past.settled;
            queue.pass(last);
        }
        // The schedule of a duel holds no outcomes, and may lack starts.
        let record = if plan.format.is_duel() {
            JobQueue::record
        } else {
            JobQueue::record_in_order
        };
        for outcome in run.outcomes_after(last).map_err(unreadable)? {
            let outcome = outcome.map_err(unreadable)?;
            last = last.max(outcome.number);
            record(&mut queue, &outcome);
        }
        Ok(RunResults { plan, queue, last })
    }

    /// Returns the schedule after the games of the run.
    pub fn schedule(&self) -> &dyn Schedule {
        self.queue.schedule()
    }

    /// Returns the schedule after it has drawn its conclusions: it does so as it issues games, up to the last that was
    /// played.
    pub fn concluded(&mut self) -> &dyn Schedule {
        let played = self.last;
        while (self.queue.issue()).is_some_and(|attempt| attempt.job.number < played) {}
        self.schedule()
    }

    /// Tells if all games are played.
    pub fn is_over(mut self) -> bool {
        self.queue.issue().is_none() && self.queue.finished()
    }

    /// Returns the queue of the games that are still to be played.
    pub fn into_queue(self) -> JobQueue {
        self.queue
    }
}

/// Creates the job queue of a plan; returns an error that names `file` if the plan has no schedule.
pub fn queue(plan: &Plan, file: &Path) -> Result<JobQueue> {
    JobQueue::new(plan).map_err(|why| bad_input(format!("{}: {why}", file.display())))
}
