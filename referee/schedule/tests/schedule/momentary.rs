//! Adaptive tournaments of the rule before promises held at any time: runs that are stored go on by it.

use referee_record::Job;
use referee_schedule::{Attempt, JobQueue, Plan};

use crate::common::plan;
use crate::sim::result;

/// As it stands in a stored plan.
fn stored(bots: usize, games: u64) -> Plan {
    let mut plan = plan(bots, 2, 1, 1);
    let text = format!(
        r#"{{"adaptive":{{"games_per_pair":2,"batch":6,"separated":0.95,"games":{games}}}}}"#
    );
    plan.format = serde_json::from_str(&text).expect("a stored format");
    assert_eq!(serde_json::to_string(&plan.format).expect("JSON"), text);
    plan
}

/// The jobs of a run, and a hash (FNV-1a) of who met whom in which order.
fn course(plan: &Plan, spread: f64, copies: bool) -> (Vec<Job>, u64) {
    let mut queue = JobQueue::new(plan).expect("sound");
    let mut jobs = Vec::new();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    while let Some(Attempt { job, attempt }) = queue.issue() {
        let mut outcome = result(&job, attempt, spread);
        if copies {
            // Every meeting is the same two games over again.
            outcome.print = job.place.rotation.into();
            for name in &job.place.block {
                outcome.print = outcome.print * 1000 + u64::from(name.as_bytes()[3]);
            }
        }
        queue.record(&outcome);
        for byte in job.place.block.concat().bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        jobs.push(job);
    }
    (jobs, hash)
}

/// What the schedule of that time played.
#[test]
fn a_stored_run_meets_as_it_did() {
    for (spread, copies, games, hash) in [
        (0.1, false, 300, 0xe09e_5a47_58fe_8005),
        (0.3, false, 164, 0xba91_47c3_caf2_a28d),
        // Whoever is better wins all, so that a prior enters beside the copies.
        (9.0, true, 300, 0x03b4_786f_c3ab_8efd),
    ] {
        let (jobs, actual_hash) = course(&stored(5, 300), spread, copies);
        assert_eq!(
            (jobs.len(), actual_hash),
            (games, hash),
            "{spread}: {actual_hash:#x}"
        );
    }
}
