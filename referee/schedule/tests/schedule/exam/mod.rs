//! Tests exams: their three stages, and eligibility.

mod appeals;
mod late;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use referee_record::{FaultKind, Job, Outcome, StartFrom};
use referee_schedule::exam::{
    Appeal, BASICS, Basics, Exam, ExamQuestion, MAIN, QUALIFICATION, Qualification,
};
use referee_schedule::{Format, JobQueue, Plan, PlanChange, PlanError, ScheduleVerifier};

use crate::common::{outcome, plan, schedule};

/// Creates an exam for so many students, with an examiner and a partner.
fn exam(students: usize) -> Plan {
    let question = |name: &str, seat| ExamQuestion {
        name: name.to_owned(),
        state: format!("state {name}"),
        seat,
        right: None,
    };
    let mut plan = plan(students + 2, 2, 1, 1);
    plan.setup.openings = 0;
    "examiner".clone_into(&mut plan.bots[0].name);
    "partner".clone_into(&mut plan.bots[1].name);
    plan.format = Format::Exam(Exam {
        basics: Some(Basics {
            partner: "partner".to_owned(),
            questions: vec![question("one", 'A'), question("two", 'B')],
        }),
        qualification: Some(Qualification {
            examiner: "examiner".to_owned(),
            deals: ["q1", "q2", "q3"].map(str::to_owned).to_vec(),
            errors: 2,
            words: vec![FaultKind::Timeout],
        }),
        deals: ["m1", "m2", "m3"].map(str::to_owned).to_vec(),
    });
    plan
}

fn setting(plan: &mut Plan) -> &mut Exam {
    match &mut plan.format {
        Format::Exam(exam) => exam,
        _ => unreachable!("it is one"),
    }
}

