//! Tests laws that hold for round robin, gauntlet, adaptive and standing tournaments alike.

use std::collections::{BTreeSet, HashMap, HashSet};

use proptest::prelude::*;
use referee_record::Job;
use referee_schedule::{
    Entrant, FollowError, Format, JobQueue, Plan, PlanChange, ScheduleVerifier,
};

use crate::common::plan;
use crate::sim::{SplitMix, last_game, play, play_up_to, result, whole};

pub(crate) fn entrant(name: &str) -> Entrant {
    let mut bot = plan(2, 2, 1, 1).bots.remove(0);
    name.clone_into(&mut bot.name);
    bot
}

/// Generates a round robin of all blocks or of groups, or a gauntlet.
pub(crate) fn formats() -> impl Strategy<Value = Plan> {
    (2usize..=3, 0usize..4, 1u32..3, 1u32..3, 0usize..3).prop_map(
        |(seats, extra, rounds, deals, kind)| {
            let mut plan = plan(seats + 1 + extra, seats, rounds, deals);
            let games_per_pair = deals * u32::try_from(seats).expect("few");
            if kind == 0 {
                plan.format = Format::RoundRobin {
                    rounds,
                    games_per_pair,
                    groups: Some(1),
                };
            }
            if kind == 1 {
                plan.format = Format::Gauntlet {
                    newcomers: vec!["bot1".to_owned(), "bot0".to_owned(), "late1".to_owned()],
                    rounds,
                    games_per_pair,
                };
                plan.changes.push(PlanChange {
                    after: 0,
                    joined: vec![entrant("late1")],
                    withdrawn: vec![],
                    ..PlanChange::default()
                });
            }
            plan
        },
    )
}

/// Generates a tournament that goes on until the ranks are separated, or a budget is spent.
fn adaptive() -> impl Strategy<Value = Plan> {
    (2usize..=3, 0usize..4, 1u32..3, 1u32..8, 0u64..200).prop_map(
        |(seats, extra, deals, batch, more)| {
            let mut plan = plan(seats + extra, seats, 1, 1);
            let blocks = (0..seats).fold(1, |n, i| n * (seats + extra - i) / (i + 1)) as u64;
            let games_per_pair = deals * u32::try_from(seats).expect("few");
            plan.format = Format::Adaptive {
                games_per_pair,
                batch,
                separated: 0.9,
                games: Some(blocks * u64::from(games_per_pair) + more),
            };
            plan
        },
    )
}

/// Generates a ladder without an end.
fn standing() -> impl Strategy<Value = Plan> {
    (2usize..=3, 0usize..5, 1u32..3, 1u32..9, 1u32..5).prop_map(
        |(seats, extra, deals, batch, placement)| {
            let mut plan = plan(seats + extra, seats, 1, 1);
            plan.format = Format::Standing {
                games_per_pair: deals * u32::try_from(seats).expect("few"),
                batch,
                placement,
                separated: 0.9,
            };
            plan
        },
    )
}

/// Generates a tournament that ends.
pub(crate) fn formats_that_end() -> impl Strategy<Value = Plan> {
    prop_oneof![3 => formats(), 1 => adaptive()]
}

fn every_format() -> impl Strategy<Value = Plan> {
    prop_oneof![4 => formats_that_end(), 1 => standing()]
}

/// Returns the plan after bots have joined and one was withdrawn.
fn extended(plan: &Plan, after: u64) -> Plan {
    let mut extended = plan.clone();
    extended.changes.push(PlanChange {
        after,
        joined: vec![entrant("new8"), entrant("new9")],
        withdrawn: vec!["bot2".to_owned()],
        ..PlanChange::default()
    });
    extended
}

