//! Tests exams that students join late or leave.

use std::collections::BTreeSet;

use referee_record::Job;
use referee_schedule::{Entrant, JobQueue, Plan, PlanChange};

use super::{Failures, course, exam, pair, pairs, played};
use crate::common::schedule;

fn newcomer(name: &str) -> Entrant {
    Entrant {
        settings: None,
        name: name.to_owned(),
        ..exam(1).bots[0].clone()
    }
}

#[test]
fn late_ones_play_behind_all_others_and_meet_everybody() {
    let failures = Failures::from([("bot3", (3, "timeout")), ("late2", (4, "timeout"))]);
    let before = course(&exam(4), &failures);
    let mut plan = exam(4);
    plan.changes = vec![
        PlanChange {
            after: 20,
            joined: vec![newcomer("late1"), newcomer("late2")],
            withdrawn: vec!["bot4".to_owned()],
            ..PlanChange::default()
        },
        PlanChange {
            after: 70,
            joined: vec![newcomer("late3")],
            withdrawn: vec![],
            ..PlanChange::default()
        },
    ];
    let mut queue = JobQueue::new(&plan).expect("sound");
    let mut jobs = Vec::new();
    while let Some(task) = queue.issue() {
        queue.record(&played(&task.job, &failures));
        jobs.push(task.job);
    }
    assert!(queue.finished());
    // Existing games keep their numbers, and games of bots that have left are skipped.
    let here = |job: &&Job| job.seats.iter().all(|seated| seated.bot != "bot4");
    let first: Vec<&Job> = before.iter().filter(here).collect();
    assert_eq!(jobs.iter().take(first.len()).collect::<Vec<_>>(), first);
    let late = &jobs[first.len()..];
    assert!(late.iter().all(|job| job.number > before.len() as u64));
    let expected = [
        ("bot2", "late1"),
        ("bot5", "late1"),
        ("bot2", "late3"),
        ("bot5", "late3"),
        ("late1", "late3"),
    ];
    let expected = expected.map(|(one, other)| pair(one, other));
    assert_eq!(pairs(late), BTreeSet::from(expected));
    // A later change doesn't renumber the games of an earlier one.
    plan.changes.pop();
    let numbers =
        |jobs: &[Job]| -> Vec<_> { jobs.iter().map(|job| (job.number, job.id)).collect() };
    let shorter = course_of(&plan, &failures);
    assert_eq!(numbers(&jobs[..shorter.len()]), numbers(&shorter));
}

#[test]
fn the_most_games_are_those_of_an_exam_in_which_everybody_is_eligible() {
    let mut plan = exam(4);
    plan.changes = vec![PlanChange {
        after: 20,
        joined: vec![newcomer("late1"), newcomer("late2")],
        ..PlanChange::default()
    }];
    let most = schedule(&plan).most();
    let jobs = course(&plan, &Failures::new());
    assert_eq!(most, Some(jobs.len() as u64));
}

fn course_of(plan: &Plan, failures: &Failures<'_>) -> Vec<Job> {
    let mut queue = JobQueue::new(plan).expect("sound");
    let mut jobs = Vec::new();
    while let Some(task) = queue.issue() {
        queue.record(&played(&task.job, failures));
        jobs.push(task.job);
    }
    jobs
}

#[test]
fn who_leaves_in_the_qualification_holds_nobody_up() {
    let mut plan = exam(3);
    plan.changes = vec![PlanChange {
        after: 8,
        joined: vec![],
        withdrawn: vec!["bot2".to_owned()],
        ..PlanChange::default()
    }];
    let jobs = course_of(&plan, &Failures::new());
    assert_eq!(pairs(&jobs), BTreeSet::from([pair("bot3", "bot4")]));
    assert!(
        jobs.iter()
            .all(|job| job.seats.iter().all(|seated| seated.bot != "bot2"))
    );
}