/// Failures in the qualification by bot: the number of games, from the first, and the fault word.
type Failures<'a> = BTreeMap<&'a str, (u32, &'a str)>;

/// Creates the outcome of a job: bots with failures fail in their first games of the qualification.
fn played(job: &Job, failures: &Failures<'_>) -> Outcome {
    let mut outcome = outcome(job, 1, false);
    if job.place.stage != QUALIFICATION {
        return outcome;
    }
    // Deals are numbered through: the qualification begins after two questions.
    let game = 2 * (job.place.deal - 3) + job.place.rotation;
    for seat_result in &mut outcome.verdict.seats {
        let seated = job
            .seats
            .iter()
            .find(|seated| seated.seat == seat_result.seat);
        let failure = seated.and_then(|seated| failures.get(seated.bot.as_str()));
        if let Some((_, word)) = failure.filter(|(games, _)| game <= *games) {
            seat_result.fault = Some(FaultKind::find(word).expect("the word of a fault"));
        }
    }
    outcome
}

/// Plays a plan to its end.
fn course(plan: &Plan, failures: &Failures<'_>) -> Vec<Job> {
    let mut queue = JobQueue::new(plan).expect("a sound plan");
    let mut jobs = Vec::new();
    while let Some(task) = queue.issue() {
        queue.record(&played(&task.job, failures));
        jobs.push(task.job);
    }
    assert!(queue.finished());
    assert_eq!(queue.schedule().size(), Some(queue.settled().len()));
    jobs
}

fn in_stage<'a>(jobs: &'a [Job], stage: &'a str) -> impl Iterator<Item = &'a Job> {
    jobs.iter().filter(move |job| job.place.stage == stage)
}

fn pairs(jobs: &[Job]) -> BTreeSet<(String, String)> {
    let pair = |job: &Job| {
        let mut block = job.place.block.clone();
        block.sort();
        (block[0].clone(), block[1].clone())
    };
    in_stage(jobs, MAIN).map(pair).collect()
}

fn pair(one: &str, other: &str) -> (String, String) {
    (one.to_owned(), other.to_owned())
}

#[test]
fn everybody_is_asked_everything_and_then_all_meet() {
    let plan = exam(4);
    let jobs = course(&plan, &Failures::new());
    let stages: Vec<&str> = jobs.iter().map(|job| job.place.stage.as_str()).collect();
    assert!(stages.is_sorted_by_key(|stage| {
        [BASICS, QUALIFICATION, MAIN]
            .iter()
            .position(|s| s == stage)
    }));
    let count = |stage| in_stage(&jobs, stage).count();
    assert_eq!(
        (count(BASICS), count(QUALIFICATION), count(MAIN)),
        (8, 24, 36)
    );
    assert!(
        jobs.iter()
            .zip(1..)
            .all(|(job, number)| job.number == number && job.is_genuine())
    );
    // Each pair plays each deal with both seatings, and all pairs have the same deals.
    let mut seen: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for job in in_stage(&jobs, MAIN) {
        let StartFrom::State(line) = &job.start.from else {
            panic!("a state");
        };
        assert_eq!(*line, format!("m{}", job.place.deal - 5));
        let seated = (job.place.deal, job.seats[0].bot.clone());
        seen.entry(job.place.block.clone())
            .or_default()
            .insert(seated);
        assert!(job.seats.iter().all(|seated| !seated.examiner));
        assert_eq!(job.place.rotations, 2);
    }
    assert_eq!(seen.len(), 6);
    assert!(seen.values().all(|games| games.len() == 6));
    let ids: BTreeSet<_> = jobs.iter().map(|job| job.id).collect();
    assert_eq!(ids.len(), jobs.len());
}

#[test]
fn questions_are_put_to_the_seat_that_is_asked() {
    let jobs = course(&exam(2), &Failures::new());
    for job in in_stage(&jobs, BASICS) {
        let asked = if job.place.deal == 1 { 'A' } else { 'B' };
        for seated in &job.seats {
            assert_eq!(seated.examiner, seated.seat != asked, "{job:?}");
            assert_eq!(seated.bot == "partner", seated.examiner);
        }
    }
    for job in in_stage(&jobs, QUALIFICATION) {
        let staff: Vec<_> = job.seats.iter().filter(|seated| seated.examiner).collect();
        assert!(staff.len() == 1 && staff[0].bot == "examiner");
    }
}

#[test]
fn two_errors_are_allowed_and_three_not() {
    let failures = Failures::from([
        ("bot2", (2, "timeout")),
        ("bot3", (3, "timeout")),
        // A word that doesn't count.
        ("bot4", (6, "resigned")),
        // The examiner's errors count against no other bot.
        ("examiner", (6, "timeout")),
    ]);
    let jobs = course(&exam(4), &failures);
    let expected = [
        pair("bot2", "bot4"),
        pair("bot2", "bot5"),
        pair("bot4", "bot5"),
    ];
    assert_eq!(pairs(&jobs), BTreeSet::from(expected));
}

#[test]
fn what_stands_void_is_not_held_against_anybody() {
    let plan = exam(2);
    let failures = Failures::from([("bot2", (6, "timeout"))]);
    let mut queue = JobQueue::new(&plan).expect("sound");
    let mut main = 0;
    while let Some(task) = queue.issue() {
        let mut outcome = played(&task.job, &failures);
        if task.job.place.stage == QUALIFICATION {
            outcome.attempt = task.attempt;
            outcome.verdict.void = Some("the examiner's own bot failed".to_owned());
            outcome.again = task.attempt < 3;
        }
        main += u32::from(task.job.place.stage == MAIN);
        queue.record(&outcome);
    }
    assert_eq!(main, 6);
}

#[test]
fn the_main_stage_waits_for_the_whole_qualification() {
    let mut schedule = schedule(&exam(3));
    let jobs: Vec<Job> = std::iter::from_fn(|| schedule.next()).collect();
    assert_eq!(jobs.len(), 3 * 2 + 3 * 6);
    assert!(!schedule.finished() && schedule.size().is_none());
    assert_eq!(schedule.most(), Some(24 + 18), "if everybody is eligible");
    let (last, rest) = jobs.split_last().expect("many");
    for job in in_stage(rest, QUALIFICATION) {
        schedule.record(&outcome(job, 1, false));
        assert!(schedule.next().is_none(), "after {}", job.number);
    }
    schedule.record(&outcome(last, 1, false));
    assert_eq!(schedule.size(), Some(24 + 18));
    assert_eq!(schedule.next().expect("a game").place.stage, MAIN);
    assert_eq!(
        schedule.notes(),
        ["Of 3 who took the exam 3 are eligible for its main stage."]
    );
}

#[test]
fn stages_may_be_left_out() {
    let mut plan = exam(3);
    setting(&mut plan).qualification = None;
    let jobs = course(&plan, &Failures::new());
    // Then the examiner competes like any other bot.
    assert_eq!(in_stage(&jobs, MAIN).count(), 6 * 6);
    setting(&mut plan).basics = None;
    assert_eq!(course(&plan, &Failures::new()).len(), 10 * 6);
}

#[test]
fn deals_are_numbered_in_their_stage_for_people() {
    let plan = exam(2);
    for (stage, deals) in [(BASICS, 2), (QUALIFICATION, 3), (MAIN, 3)] {
        let jobs = course(&plan, &Failures::new());
        let shown = in_stage(&jobs, stage).map(|job| plan.deal_in_stage(stage, job.place.deal));
        assert_eq!(shown.collect::<BTreeSet<u32>>(), (1..=deals).collect());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the order of outcomes, and wherever a run is resumed, the games are the same.
    #[test]
    fn the_order_of_outcomes_changes_nothing(
        students in 1usize..6,
        faults in prop::collection::vec(0u32..5, 6),
        appeals in prop::collection::vec((0usize..6, 0u64..6), 0..3),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 200),
        stop in 0usize..120,
    ) {
        let mut plan = exam(students);
        for (student, game) in appeals {
            let student = student % students;
            // After the questions of all, each student has six games of the qualification.
            let games = vec![2 * students as u64 + 6 * student as u64 + game + 1];
            let bot = plan.bots[2 + student].name.clone();
            plan.changes.push(PlanChange {
                appeals: vec![Appeal { bot, games }],
                ..PlanChange::default()
            });
        }
        let names: Vec<String> = plan.bots.iter().map(|bot| bot.name.clone()).collect();
        let failures: Failures<'_> = names
            .iter()
            .skip(2)
            .zip(&faults)
            .map(|(name, games)| (name.as_str(), (*games, "timeout")))
            .collect();
        let expected = course(&plan, &failures);
        let mut queue = JobQueue::new(&plan).expect("sound");
        let mut verifier = ScheduleVerifier::new(&plan).expect("sound");
        let mut done: Vec<Outcome> = Vec::new();
        let (mut open, mut jobs) = (Vec::new(), Vec::new());
        let mut picks = picks.iter().cycle();
        let mut resumed = false;
        loop {
            while open.len() < 5 {
                let Some(task) = queue.issue() else { break };
                open.push(task.job);
            }
            if open.is_empty() {
                break;
            }
            let pick = picks.next().expect("it goes on").index(open.len());
            let job = open.swap_remove(pick);
            let outcome = played(&job, &failures);
            queue.record(&outcome);
            prop_assert!(verifier.admit(&outcome).is_ok());
            done.push(outcome);
            jobs.push(job);
            if done.len() == stop && !resumed {
                resumed = true;
                open.clear();
                queue = JobQueue::new(&plan).expect("sound");
                for outcome in done.iter().rev() {
                    queue.record(outcome);
                }
            }
        }
        prop_assert!(queue.finished());
        prop_assert_eq!(verifier.finish().missing, 0);
        jobs.sort_by_key(|job| job.number);
        prop_assert_eq!(jobs, expected);
    }
}

/// An edit of a plan.
type Edit = fn(&mut Plan);

#[test]
fn what_is_no_exam_is_refused() {
    let refused = |change: Edit| {
        let mut plan = exam(2);
        change(&mut plan);
        match plan.schedule() {
            Ok(_) => panic!("accepted"),
            Err(PlanError::Format(why)) => why,
            Err(other) => other.to_string(),
        }
    };
    let cases: [(Edit, &str); 9] = [
        // The remaining partner belongs to the exam and takes no part.
        (
            |plan| {
                setting(plan).qualification = None;
                plan.bots = vec![plan.bots[1].clone()];
            },
            "but nobody takes part",
        ),
        (|plan| plan.setup.openings = 2, "openings:"),
        (|plan| plan.park_after = Some(3), "park_after:"),
        (|plan| setting(plan).deals.clear(), "no deals"),
        (|plan| plan.setup.seats.push('C'), "3 seats"),
        (
            |plan| "other".clone_into(&mut plan.bots[0].name),
            "\"examiner\" is the examiner's, but",
        ),
        (|plan| plan.bots.truncate(2), "nobody takes the exam"),
        (
            |plan| {
                let basics = setting(plan).basics.as_mut().expect("it has");
                basics.questions[0].seat = 'D';
            },
            "question \"one\": there is no seat D",
        ),
        (
            |plan| {
                plan.changes.push(PlanChange {
                    after: 0,
                    joined: vec![],
                    withdrawn: vec!["examiner".to_owned()],
                    ..PlanChange::default()
                });
            },
            "can't be withdrawn",
        ),
    ];
    for (change, why) in cases {
        let refusal = refused(change);
        assert!(refusal.contains(why), "{refusal}");
    }
}
