//! Tests that faults end a head-to-head match by their share of the games.

use proptest::prelude::*;
use referee_record::{FaultKind, Job, Outcome};
use referee_schedule::head_to_head::{FaultCount, MIN_GAMES, MatchEnd, is_failing};
use referee_schedule::{Format, JobQueue, Plan};

use super::{fixed, play_by, prefix, sprt, two};
use crate::common::outcome;
use crate::sim::SplitMix;

/// Plays a game in which the bots in these seats fail; if it is only one, it loses.
fn failed(job: &Job, seats: &[usize], fault: FaultKind) -> Outcome {
    let mut outcome = outcome(job, 1, false);
    for (i, seat) in outcome.verdict.seats.iter_mut().enumerate() {
        if seats.contains(&i) {
            seat.place = if seats.len() == 1 { 2 } else { 1 };
            seat.fault = Some(fault);
        }
    }
    outcome.print = job.number;
    outcome
}

/// Plays until nothing is issued; `seats` returns the seats in which the bots fail.
fn until_its_end(plan: &Plan, fault: FaultKind, seats: impl Fn(&Job) -> Vec<usize>) -> JobQueue {
    let mut queue = JobQueue::new(plan).expect("sound");
    while let Some(task) = queue.issue() {
        queue.record(&failed(&task.job, &seats(&task.job), fault));
    }
    assert!(queue.finished());
    queue
}

fn parked(bot: &str) -> MatchEnd {
    MatchEnd::Parked(bot.to_owned())
}

/// A test that asks whether the first bot is no worse, and so accepts H1 of two equal bots.
fn no_worse() -> Plan {
    let Format::Sprt { mut test, .. } = sprt(None) else {
        panic!("a test");
    };
    (test.elo0, test.elo1) = (-60.0, 0.0);
    let mut plan = two(Format::Sprt { test, games: None });
    plan.park_after = Some(10);
    plan
}

#[test]
fn two_bots_that_both_fail_end_it_whatever_the_fault() {
    for format in [
        no_worse().format,
        fixed(Some(60), None),
        fixed(None, Some(20.0)),
    ] {
        let mut plan = no_worse();
        plan.format = format;
        // Who moves first crashes, so each loses one game of every pair.
        for (fault, seats) in [
            (FaultKind::Crash, vec![0]),
            (FaultKind::Timeout, vec![1]),
            (FaultKind::NoHandshake, vec![0, 1]),
        ] {
            // Ten in a row come earlier where both fail in each game.
            let pairs = if seats.len() == 2 { 5 } else { MIN_GAMES / 2 };
            let queue = until_its_end(&plan, fault, |_| seats.clone());
            let pair_results = prefix(&queue);
            assert_eq!(pair_results.end(), Some(&parked("bot0")), "{fault}");
            assert_eq!(pair_results.pairs(), pairs, "{fault}");
            let first = pair_results.first_fault().expect("a fault");
            assert_eq!((first.game, first.fault), (1, fault));
            assert_eq!(first.bot, ["bot0", "bot1"][seats[0]]);
        }
    }
}

#[test]
fn a_match_without_rows_has_the_bound_and_one_that_allows_faults_has_none() {
    let mut plan = no_worse();
    plan.park_after = None;
    let queue = until_its_end(&plan, FaultKind::NoHandshake, |_| vec![0, 1]);
    assert_eq!(prefix(&queue).judged(), MIN_GAMES);
    plan.allow_faults = true;
    let queue = until_its_end(&plan, FaultKind::Crash, |_| vec![0]);
    assert!(
        matches!(prefix(&queue).end(), Some(MatchEnd::Accepted(_))),
        "{:?}",
        prefix(&queue).end()
    );
}

