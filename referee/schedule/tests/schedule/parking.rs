//! Tests the parking of bots that keep losing by their own fault.

use std::collections::{BTreeMap, HashSet};

use proptest::prelude::*;
use referee_record::{FaultKind, Outcome};
use referee_schedule::{Disqualification, JobQueue, Plan, PlanChange, PlanError, ScheduleVerifier};

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

/// Returns the number of the first game after the pair in which a bot lost its third game in a row by a fault.
fn after_the_third(outcomes: &[Outcome], bot: &str) -> u64 {
    let mut own: Vec<_> = outcomes.iter().filter(|game| plays(game, bot)).collect();
    own.sort_by_key(|outcome| outcome.number);
    let mut row = 0;
    let third = own.iter().find(|outcome| {
        row = if outcome.fault(bot).is_some() {
            row + 1
        } else {
            0
        };
        row == 3
    });
    let number = third.expect("it keeps crashing").number;
    number + 1 + number % 2
}

#[test]
fn who_keeps_crashing_is_parked_from_its_next_pair_on() {
    let run = whole(&crashing());
    let mut queue = JobQueue::new(&crashing()).expect("sound");
    assert!(!queue.pass(5), "outcomes decide who plays");
    let again = play(&mut queue, 9, usize::MAX, &mut SplitMix(3));
    let first = after_the_third(&run.outcomes, "bot3x");
    assert!(first < 60, "{first}");
    assert_eq!(
        queue.parked(),
        BTreeMap::from([("bot3x".to_owned(), first)])
    );
    assert_eq!((run.ids(), &run.skips), (again.ids(), &again.skips));
    let late = |outcome: &&Outcome| plays(outcome, "bot3x") && outcome.number >= first;
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
fn one_fault_ends_it_in_a_short_tournament() {
    let mut plan = plan(3, 2, 5, 1);
    plan.park_after = Some(1);
    let mut queue = JobQueue::new(&plan).expect("sound");
    let (mut pairs, mut played) = (HashSet::new(), 0);
    while let Some(task) = queue.issue() {
        let mut outcome = result(&task.job, 1, 0.3);
        let seat = task.job.seats.iter().position(|seat| seat.bot == "bot0");
        if let Some(seat) = seat {
            pairs.insert((task.job.place.round, task.job.place.block.clone()));
            outcome.verdict.seats[seat].fault = Some(FaultKind::Crash);
        }
        queue.record(&outcome);
        played += 1;
    }
    assert!(queue.finished());
    // Both games of the pair in which it failed, and the five pairs of the others.
    assert_eq!((pairs.len(), played), (1, 12));
}

#[test]
fn a_pair_waits_only_while_open_games_could_park_one_of_its_bots() {
    let mut plan = plan(7, 2, 20, 1);
    plan.park_after = Some(3);
    let mut queue = JobQueue::new(&plan).expect("sound");
    let tasks: Vec<_> = std::iter::from_fn(|| queue.issue()).collect();
    // Two pairs of each bot: before the third, four games could be lost.
    let games = |bot: &str| {
        let own = tasks
            .iter()
            .filter(|task| plays(&result(&task.job, 1, 0.3), bot));
        own.count()
    };
    let each: Vec<usize> = plan.bots.iter().map(|bot| games(&bot.name)).collect();
    assert!(each.iter().all(|games| *games <= 4), "{each:?}");
    assert!(each.contains(&4), "{each:?}");
    assert!(!queue.finished());
    // A game without a fault ends each row that the open one before it could begin.
    let (first, others) = tasks.split_first().expect("games");
    for task in others {
        queue.record(&result(&task.job, 1, 0.3));
    }
    let next = queue.issue().expect("the first game alone parks nobody");
    assert_eq!(next.job.number, tasks.len() as u64 + 1);
    queue.record(&result(&first.job, 1, 0.3));
    assert!(queue.issue().is_some());
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
    fn the_order_of_outcomes_says_nothing(seed in any::<u64>(), before in 0..300_usize) {
        let mut plan = crashing();
        plan.park_after = None;
        let all = jobs(&plan);
        let mut outcomes: Vec<Outcome> = all[..300].iter().map(|job| result(job, 1, 0.3)).collect();
        let expected = after_the_third(&outcomes, "bot3x");
        SplitMix(seed).shuffle(&mut outcomes);
        let mut parking = Disqualification::new(3);
        // Some are known before the schedule comes to them, as in a run that goes on.
        for outcome in &outcomes[..before] {
            parking.record(outcome);
        }
        for job in &all[..300] {
            parking.add(job);
        }
        for outcome in &outcomes[before..] {
            parking.record(outcome);
        }
        prop_assert_eq!(parking.parked(), &BTreeMap::from([("bot3x".to_owned(), expected)]));
    }
}

/// Returns the bots that are parked after a beginning in which these faults and wins follow each other.
fn after(faults: &[Option<&str>], change: impl Fn(usize, &mut Outcome)) -> HashSet<String> {
    let mut parking = Disqualification::new(3);
    let all = jobs(&plan(2, 2, 8, 1));
    let (played, rest) = all.split_at(8);
    for (i, job) in played.iter().enumerate() {
        let mut outcome = result(job, 1, 0.0);
        let seat = usize::from(outcome.seats[1].bot == "bot1");
        let fault = faults.get(i).copied().flatten();
        outcome.verdict.seats[seat].fault =
            fault.map(|word| FaultKind::find(word).expect("the word of a fault"));
        change(i, &mut outcome);
        parking.add(job);
        parking.record(&outcome);
    }
    assert!(parking.is_decided(&rest[0]));
    let bots = ["bot0", "bot1"].map(str::to_owned).into_iter();
    bots.filter(|bot| parking.is_parked(bot, rest[0].number))
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
