//! Makes the record of a game that couldn't be played, or not to its end, by no bot's fault.

use referee_games::text::is_unfit;
use referee_record::{Job, Measured, Played, Record, Verdict};

use crate::job::verdict::void_verdict;

/// Most characters of a reason that the program of a game gave.
const MAX_REASON: usize = 400;

/// Beginning of the reason why a game is void by a failure of its rules.
const RULES: &str = "the rules failed: ";

/// Tells if a game is void because the program that holds its rules failed.
pub fn is_failure_of_rules(verdict: &Verdict) -> bool {
    let why = verdict.void.as_deref();
    why.is_some_and(|why| why.starts_with(RULES))
}

/// Returns the verdict on a game whose rules failed, for this reason.
pub fn failed_rules(job: &Job, why: &str) -> Verdict {
    void_verdict(job, rules_failed(why))
}

/// Says in one line of bounded length that the rules failed: why they did may be a stranger's text.
pub(crate) fn rules_failed(why: &str) -> String {
    let plain = why.chars().filter(|c| !is_unfit(*c));
    let plain: String = plain.take(MAX_REASON).collect();
    format!("{RULES}{plain}")
}

/// Makes the record of an attempt at a job that is void for this reason, before its first move. `start` is the state
/// line of the start; it is empty where the rules couldn't tell.
pub fn void_record(job: &Job, attempt: u32, start: String, why: String) -> Record {
    Record {
        attempt,
        played: Played {
            job: job.clone(),
            end: start.clone(),
            start,
            steps: Vec::new(),
            verdict: void_verdict(job, why),
        },
        measured: Measured::default(),
    }
}
