//! Tests resuming and void games.

use proptest::prelude::*;
use referee_schedule::{Attempt, JobQueue};

use crate::common::{jobs, outcome, plan};

fn drain(queue: &mut JobQueue) -> Vec<Attempt> {
    std::iter::from_fn(|| queue.issue()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever was recorded before and in between, a resumed run issues each job once.
    #[test]
    fn records_resume_exactly(
        bots in 2usize..6,
        played in prop::collection::vec(any::<bool>(), 60),
        ahead in 0usize..60,
    ) {
        let plan = plan(bots, 2, 1, 2);
        let jobs = jobs(&plan);
        let was_played = |i: usize| played[i % played.len()];
        let mut queue = JobQueue::new(&plan).expect("sound");
        let mut issued = Vec::new();
        for (i, job) in jobs.iter().enumerate().rev() {
            if was_played(i) {
                queue.record(&outcome(job, 1, false));
            }
        }
        issued.extend(queue.issue());
        issued.extend((0..ahead).map_while(|_| queue.issue()));
        issued.extend(drain(&mut queue));
        let expected: Vec<_> = jobs
            .iter()
            .enumerate()
            .filter(|(i, _)| !was_played(*i))
            .map(|(_, job)| Attempt { job: job.clone(), attempt: 1 })
            .collect();
        prop_assert_eq!(&issued, &expected);
        prop_assert_eq!(queue.finished(), expected.is_empty());
        for task in expected {
            queue.record(&outcome(&task.job, 1, false));
        }
        prop_assert!(queue.finished());
        prop_assert_eq!(queue.settled().len(), jobs.len() as u64);
    }
}

#[test]
fn void_games_come_again_until_the_last_try() {
    let plan = plan(2, 2, 1, 1);
    let mut queue = JobQueue::new(&plan).expect("sound");
    let first = queue.issue().expect("a game");
    for attempt in 1..3 {
        queue.record(&outcome(&first.job, attempt, true));
        // A void outcome that is delivered twice counts once.
        queue.record(&outcome(&first.job, attempt, true));
        let next = queue.issue_again().expect("the game again");
        assert_eq!(
            (next.job, next.attempt),
            (first.job.clone(), attempt + 1),
            "after attempt {attempt}"
        );
    }
    queue.record(&outcome(&first.job, 3, true));
    assert!(queue.settled().contains(first.job.number), "stands void");
    let rest = drain(&mut queue);
    assert!(rest.iter().all(|task| task.job.id != first.job.id));
    assert!(!queue.finished());
    for task in &rest {
        queue.record(&outcome(&task.job, 1, false));
    }
    assert!(queue.finished());
}

#[test]
fn a_void_game_waits_behind_the_others() {
    let mut queue = JobQueue::new(&plan(2, 2, 1, 1)).expect("sound");
    let first = queue.issue().expect("a game");
    queue.record(&outcome(&first.job, 1, true));
    assert_eq!(queue.spoilt(), 1);
    let rest = drain(&mut queue);
    let last = rest.last().expect("games");
    assert_eq!((last.job.id, last.attempt), (first.job.id, 2));
    assert!(rest.iter().rev().skip(1).all(|task| task.attempt == 1));
    assert_eq!(queue.spoilt(), 0);
    assert_eq!(queue.issue_first(), None);
}

#[test]
fn a_resumed_run_goes_on_with_the_next_attempt() {
    let plan = plan(2, 2, 1, 1);
    let jobs = jobs(&plan);
    let mut queue = JobQueue::new(&plan).expect("sound");
    queue.record(&outcome(&jobs[1], 1, true));
    queue.record(&outcome(&jobs[1], 2, true));
    let number = |task: Attempt| (task.job.number, task.attempt);
    let first: Vec<_> = std::iter::from_fn(|| queue.issue_first()).collect();
    assert_eq!(first.into_iter().map(number).collect::<Vec<_>>(), [(1, 1)]);
    assert_eq!((queue.spoilt(), queue.finished()), (1, false));
    assert_eq!(queue.issue_again().map(number), Some((2, 3)));
}

#[test]
fn a_late_result_calls_the_next_attempt_off() {
    let plan = plan(2, 2, 1, 1);
    let mut queue = JobQueue::new(&plan).expect("sound");
    let task = queue.issue().expect("a game");
    queue.record(&outcome(&task.job, 1, true));
    queue.record(&outcome(&task.job, 1, false));
    assert!(drain(&mut queue).iter().all(|t| t.job.id != task.job.id));
}