fn plays(job: &Job, bot: &str) -> bool {
    job.seats.iter().any(|seated| seated.bot == bot)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn numbers_ids_and_rotations(plan in every_format()) {
        let mut jobs = whole(&plan).jobs;
        jobs.sort_by_key(|job| job.number);
        let numbers: Vec<u64> = jobs.iter().map(|job| job.number).collect();
        prop_assert_eq!(numbers, (1..=jobs.len() as u64).collect::<Vec<_>>());
        let ids: HashSet<_> = jobs.iter().map(|job| job.id).collect();
        prop_assert_eq!(ids.len(), jobs.len());
        prop_assert!(jobs.iter().all(Job::is_genuine));
        let mut units: HashMap<_, HashSet<Vec<&str>>> = HashMap::new();
        for job in &jobs {
            let seated: Vec<&str> = job.seats.iter().map(|seated| seated.bot.as_str()).collect();
            prop_assert_eq!(seated.iter().collect::<BTreeSet<_>>().len(), seated.len());
            units.entry((&job.place.block, job.place.deal)).or_default().insert(seated);
        }
        for seated in units.values() {
            prop_assert_eq!(seated.len(), plan.setup.seats.len());
            for seat in 0..plan.setup.seats.len() {
                let sat: HashSet<_> = seated.iter().map(|bots| bots[seat]).collect();
                prop_assert_eq!(sat.len(), plan.setup.seats.len());
            }
        }
    }

    #[test]
    fn whatever_was_played_the_rest_comes(
        plan in every_format(),
        seed in any::<u64>(),
        share in 0usize..5,
    ) {
        let run = whole(&plan);
        let mut chance = SplitMix(seed);
        let mut played: Vec<_> = run.outcomes.iter().filter(|_| chance.below(4) < share).collect();
        chance.shuffle(&mut played);
        let mut queue = JobQueue::new(&plan).expect("sound");
        for outcome in &played {
            queue.record(outcome);
        }
        let last = last_game(&plan);
        let rest = play_up_to(&mut queue, 3, (usize::MAX, last), &mut chance);
        prop_assert_eq!(queue.finished(), last == u64::MAX);
        played.sort_by_key(|outcome| outcome.number);
        let mut queue = JobQueue::new(&plan).expect("sound");
        for outcome in &played {
            queue.record_in_order(outcome);
        }
        let followed = play_up_to(&mut queue, 3, (usize::MAX, last), &mut chance);
        prop_assert_eq!(queue.finished(), last == u64::MAX);
        prop_assert_eq!(followed.ids(), rest.ids());
        let mut expected = run.ids();
        expected.retain(|number, _| played.iter().all(|outcome| outcome.number != *number));
        prop_assert_eq!(rest.ids(), expected);
        prop_assert_eq!(rest.jobs.len(), run.jobs.len() - played.len());
    }

    #[test]
    fn passing_is_playing(plan in formats(), number in 0u64..50) {
        let run = whole(&plan);
        let mut queue = JobQueue::new(&plan).expect("sound");
        prop_assert!(queue.pass(number));
        let rest = play(&mut queue, 1, usize::MAX, &mut SplitMix(1));
        let mut expected = run.ids();
        expected.retain(|n, _| *n > number);
        prop_assert_eq!(rest.ids(), expected);
    }

    #[test]
    fn an_extended_run_keeps_its_games(plan in formats(), games in 0usize..60, seed in any::<u64>()) {
        let mut chance = SplitMix(seed);
        let first = play(&mut JobQueue::new(&plan).expect("sound"), 3, games, &mut chance);
        let after = first.outcomes.iter().map(|outcome| outcome.number).max().unwrap_or(0);
        let extended = extended(&plan, after);
        let mut queue = JobQueue::new(&extended).expect("sound");
        for outcome in &first.outcomes {
            queue.record(outcome);
        }
        let second = play(&mut queue, 3, usize::MAX, &mut chance);
        prop_assert!(queue.finished());

        // Every number is played or skipped, with the job that it had.
        let before = whole(&plan);
        let mut all: Vec<u64> = first.outcomes.iter().map(|outcome| outcome.number).collect();
        all.extend(second.jobs.iter().map(|job| job.number));
        all.extend(second.skips.iter().map(|skip| skip.number));
        all.sort_unstable();
        prop_assert_eq!(&all, &(1..=all.len() as u64).collect::<Vec<_>>());
        let ids = before.ids();
        for job in &second.jobs {
            let known = ids.get(&job.number);
            prop_assert!(known.is_none_or(|id| *id == job.id.to_string()));
            prop_assert!(!plays(job, "bot2"));
            prop_assert_eq!(known.is_none(), plays(job, "new8") || plays(job, "new9"));
        }
        for skip in &second.skips {
            prop_assert_eq!(&skip.gone, &["bot2"]);
            prop_assert!(ids.contains_key(&skip.number));
        }

        // For a verifier, the run and its extension are one run.
        let mut verifier = ScheduleVerifier::new(&extended).expect("sound");
        for outcome in first.outcomes.iter().chain(&second.outcomes) {
            prop_assert_eq!(verifier.admit(outcome), Ok(()));
        }
        let last = second.outcomes.last().or(first.outcomes.last());
        let mut stranger = last.expect("games").clone();
        stranger.number = all.len() as u64 + 1;
        let refused = matches!(verifier.admit(&stranger), Err(FollowError::Stranger { .. }));
        prop_assert!(refused);
        prop_assert_eq!(verifier.finish().missing, 0);
    }

    /// A bot that joins late plays the games that it would have played from the beginning.
    #[test]
    fn ids_know_nothing_of_chapters(bots in 3usize..6, seats in 2usize..=3, gauntlet in any::<bool>()) {
        let mut early = plan(bots, seats, 2, 1);
        if gauntlet {
            early.format = Format::Gauntlet {
                newcomers: vec!["bot0".to_owned(), "new8".to_owned()],
                rounds: 2,
                games_per_pair: u32::try_from(seats).expect("few"),
            };
        }
        let mut late = early.clone();
        early.bots.extend([entrant("new8"), entrant("new9")]);
        for name in ["new8", "new9"] {
            late.changes.push(PlanChange { after: 1, joined: vec![entrant(name)], withdrawn: vec![], ..PlanChange::default() });
        }
        let ids = |plan| whole(plan).ids().into_values().collect::<HashSet<_>>();
        prop_assert_eq!(ids(&early), ids(&late));
    }
}

