//! Tests whether the records of a run belong to its schedule.

use referee_schedule::{FollowError, ScheduleVerifier};

use crate::common::{jobs, outcome, plan, schedule};

#[test]
fn a_run_in_any_order_is_followed() {
    let plan = plan(4, 2, 1, 2);
    let mut jobs = jobs(&plan);
    jobs.reverse();
    let mut verifier = ScheduleVerifier::new(&plan).expect("sound");
    for job in &jobs {
        assert_eq!(verifier.admit(&outcome(job, 1, true)), Ok(()));
        assert_eq!(verifier.admit(&outcome(job, 2, false)), Ok(()));
    }
    assert_eq!(verifier.finish().missing, 0);
}

#[test]
fn missing_games_are_counted() {
    let plan = plan(4, 2, 1, 2);
    let jobs = jobs(&plan);
    assert_eq!(
        ScheduleVerifier::new(&plan)
            .expect("sound")
            .finish()
            .missing,
        24
    );
    let mut verifier = ScheduleVerifier::new(&plan).expect("sound");
    for job in &jobs[5..15] {
        assert_eq!(verifier.admit(&outcome(job, 1, false)), Ok(()));
    }
    // A void game that wasn't tried again is missing too.
    assert_eq!(verifier.admit(&outcome(&jobs[20], 1, true)), Ok(()));
    assert_eq!(verifier.finish().missing, 14);
}

#[test]
fn a_game_that_waits_for_another_attempt_is_missing_once() {
    let mut plan = plan(4, 2, 1, 2);
    plan.park_after = Some(100);
    let jobs = jobs(&plan);
    let mut verifier = ScheduleVerifier::new(&plan).expect("sound");
    assert_eq!(verifier.admit(&outcome(&jobs[1], 1, true)), Ok(()));
    assert_eq!(verifier.finish().missing, 24);
}

#[test]
fn missing_games_of_a_huge_schedule_are_counted_at_once() {
    let plan = plan(2, 2, u32::MAX, 1);
    let mut verifier = ScheduleVerifier::new(&plan).expect("sound");
    let first = schedule(&plan).next().expect("a game");
    assert_eq!(verifier.admit(&outcome(&first, 1, false)), Ok(()));
    assert_eq!(verifier.finish().missing, 2 * u64::from(u32::MAX) - 1);
}

#[test]
fn what_does_not_belong_is_named() {
    let plan = plan(3, 2, 1, 1);
    let jobs = jobs(&plan);
    let mut verifier = ScheduleVerifier::new(&plan).expect("sound");
    let mut changed = jobs[2].clone();
    changed.limits.grace_ms += 1;
    let changed = changed.identify();
    let (number, id) = (changed.number, changed.id);
    let refused = verifier.admit(&outcome(&changed, 1, false));
    assert_eq!(refused, Err(FollowError::Stranger { number, id }));

    let (number, id) = (jobs[0].number, jobs[0].id);
    let refused = verifier.admit(&outcome(&jobs[0], 2, false));
    let attempt = 2;
    let expected = FollowError::Attempt {
        number,
        id,
        attempt,
    };
    assert_eq!(refused, Err(expected));
    let mut moved = jobs[0].clone();
    moved.number = 5;
    let expected = FollowError::Stranger { number: 5, id };
    assert_eq!(verifier.admit(&outcome(&moved, 1, false)), Err(expected));
    assert_eq!(verifier.admit(&outcome(&jobs[0], 1, false)), Ok(()));
    let refused = verifier.admit(&outcome(&jobs[0], 1, false));
    assert_eq!(refused, Err(FollowError::Repeated { number, id }));
    assert_eq!(verifier.finish().missing, 5);
}