#[test]
fn no_test_is_decided_by_faults_in_fewer_games() {
    let Format::Sprt { mut test, .. } = sprt(None) else {
        panic!("a test");
    };
    test.elo1 = 1000.0;
    let mut plan = two(Format::Sprt { test, games: None });
    let loses = |job: &Job| {
        let seat = job.seats.iter().position(|seated| seated.bot == "bot1");
        seat.into_iter().collect::<Vec<_>>()
    };
    let queue = until_its_end(&plan, FaultKind::Crash, loses);
    assert_eq!(prefix(&queue).end(), Some(&parked("bot1")));
    let pairs = prefix(&queue).pairs();
    assert!(2 * pairs < MIN_GAMES, "{pairs}");
    plan.allow_faults = true;
    let queue = until_its_end(&plan, FaultKind::Crash, loses);
    assert!(matches!(prefix(&queue).end(), Some(MatchEnd::Accepted(_))));
    assert_eq!(prefix(&queue).pairs(), pairs);
}

#[test]
fn a_fault_now_and_then_ends_nothing() {
    let plan = two(fixed(Some(60), None));
    // Four faults in the first twelve games, and no more.
    let queue = until_its_end(&plan, FaultKind::Crash, |job| {
        let fails = job.number % 3 == 0 && job.number <= 12;
        let seat = job.seats.iter().position(|seated| seated.bot == "bot1");
        seat.filter(|_| fails).into_iter().collect()
    });
    assert_eq!(prefix(&queue).end(), Some(&MatchEnd::Played));
    let FaultCount { bot, games, .. } = &prefix(&queue).faults()[0];
    assert_eq!((&**bot, *games), ("bot1", 4));
}

/// Returns the probability that a bot that fails with this probability in each game, on its own, is parked
/// within 600 games.
fn false_alarm(fails: f64) -> f64 {
    let (mut states, mut parked) = (vec![1.0], 0.0);
    for game in 1..=600_u64 {
        let mut next = vec![0.0; states.len() + 1];
        for (faults, probability) in states.iter().enumerate() {
            next[faults] += probability * (1.0 - fails);
            next[faults + 1] += probability * fails;
        }
        states = next;
        if game >= MIN_GAMES && game % 2 == 0 {
            for (faults, probability) in states.iter_mut().enumerate() {
                if is_failing(faults as u64, game) {
                    parked += std::mem::take(probability);
                }
            }
        }
    }
    parked
}

/// The figures of docs/engine-testing.md.
#[test]
fn bots_that_fail_seldom_are_parked_hardly_ever() {
    assert!(false_alarm(0.01) < 1e-6, "{}", false_alarm(0.01));
    assert!(false_alarm(0.05) < 1.0 / 4000.0, "{}", false_alarm(0.05));
    assert!(false_alarm(0.1) < 1.0 / 150.0, "{}", false_alarm(0.1));
    assert!(false_alarm(0.5) > 0.99, "{}", false_alarm(0.5));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn neither_tables_nor_a_break_change_where_faults_end_it(
        tables in 1..12_usize, games in 0..40_usize, seed in any::<u64>(), master in any::<u64>(),
    ) {
        let mut plan = no_worse();
        plan.setup.master = master;
        // In half of all games somebody fails, in each seat alike.
        let fails = |job: &Job, _: u32| match job.id.0.0[1] % 4 {
            0 => failed(job, &[0], FaultKind::Crash),
            1 => failed(job, &[1], FaultKind::Timeout),
            _ => failed(job, &[], FaultKind::Timeout),
        };
        let summary = |queue: &JobQueue| {
            let p = prefix(queue);
            (p.pairs(), p.end().cloned(), p.faults().to_vec(), p.first_fault().cloned())
        };
        let mut one = JobQueue::new(&plan).expect("sound");
        play_by(&mut one, 1, usize::MAX, SplitMix(1), fails);
        let mut first = JobQueue::new(&plan).expect("sound");
        let past = play_by(&mut first, tables, games, SplitMix(seed), fails);
        let mut second = JobQueue::new(&plan).expect("sound");
        for outcome in &past {
            second.record(outcome);
        }
        play_by(&mut second, tables, usize::MAX, SplitMix(seed ^ 1), fails);
        prop_assert!(one.finished() && second.finished());
        prop_assert_eq!(summary(&one), summary(&second));
    }
}
