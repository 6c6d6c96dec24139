//! Tunings: iterations in order, resumed, with void games and faults.

use referee_record::{Job, Outcome};
use referee_schedule::tune::{Gains, Parameter, Tuning};
use referee_schedule::{Follower, Format, Issuer, Plan};

use crate::common::{outcome, plan};
use crate::sim::Chance;

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

/// The side with the smaller `a` wins; some games are void at first, and each third pair for good.
fn played(job: &Job, attempt: u32) -> Outcome {
    let pair = (job.number - 1) / 2;
    let void = pair % 3 == 2 && job.number.is_multiple_of(2)
        || attempt == 1 && job.number.is_multiple_of(5);
    let mut found = outcome(job, attempt, void);
    let a = |seat: usize| -> f64 {
        let settings = job.seats[seat].settings.as_ref().expect("settings");
        settings["a"].parse().expect("a number")
    };
    found.verdict.seats[0].place = if a(0) <= a(1) { 1 } else { 2 };
    found.verdict.seats[1].place = 3 - found.verdict.seats[0].place;
    found
}

/// Plays what is left, so many games at once, in any order; the outcomes in the order in which they
/// came in.
fn play(issuer: &mut Issuer, at_once: usize, most: usize, chance: &mut Chance) -> Vec<Outcome> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    while found.len() < most {
        while open.len() < at_once
            && let Some(task) = issuer.issue()
        {
            open.push(task);
        }
        if open.is_empty() {
            break;
        }
        let task = open.swap_remove(chance.below(open.len()));
        let outcome = played(&task.job, task.attempt);
        issuer.record(&outcome);
        found.push(outcome);
    }
    found
}

fn issuer(plan: &Plan) -> Issuer {
    Issuer::new(plan).expect("a sound plan")
}

#[test]
fn it_goes_towards_the_better_side_and_ends() {
    let plan = tuning();
    let mut issuer = issuer(&plan);
    play(&mut issuer, 1, usize::MAX, &mut Chance(1));
    assert!(issuer.finished());
    let course = issuer.schedule().tune().expect("a tuning");
    assert_eq!(course.past().len(), 6);
    assert!(course.middle()[0] < 30.0, "{:?}", course.middle());
    // Two of three pairs count; whose third is void isn't learnt from.
    assert!(
        course
            .past()
            .iter()
            .all(|own| own.games.iter().sum::<u64>() == 4)
    );
    assert_eq!(course.left_out().len(), 6);
    assert!(course.left_out()[0].because.contains("asleep"));
}

#[test]
fn order_and_interruptions_change_nothing() {
    let plan = tuning();
    let mut whole = issuer(&plan);
    let all = play(&mut whole, 1, usize::MAX, &mut Chance(1));
    let course = whole.schedule().tune().expect("a tuning").past().to_vec();
    for seed in 0..20 {
        let mut chance = Chance(seed);
        let before = play(&mut issuer(&plan), 4, chance.below(all.len()), &mut chance);
        let mut resumed = issuer(&plan);
        for outcome in &before {
            resumed.record(outcome);
        }
        let after = play(&mut resumed, 4, usize::MAX, &mut chance);
        let found = resumed.schedule().tune().expect("a tuning");
        assert_eq!(found.past(), course, "seed {seed}");
        let mut follower = Follower::new(&plan).expect("a sound plan");
        for outcome in before.iter().chain(&after) {
            follower.admit(outcome).expect("belongs to it");
        }
        assert_eq!(follower.finish().missing, 0);
    }
}

#[test]
fn both_games_of_a_pair_are_mirrored_and_say_what_is_played() {
    let mut issuer = issuer(&tuning());
    let jobs: Vec<Job> = std::iter::from_fn(|| issuer.issue())
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
    let mut issuer = issuer(&tuning());
    while let Some(task) = issuer.issue() {
        let mut found = outcome(&task.job, task.attempt, false);
        found.verdict.seats[0].place = 2;
        found.verdict.seats[0].fault = Some("crash".to_owned());
        issuer.record(&found);
    }
    let course = issuer.schedule().tune().expect("a tuning");
    assert!(issuer.finished() && course.is_failing() && course.past().len() == 1);
    assert_eq!(course.faults().iter().map(|own| own.games).sum::<u64>(), 6);
}
