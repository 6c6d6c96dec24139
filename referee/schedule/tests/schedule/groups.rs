//! Tests balanced groups, for fields larger than the number of seats.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use referee_record::Job;
use referee_schedule::{Format, Plan, PlanChange};

use crate::common::{jobs, plan, schedule};
use crate::laws::entrant;

fn grouped(bots: usize, seats: usize, rounds: u32, each: u32) -> Plan {
    let mut plan = plan(bots, seats, rounds, 1);
    plan.format = Format::RoundRobin {
        rounds,
        games_per_pair: u32::try_from(seats).expect("few"),
        groups: Some(each),
    };
    plan
}

/// Returns the blocks of each round; checks that each occurs once and plays all rotations.
fn rounds(jobs: &[Job]) -> Vec<Vec<Vec<String>>> {
    let mut rounds: BTreeMap<u32, BTreeMap<Vec<String>, BTreeSet<u32>>> = BTreeMap::new();
    for job in jobs {
        let round = rounds.entry(job.place.round).or_default();
        let rotations = round.entry(job.place.block.clone()).or_default();
        assert!(rotations.insert(job.place.rotation), "{:?}", job.place);
    }
    let all = |rotations: &BTreeSet<u32>| rotations.len() == jobs[0].seats.len();
    assert!(rounds.values().flat_map(BTreeMap::values).all(all));
    rounds
        .into_values()
        .map(|round| round.into_keys().collect())
        .collect()
}

/// Returns how often each bot plays in these blocks.
fn turns(blocks: &[Vec<String>]) -> HashMap<&str, usize> {
    let mut turns = HashMap::new();
    for bot in blocks.iter().flatten() {
        *turns.entry(bot.as_str()).or_default() += 1;
    }
    turns
}

fn range(counts: impl IntoIterator<Item = usize>) -> (usize, usize) {
    let counts = counts.into_iter();
    counts.fold((usize::MAX, 0), |(low, high), n| (low.min(n), high.max(n)))
}

/// Returns the fewest and the most meetings of two bots.
fn meetings(bots: usize, blocks: &[Vec<String>]) -> (usize, usize) {
    let mut met: HashMap<(&str, &str), usize> = HashMap::new();
    for block in blocks {
        for (i, a) in block.iter().enumerate() {
            for b in &block[..i] {
                *met.entry((a.min(b), a.max(b))).or_default() += 1;
            }
        }
    }
    let (low, high) = range(met.values().copied());
    (
        if met.len() < bots * (bots - 1) / 2 {
            0
        } else {
            low
        },
        high,
    )
}

/// Largest allowed difference between the meetings of any two pairs, after any round.
const BALANCE: usize = 4;

#[test]
fn everybody_plays_alike_and_meets_everybody_alike() {
    alike((5..=12).chain([17, 26, 40]));
}

#[test]
#[ignore = "long: every field up to forty"]
fn everybody_plays_alike_in_every_field() {
    alike(5..=40);
}

fn alike(fields: impl Iterator<Item = usize>) {
    for (bots, seats, each) in fields
        .flat_map(|bots| [3, 4].map(|seats| (bots, seats)))
        .flat_map(|(bots, seats)| [1, 2, 3, 5].map(|each| (bots, seats, each)))
    {
        let plan = grouped(bots, seats, 12, u32::try_from(each).expect("few"));
        if plan.schedule().is_err() {
            assert!(each >= 4 && bots <= 5, "{bots} {seats} {each}");
            continue;
        }
        let rounds = rounds(&jobs(&plan));
        assert_eq!(rounds.len(), 12);
        for round in &rounds {
            assert_eq!(round.len(), (bots * each).div_ceil(seats));
            let turns = turns(round);
            assert_eq!(turns.len(), bots);
            assert!(turns.values().all(|n| *n == each || *n == each + 1));
        }
        for end in 1..=rounds.len() {
            let so_far = rounds[..end].concat();
            let (low, high) = range(turns(&so_far).into_values());
            assert!(
                high - low <= 1,
                "{bots} {seats} {each}: {low} to {high} blocks"
            );
            let (low, high) = meetings(bots, &so_far);
            assert!(
                high - low <= BALANCE,
                "{bots} {seats} {each}: {low} to {high} meetings"
            );
        }
    }
}

#[test]
fn crowded_rounds_have_no_block_twice() {
    for (bots, seats, most) in [
        (5, 3, 6),
        (6, 3, 10),
        (7, 3, 15),
        (6, 4, 10),
        (7, 4, 20),
        (7, 2, 6),
    ] {
        for each in 1..most {
            let plan = grouped(bots, seats, 6, each);
            for round in rounds(&jobs(&plan)) {
                let each = each as usize;
                assert_eq!(round.len(), (bots * each).div_ceil(seats));
                assert!(turns(&round).values().all(|n| *n == each || *n == each + 1));
            }
        }
    }
}

#[test]
fn the_master_seed_mixes() {
    let plan = grouped(9, 3, 2, 2);
    let mut other = plan.clone();
    other.setup.master += 1;
    assert_eq!(jobs(&plan), jobs(&plan));
    assert_ne!(rounds(&jobs(&plan)), rounds(&jobs(&other)));
}

#[test]
fn late_bots_get_their_groups_behind_all_others() {
    let before = grouped(10, 4, 3, 2);
    let mut plan = before.clone();
    plan.changes.push(PlanChange {
        after: 5,
        joined: vec![entrant("new1"), entrant("new2")],
        withdrawn: vec!["bot3".to_owned()],
        ..PlanChange::default()
    });
    let (old, all) = (jobs(&before), jobs(&plan));
    assert_eq!(all[..old.len()], old);
    let late = &all[old.len()..];
    for round in rounds(late) {
        let turns = turns(&round);
        assert_eq!((turns["new1"], turns["new2"]), (2, 2));
        assert!(!turns.contains_key("bot3"));
        assert!(
            turns.len() == 11 && turns.values().all(|n| *n <= 2),
            "{turns:?}"
        );
    }
    // A run that continues in the middle of a round continues with the same round.
    let mut passed = schedule(&plan);
    assert!(passed.pass(17));
    let rest: Vec<Job> = std::iter::from_fn(|| passed.next()).collect();
    assert_eq!(rest, all[17..]);
}

#[test]
fn what_can_not_be_grouped_is_refused() {
    let refused = |bots, seats, each| {
        let plan = grouped(bots, seats, 1, each);
        plan.schedule()
            .err()
            .map_or_else(String::new, |e| e.to_string())
    };
    assert!(refused(4, 4, 1).contains("the 4 bots sit at one table anyway"));
    assert!(refused(5, 4, 4).contains("has but 4 blocks; leave it out to play them all"));
    assert!(refused(6, 3, 0).contains("groups = 0: expected from 1 to 9"));
    assert_eq!(refused(82, 4, 3), "");
}
