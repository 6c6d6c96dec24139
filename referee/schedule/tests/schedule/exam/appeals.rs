//! Tests appeals: students who weren't eligible by errors that were annulled since.

use std::collections::BTreeSet;

use referee_record::Job;
use referee_schedule::exam::{Appeal, MAIN, QUALIFICATION};
use referee_schedule::{JobQueue, Plan, PlanChange};

use super::{Failures, course, exam, pair, pairs, played};
use crate::common::schedule;

/// Who failed in three games, of which two are allowed, and appeals because of the first.
fn appealed() -> (Plan, Vec<Job>, u64) {
    let mut plan = exam(3);
    let before = course(&plan, &Failures::from([("bot3", (3, "timeout"))]));
    let of_bot3 = |job: &&Job| job.place.stage == QUALIFICATION && job.place.block[0] == "bot3";
    let error = before.iter().find(of_bot3).expect("a game").number;
    plan.changes.push(PlanChange {
        after: before.len() as u64,
        appeals: vec![Appeal {
            bot: "bot3".to_owned(),
            games: vec![error],
        }],
        ..PlanChange::default()
    });
    (plan, before, error)
}

/// Plays the plan; the game that is played again ends by an error or not.
fn course_of(plan: &Plan, fails_again: bool) -> Vec<Job> {
    let mut queue = JobQueue::new(plan).expect("sound");
    let mut jobs = Vec::new();
    while let Some(task) = queue.issue() {
        let fails = task.job.place.round == 1 || fails_again;
        let games = if fails { 3 } else { 0 };
        queue.record(&played(
            &task.job,
            &Failures::from([("bot3", (games, "timeout"))]),
        ));
        jobs.push(task.job);
    }
    assert!(queue.finished());
    jobs
}

#[test]
fn who_makes_no_error_in_the_game_played_again_is_in_the_main_stage() {
    let (plan, before, error) = appealed();
    let most = schedule(&plan).most().expect("it is bounded");
    let jobs = course_of(&plan, false);
    assert_eq!(
        jobs[..before.len()],
        before[..],
        "games that were played stay"
    );
    let (again, main) = jobs[before.len()..].split_first().expect("more games");
    let annulled = before
        .iter()
        .find(|job| job.number == error)
        .expect("a game");
    assert_eq!(
        (
            &again.place.stage,
            again.place.deal,
            &again.start,
            again.number
        ),
        (
            &annulled.place.stage,
            annulled.place.deal,
            &annulled.start,
            before.len() as u64 + 1
        )
    );
    assert_ne!(again.id, annulled.id);
    assert!(main.iter().all(|job| job.place.stage == MAIN));
    let expected = BTreeSet::from([pair("bot2", "bot3"), pair("bot3", "bot4")]);
    assert_eq!(pairs(main), expected);
    assert!(jobs.len() as u64 <= most);
    let ids: BTreeSet<_> = jobs.iter().map(|job| job.id).collect();
    assert_eq!(ids.len(), jobs.len());
}

#[test]
fn who_makes_an_error_again_is_not() {
    let (plan, before, _) = appealed();
    assert_eq!(course_of(&plan, true).len(), before.len() + 1);
}

#[test]
fn an_appeal_of_a_stranger_or_about_another_game_changes_nothing() {
    let (mut plan, before, _) = appealed();
    for (bot, game) in [("nobody", 1), ("bot3", 1), ("bot3", 9999)] {
        plan.changes[0].appeals = vec![Appeal {
            bot: bot.to_owned(),
            games: vec![game],
        }];
        assert_eq!(course_of(&plan, true), before);
    }
}
