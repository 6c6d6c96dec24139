//! Tests the pairings, seats and dice of a round robin.

use std::collections::{BTreeSet, HashMap, HashSet};

use proptest::prelude::*;
use referee_record::{Job, StartFrom};
use referee_schedule::Starts;

use crate::common::{jobs, plan, schedule};

fn names(job: &Job) -> Vec<&str> {
    job.seats.iter().map(|seated| seated.bot.as_str()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_block_plays_every_deal_in_every_rotation(
        seats in 2usize..=4,
        extra in 0usize..4,
        rounds in 1u32..3,
        deals in 1u32..4,
    ) {
        let bots = seats + extra;
        let jobs = jobs(&plan(bots, seats, rounds, deals));
        let blocks: BTreeSet<_> = jobs.iter().map(|job| &job.place.block).collect();
        let expected = (0..seats).fold(1, |n, i| n * (bots - i) / (i + 1));
        prop_assert_eq!(blocks.len(), expected);
        prop_assert_eq!(jobs.len(), expected * seats * (rounds * deals) as usize);

        // In each deal, each bot of the block has each seat once.
        let mut sat = HashSet::new();
        for job in &jobs {
            for seated in &job.seats {
                let place = &job.place;
                prop_assert!(place.block.contains(&seated.bot));
                prop_assert!(sat.insert((&place.block, place.deal, seated.seat, &seated.bot)));
            }
        }
        let ids: HashSet<_> = jobs.iter().map(|job| job.id).collect();
        prop_assert_eq!(ids.len(), jobs.len());
        prop_assert!(jobs.iter().all(Job::is_genuine));
    }

    #[test]
    fn seeds_know_nothing_of_the_order_of_bots(bots in 2usize..7) {
        let plan = plan(bots, 2, 1, 1);
        let mut turned = plan.clone();
        turned.bots.reverse();
        let dice = |jobs: &[Job]| -> HashMap<_, _> {
            let key = |job: &Job| names(job).into_iter().map(str::to_owned).collect::<Vec<_>>();
            jobs.iter().map(|job| (key(job), (job.dice, job.start.seed))).collect()
        };
        prop_assert_eq!(dice(&jobs(&plan)), dice(&jobs(&turned)));
    }
}

#[test]
fn two_bots_in_order() {
    let jobs = jobs(&plan(2, 2, 2, 2));
    let seen: Vec<_> = jobs
        .iter()
        .map(|j| {
            (
                j.number,
                j.place.round,
                j.place.deal,
                j.place.rotation,
                names(j).join(" "),
            )
        })
        .collect();
    let expected = [
        (1, 1, 1, 1, "bot0 bot1"),
        (2, 1, 1, 2, "bot1 bot0"),
        (3, 1, 2, 1, "bot0 bot1"),
        (4, 1, 2, 2, "bot1 bot0"),
        (5, 2, 3, 1, "bot0 bot1"),
        (6, 2, 3, 2, "bot1 bot0"),
        (7, 2, 4, 1, "bot0 bot1"),
        (8, 2, 4, 2, "bot1 bot0"),
    ];
    let expected = expected.map(|(n, r, d, t, names)| (n, r, d, t, names.to_owned()));
    assert_eq!(seen, expected);
}

#[test]
fn four_seats_rotate() {
    let jobs = jobs(&plan(4, 4, 1, 1));
    let seen: Vec<_> = jobs.iter().map(|job| names(job).join(" ")).collect();
    assert_eq!(
        seen,
        [
            "bot0 bot1 bot2 bot3",
            "bot1 bot2 bot3 bot0",
            "bot2 bot3 bot0 bot1",
            "bot3 bot0 bot1 bot2"
        ]
    );
}

#[test]
fn deals_are_shared_by_all_and_dice_by_a_block() {
    let jobs = jobs(&plan(5, 2, 2, 3));
    for a in &jobs {
        for b in &jobs {
            let same_deal = a.place.deal == b.place.deal;
            let same_block = a.place.block == b.place.block;
            assert_eq!(a.start == b.start, same_deal);
            assert_eq!(a.dice == b.dice, same_deal && same_block);
        }
    }
    let seeds: HashSet<_> = jobs.iter().flat_map(|j| &j.seats).map(|c| c.seed).collect();
    assert_eq!(seeds.len(), 2 * jobs.len(), "two bots share a seed");
    let roots: HashSet<_> = jobs.iter().flat_map(|j| [j.dice, j.start.seed]).collect();
    assert!(roots.iter().all(|root| !seeds.contains(&root.small())));
}

#[test]
fn a_further_bot_leaves_the_other_games_as_they_are() {
    let ids = |bots| -> HashSet<_> { jobs(&plan(bots, 2, 2, 1)).iter().map(|j| j.id).collect() };
    assert!(ids(4).is_subset(&ids(5)));
}

#[test]
fn another_master_seed_changes_everything() {
    let one = plan(3, 2, 1, 1);
    let mut other = one.clone();
    other.setup.master += 1;
    for (a, b) in jobs(&one).iter().zip(&jobs(&other)) {
        assert_ne!(a.id, b.id);
        assert_ne!(a.dice, b.dice);
        assert_ne!(a.start.seed, b.start.seed);
        assert_ne!(a.seats[0].seed, b.seats[0].seed);
    }
}

#[test]
fn state_lines_are_dealt_in_order() {
    let mut plan = plan(3, 2, 2, 2);
    let lines: Vec<_> = (1..=4).map(|i| format!("line {i}")).collect();
    plan.setup.start = Starts::States(lines);
    for job in jobs(&plan) {
        let expected = format!("line {}", job.place.deal);
        assert_eq!(job.start.from, StartFrom::State(expected));
    }
}

#[test]
fn the_first_game_needs_no_list_of_all() {
    // Creating all of these games before the first would take too much time and memory.
    let plan = plan(100, 2, 1_010_000, 1000);
    let mut schedule = schedule(&plan);
    let first = schedule.next().expect("there are games");
    assert_eq!(schedule.size(), Some(9_999_000_000_000));
    assert_eq!(first.number, 1);
}
