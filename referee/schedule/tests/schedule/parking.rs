//! Tests the parking of bots that keep losing by their own fault.

use std::collections::{BTreeMap, HashSet};

use proptest::prelude::*;
use referee_record::Outcome;
use referee_schedule::{
    BATCH, Disqualification, JobQueue, Plan, PlanChange, PlanError, ScheduleVerifier,
};

use crate::common::{jobs, plan};
use crate::laws::entrant;
use crate::sim::{SplitMix, play, result, whole};

/// Creates a plan of seven bots, of which one crashes in most games; 840 games.
fn crashing() -> Plan {
    let mut plan = plan(7, 2, 20, 1);
    plan.bots[3] = entrant("bot3x");
    plan.park_after = Some(3);
    plan
}

fn plays(outcome: &Outcome, bot: &str) -> bool {
    outcome.seats.iter().any(|seated| seated.bot == bot)
}

#[test]
fn who_keeps_crashing_is_parked_two_batches_later() {
    let run = whole(&crashing());
    let mut queue = JobQueue::new(&crashing()).expect("sound");
    assert!(!queue.pass(5), "outcomes decide who plays");
    let again = play(&mut queue, 9, usize::MAX, &mut SplitMix(3));
    let parked = queue.parked();
    assert_eq!(
        parked,
        BTreeMap::from([("bot3x".to_owned(), 2 * BATCH + 1)])
    );
    assert_eq!((run.ids(), &run.skips), (again.ids(), &again.skips));
    let late = |outcome: &&Outcome| plays(outcome, "bot3x") && outcome.number > 2 * BATCH;
    assert_eq!(run.outcomes.iter().filter(late).count(), 0);
    assert_eq!(run.outcomes.len() + run.skips.len(), 840);
    for skip in &run.skips {
        assert_eq!(
            (&skip.gone, &skip.parked),
            (&vec!["bot3x".to_owned()], &skip.gone)
        );
    }
    let mut off = crashing();
    off.park_after = None;
    assert_eq!(whole(&off).outcomes.len(), 840);
}

