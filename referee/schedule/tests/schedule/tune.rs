//! Tests tunings: iterations in order, resumed, with void games and faults.

use referee_record::{FaultKind, Job, Outcome};
use referee_schedule::tune::TuningState;
use referee_schedule::tune::{Gains, Parameter, Tuning};
use referee_schedule::{Format, FormatResults, JobQueue, Plan, ScheduleVerifier};

use crate::common::{outcome, plan};
use crate::sim::SplitMix;

fn tuning() -> Plan {
    let parameter = |name: &str, integer| Parameter {
        name: name.to_owned(),
        integer,
        start: 30.0,
        min: 0.0,
        max: 100.0,
        step: 4.0,
    };
    Plan {
        format: Format::Tune(Tuning {
            parameters: vec![parameter("a", true), parameter("b", false)],
            constraints: Vec::new(),
            iterations: 6,
            pairs: 3,
            gains: Gains::usual(6),
        }),
        ..plan(2, 2, 1, 1)
    }
}

/// The side with the smaller `a` wins; some games are void at first, and every third pair stays void.
fn played(job: &Job, attempt: u32) -> Outcome {
    let pair = (job.number - 1) / 2;
    let void = pair % 3 == 2 && job.number.is_multiple_of(2)
        || attempt == 1 && job.number.is_multiple_of(5);
    let mut game_outcome = outcome(job, attempt, void);
    let a = |seat: usize| -> f64 {
        let settings = job.seats[seat].settings.as_ref().expect("settings");
        settings["a"].parse().expect("a number")
    };
    game_outcome.verdict.seats[0].place = if a(0) <= a(1) { 1 } else { 2 };
    game_outcome.verdict.seats[1].place = 3 - game_outcome.verdict.seats[0].place;
    game_outcome
}

/// Plays the remaining games, `at_once` at a time, in any order; returns the outcomes in the order in which
/// they arrived.
fn play(queue: &mut JobQueue, at_once: usize, most: usize, chance: &mut SplitMix) -> Vec<Outcome> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    while found.len() < most {
        while open.len() < at_once
            && let Some(task) = queue.issue()
        {
            open.push(task);
        }
        if open.is_empty() {
            break;
        }
        let task = open.swap_remove(chance.below(open.len()));
        let outcome = played(&task.job, task.attempt);
        queue.record(&outcome);
        found.push(outcome);
    }
    found
}

fn state(queue: &JobQueue) -> &TuningState {
    match queue.schedule().results() {
        FormatResults::Tuning(tuning) => tuning,
        other => panic!("{other:?}"),
    }
}

fn queue(plan: &Plan) -> JobQueue {
    JobQueue::new(plan).expect("a sound plan")
}

#[test]
fn it_goes_towards_the_better_side_and_ends() {
    let plan = tuning();
    let mut queue = queue(&plan);
    play(&mut queue, 1, usize::MAX, &mut SplitMix(1));
    assert!(queue.finished());
    let course = state(&queue);
    assert_eq!(course.past().len(), 6);
    assert!(course.middle()[0] < 30.0, "{:?}", course.middle());
    // Two of three pairs count; a pair that stays void isn't used.
    assert!(
        course
            .past()
            .iter()
            .all(|iteration| iteration.games.iter().sum::<u64>() == 4)
    );
    assert_eq!(course.left_out().len(), 6);
    assert!(course.left_out()[0].because.contains("asleep"));
}

#[test]
fn order_and_interruptions_change_nothing() {
    let plan = tuning();
    let mut whole = queue(&plan);
    let all = play(&mut whole, 1, usize::MAX, &mut SplitMix(1));
    let course = state(&whole).past().to_vec();
    for seed in 0..20 {
        let mut chance = SplitMix(seed);
        let before = play(&mut queue(&plan), 4, chance.below(all.len()), &mut chance);
        let mut resumed = queue(&plan);
        for outcome in &before {
            resumed.record(outcome);
        }
        let after = play(&mut resumed, 4, usize::MAX, &mut chance);
        let tuning_state = state(&resumed);
        assert_eq!(tuning_state.past(), course, "seed {seed}");
        let mut verifier = ScheduleVerifier::new(&plan).expect("a sound plan");
        for outcome in before.iter().chain(&after) {
            verifier.admit(outcome).expect("belongs to it");
        }
        assert_eq!(verifier.finish().missing, 0);
    }
}

#[test]
fn both_games_of_a_pair_are_mirrored_and_say_what_is_played() {
    let mut queue = queue(&tuning());
    let jobs: Vec<Job> = std::iter::from_fn(|| queue.issue())
        .map(|task| task.job)
        .collect();
    assert_eq!(jobs.len(), 6, "an iteration, and no more before its games");
    for pair in jobs.chunks(2) {
        let [one, other] = pair else { panic!("pairs") };
        assert_eq!((&one.start, one.dice), (&other.start, other.dice));
        for seat in 0..2 {
            assert_eq!(one.seats[seat].bot, other.seats[1 - seat].bot);
            assert_eq!(one.seats[seat].settings, other.seats[1 - seat].settings);
        }
        assert_ne!(one.seats[0].settings, one.seats[1].settings);
    }
    let mut other = jobs[0].clone();
    other.seats[0].settings = other.seats[1].settings.clone();
    assert!(!other.is_genuine(), "the id is of the settings too");
}

#[test]
fn a_bot_that_always_fails_ends_it() {
    let mut queue = queue(&tuning());
    while let Some(task) = queue.issue() {
        let mut game_outcome = outcome(&task.job, task.attempt, false);
        game_outcome.verdict.seats[0].place = 2;
        game_outcome.verdict.seats[0].fault = Some(FaultKind::Crash);
        queue.record(&game_outcome);
    }
    let course = state(&queue);
    assert!(queue.finished() && course.is_failing() && course.past().len() == 1);
    assert_eq!(
        course
            .faults()
            .iter()
            .map(|fault_count| fault_count.games)
            .sum::<u64>(),
        6
    );
}
