//! Bots that keep losing by their own fault.

use std::collections::{BTreeMap, HashSet};

use proptest::prelude::*;
use referee_record::Outcome;
use referee_schedule::{BATCH, Change, Follower, Issuer, Parking, Plan, PlanError};

use crate::common::{jobs, plan};
use crate::laws::entrant;
use crate::sim::{Chance, play, result, whole};

/// Seven bots, of which one crashes in most games; 840 games.
fn crashing() -> Plan {
    let mut plan = plan(7, 2, 20, 1);
    plan.bots[3] = entrant("bot3x");
    plan.park_after = Some(3);
    plan
}

fn plays(outcome: &Outcome, bot: &str) -> bool {
    outcome.seats.iter().any(|own| own.bot == bot)
}

#[test]
fn who_keeps_crashing_is_parked_two_batches_later() {
    let run = whole(&crashing());
    let mut issuer = Issuer::new(&crashing()).expect("sound");
    assert!(!issuer.pass(5), "outcomes decide who plays");
    let again = play(&mut issuer, 9, usize::MAX, &mut Chance(3));
    let parked = issuer.parked();
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
    let mut issuer = Issuer::new(&plan).expect("sound");
    let tasks: Vec<_> = std::iter::from_fn(|| issuer.issue()).collect();
    assert_eq!(tasks.len() as u64, 2 * BATCH);
    assert!(!issuer.finished());
    let (last, others) = tasks[..128].split_last().expect("games");
    for task in others {
        issuer.record(&result(&task.job, 1, 0.3));
    }
    assert!(issuer.issue().is_none());
    issuer.record(&result(&last.job, 1, 0.3));
    assert_eq!(
        issuer.issue().map(|task| task.job.number),
        Some(2 * BATCH + 1)
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_was_played_the_same_are_parked(seed in any::<u64>(), share in 0usize..5) {
        let plan = crashing();
        let run = whole(&plan);
        let mut chance = Chance(seed);
        let mut played: Vec<_> = run.outcomes.iter().filter(|_| chance.below(4) < share).collect();
        chance.shuffle(&mut played);
        let mut issuer = Issuer::new(&plan).expect("sound");
        for outcome in &played {
            issuer.record(outcome);
        }
        let rest = play(&mut issuer, 4, usize::MAX, &mut chance);
        prop_assert!(issuer.finished());
        let mut expected = run.ids();
        expected.retain(|number, _| played.iter().all(|outcome| outcome.number != *number));
        prop_assert_eq!(rest.ids(), expected);
        prop_assert_eq!(rest.skips, run.skips);
        prop_assert_eq!(issuer.parked().len(), 1);
    }

    #[test]
    fn parked_bots_are_followed_over_an_extension(games in 0usize..700, seed in any::<u64>()) {
        let plan = crashing();
        let mut chance = Chance(seed);
        let first = play(&mut Issuer::new(&plan).expect("sound"), 6, games, &mut chance);
        let mut extended = plan.clone();
        extended.changes.push(Change {
            after: first.outcomes.iter().map(|outcome| outcome.number).max().unwrap_or(0),
            joined: vec![entrant("bot9x")],
            withdrawn: vec!["bot0".to_owned()],
            ..Change::default()
        });
        let mut issuer = Issuer::new(&extended).expect("sound");
        for outcome in &first.outcomes {
            issuer.record(outcome);
        }
        let second = play(&mut issuer, 6, usize::MAX, &mut chance);
        prop_assert!(issuer.finished());
        for skip in &second.skips {
            let withdrawn = skip.gone.iter().filter(|bot| *bot == "bot0").count();
            prop_assert_eq!(skip.gone.len(), skip.parked.len() + withdrawn);
        }
        let mut follower = Follower::new(&extended).expect("sound");
        for outcome in first.outcomes.iter().chain(&second.outcomes) {
            prop_assert_eq!(follower.admit(outcome), Ok(()));
        }
        prop_assert_eq!(follower.finish().missing, 0);
    }

    #[test]
    fn the_order_of_outcomes_says_nothing(seed in any::<u64>()) {
        let outcomes = whole(&crashing()).outcomes;
        let mut shuffled: Vec<_> = outcomes.iter().take(300).collect();
        let mut parking = Parking::new(3);
        shuffled.sort_by_key(|outcome| outcome.number);
        for outcome in &shuffled {
            parking.record(outcome);
        }
        Chance(seed).shuffle(&mut shuffled);
        let mut other = Parking::new(3);
        for outcome in &shuffled {
            other.record(outcome);
        }
        prop_assert_eq!(parking.parked(), other.parked());
    }
}

/// Who is parked after a first batch in which the bots with these faults and wins take turns.
fn after(faults: &[Option<&str>], change: impl Fn(usize, &mut Outcome)) -> HashSet<String> {
    let mut parking = Parking::new(3);
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
    // A void game is none at all, even where it names a fault.
    let void = |i: usize, outcome: &mut Outcome| {
        outcome.verdict.void = (i == 2).then(|| "the machine was asleep".to_owned());
    };
    assert_eq!(after(&[crash, crash, fine, crash], void), bot1());
    assert_eq!(after(&[fine, crash, crash, fine], void), HashSet::new());
    // A ruling leaves what was decided on a game.
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