#[test]
fn games_wait_for_the_batch_before_the_last() {
    let mut plan = plan(7, 2, 20, 1);
    plan.park_after = Some(3);
    let mut queue = JobQueue::new(&plan).expect("sound");
    let tasks: Vec<_> = std::iter::from_fn(|| queue.issue()).collect();
    assert_eq!(tasks.len() as u64, 2 * BATCH);
    assert!(!queue.finished());
    let (last, others) = tasks[..128].split_last().expect("games");
    for task in others {
        queue.record(&result(&task.job, 1, 0.3));
    }
    assert!(queue.issue().is_none());
    queue.record(&result(&last.job, 1, 0.3));
    assert_eq!(
        queue.issue().map(|task| task.job.number),
        Some(2 * BATCH + 1)
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_was_played_the_same_are_parked(seed in any::<u64>(), share in 0usize..5) {
        let plan = crashing();
        let run = whole(&plan);
        let mut chance = SplitMix(seed);
        let mut played: Vec<_> = run.outcomes.iter().filter(|_| chance.below(4) < share).collect();
        chance.shuffle(&mut played);
        let mut queue = JobQueue::new(&plan).expect("sound");
        for outcome in &played {
            queue.record(outcome);
        }
        let rest = play(&mut queue, 4, usize::MAX, &mut chance);
        prop_assert!(queue.finished());
        let mut expected = run.ids();
        expected.retain(|number, _| played.iter().all(|outcome| outcome.number != *number));
        prop_assert_eq!(rest.ids(), expected);
        prop_assert_eq!(rest.skips, run.skips);
        prop_assert_eq!(queue.parked().len(), 1);
    }

    #[test]
    fn parked_bots_are_followed_over_an_extension(games in 0usize..700, seed in any::<u64>()) {
        let plan = crashing();
        let mut chance = SplitMix(seed);
        let first = play(&mut JobQueue::new(&plan).expect("sound"), 6, games, &mut chance);
        let mut extended = plan.clone();
        extended.changes.push(PlanChange {
            after: first.outcomes.iter().map(|outcome| outcome.number).max().unwrap_or(0),
            joined: vec![entrant("bot9x")],
            withdrawn: vec!["bot0".to_owned()],
            ..PlanChange::default()
        });
        let mut queue = JobQueue::new(&extended).expect("sound");
        for outcome in &first.outcomes {
            queue.record(outcome);
        }
        let second = play(&mut queue, 6, usize::MAX, &mut chance);
        prop_assert!(queue.finished());
        for skip in &second.skips {
            let withdrawn = skip.gone.iter().filter(|bot| *bot == "bot0").count();
            prop_assert_eq!(skip.gone.len(), skip.parked.len() + withdrawn);
        }
        let mut verifier = ScheduleVerifier::new(&extended).expect("sound");
        for outcome in first.outcomes.iter().chain(&second.outcomes) {
            prop_assert_eq!(verifier.admit(outcome), Ok(()));
        }
        prop_assert_eq!(verifier.finish().missing, 0);
    }

    #[test]
    fn the_order_of_outcomes_says_nothing(seed in any::<u64>()) {
        let outcomes = whole(&crashing()).outcomes;
        let mut shuffled: Vec<_> = outcomes.iter().take(300).collect();
        let mut parking = Disqualification::new(3);
        shuffled.sort_by_key(|outcome| outcome.number);
        for outcome in &shuffled {
            parking.record(outcome);
        }
        SplitMix(seed).shuffle(&mut shuffled);
        let mut other = Disqualification::new(3);
        for outcome in &shuffled {
            other.record(outcome);
        }
        prop_assert_eq!(parking.parked(), other.parked());
    }
}

/// Returns the bots that are parked after a first batch in which these faults and wins are repeated in turn.
fn after(faults: &[Option<&str>], change: impl Fn(usize, &mut Outcome)) -> HashSet<String> {
    let mut parking = Disqualification::new(3);
    let all = jobs(&plan(2, 2, 64, 1));
    for (i, job) in all.iter().enumerate() {
        let mut outcome = result(job, 1, 0.0);
        let seat = usize::from(outcome.seats[1].bot == "bot1");
        let fault = faults.get(i).copied().flatten();
        outcome.verdict.seats[seat].fault = fault.map(str::to_owned);
        change(i, &mut outcome);
        assert!(!parking.is_decided(2 * BATCH + 1));
        parking.record(&outcome);
    }
    assert!(parking.is_decided(2 * BATCH + 1));
    assert!(!parking.is_parked("bot1", 2 * BATCH));
    let parked = ["bot0", "bot1"].map(str::to_owned).into_iter();
    parked
        .filter(|bot| parking.is_parked(bot, 2 * BATCH + 1))
        .collect()
}

#[test]
fn a_row_is_three_faults_in_games_that_count() {
    let (crash, fine) = (Some("crash"), None);
    let bot1 = || HashSet::from(["bot1".to_owned()]);
    let as_is = |_: usize, _: &mut Outcome| ();
    assert_eq!(after(&[fine, crash, crash, crash, fine], as_is), bot1());
    assert_eq!(
        after(&[crash, crash, fine, crash, crash], as_is),
        HashSet::new()
    );
    let resigned = Some("resigned");
    assert_eq!(
        after(&[crash, resigned, crash, crash], as_is),
        HashSet::new()
    );
    // A void game doesn't count at all, even if it names a fault.
    let void = |i: usize, outcome: &mut Outcome| {
        outcome.verdict.void = (i == 2).then(|| "the machine was asleep".to_owned());
    };
    assert_eq!(after(&[crash, crash, fine, crash], void), bot1());
    assert_eq!(after(&[fine, crash, crash, fine], void), HashSet::new());
    // A ruling doesn't change what was decided on a game.
    let annul = |i: usize, outcome: &mut Outcome| {
        if i == 1 {
            outcome.annul("a power cut", false);
        }
    };
    assert_eq!(after(&[crash, crash, crash], annul), bot1());
}

#[test]
fn nobody_is_parked_for_nothing() {
    let mut plan = crashing();
    plan.park_after = Some(0);
    assert!(matches!(
        plan.schedule().err(),
        Some(PlanError::Parking { after: 0, .. })
    ));
}
