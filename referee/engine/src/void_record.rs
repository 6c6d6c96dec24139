//! Makes the record of a game that couldn't be played, or not to its end, by no bot's fault.

use referee_record::{Job, Measured, Played, Record};

use crate::deal::{opening, rules_of};
use crate::verdict::void;

/// Makes the record of an attempt at a job that is void for this reason, before its first move.
pub fn void_record(job: &Job, attempt: u32, why: String) -> Record {
    let start = rules_of(job).ok().and_then(|rules| {
        let position = opening(&*rules, &job.start).ok()?;
        Some(position.line())
    });
    let start = start.unwrap_or_default();
    Record {
        attempt,
        played: Played {
            job: job.clone(),
            end: start.clone(),
            start,
            steps: Vec::new(),
            verdict: void(job, why),
        },
        measured: Measured::default(),
    }
}