#[test]
fn newcomers_meet_the_field_and_not_each_other() {
    let mut plan = plan(6, 3, 1, 1);
    plan.format = Format::Gauntlet {
        newcomers: vec!["bot5".to_owned(), "bot2".to_owned()],
        rounds: 1,
        games_per_pair: 3,
    };
    let jobs = whole(&plan).jobs;
    let blocks: BTreeSet<_> = jobs.iter().map(|job| job.place.block.clone()).collect();
    assert_eq!(blocks.len(), 2 * 6, "two newcomers, pairs of four");
    for block in &blocks {
        let new = |bot: &&String| *bot == "bot5" || *bot == "bot2";
        assert_eq!(block.iter().filter(new).count(), 1, "{block:?}");
    }
    let turns: Vec<bool> = jobs.iter().map(|job| plays(job, "bot2")).collect();
    let late = turns[turns.len() - 6..]
        .iter()
        .filter(|turn| **turn)
        .count();
    assert_eq!(late, 3, "newcomers take turns");
}

#[test]
fn a_gauntlet_of_nobody_is_refused() {
    let refused = |newcomers: &[&str]| {
        let mut plan = plan(3, 3, 1, 1);
        plan.format = Format::Gauntlet {
            newcomers: newcomers.iter().map(|&name| name.to_owned()).collect(),
            rounds: 1,
            games_per_pair: 3,
        };
        plan.schedule()
            .err()
            .map_or_else(String::new, |e| e.to_string())
    };
    assert_eq!(refused(&["bot0"]), "");
    assert!(refused(&["bot7"]).contains("\"bot7\" doesn't take part"));
    assert!(refused(&[]).contains("of 3 bots 0 are newcomers"));
    assert!(refused(&["bot0", "bot1"]).contains("one newcomer and 2 of the others"));
}

#[test]
fn results_are_made_of_jobs_alone() {
    let job = &whole(&plan(3, 2, 1, 1)).jobs[0];
    assert_eq!(result(job, 1, 0.3), result(job, 1, 0.3));
}
