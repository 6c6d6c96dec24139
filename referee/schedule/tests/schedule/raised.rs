//! Tests formats that continue beyond their end: more rounds, more games, and newcomers later.

use std::collections::{BTreeMap, HashSet};

use proptest::prelude::*;
use referee_record::Outcome;
use referee_schedule::{Format, JobQueue, Plan, PlanChange, ScheduleVerifier};

use crate::common::plan;
use crate::laws::{entrant, formats, formats_that_end};
use crate::sim::{SimulatedRun, SplitMix, play, whole};

/// Returns the plan's format with more rounds, and more deals of a pair in each; an adaptive one with more
/// games.
fn raised(plan: &Plan, more_rounds: u32, more_deals: u32) -> Format {
    let mut format = plan.format_now().clone();
    let seats = u32::try_from(plan.setup.seats.len()).expect("few");
    match &mut format {
        Format::RoundRobin {
            rounds,
            games_per_pair,
            ..
        }
        | Format::Gauntlet {
            rounds,
            games_per_pair,
            ..
        }
        | Format::Ladder {
            rounds,
            games_per_pair,
        } => {
            *rounds += more_rounds;
            *games_per_pair += more_deals * seats;
        }
        Format::Adaptive {
            games: Some(games), ..
        } => {
            *games += u64::from(30 * more_rounds + 7 * more_deals);
        }
        other => panic!("{other:?} has no bounds"),
    }
    format
}

fn ladder(bots: usize, rounds: u32) -> Plan {
    Plan {
        format: Format::Ladder {
            rounds,
            games_per_pair: 2,
        },
        ..plan(bots, 2, 1, 1)
    }
}

fn ladders() -> impl Strategy<Value = Plan> {
    (3usize..9, 1u32..5).prop_map(|(bots, rounds)| ladder(bots, rounds))
}

/// Continues from these outcomes, read in random order, until there are so many more games.
fn go_on(
    plan: &Plan,
    before: &[Outcome],
    games: usize,
    chance: &mut SplitMix,
) -> (JobQueue, SimulatedRun) {
    let mut before = before.to_vec();
    chance.shuffle(&mut before);
    let mut queue = JobQueue::new(plan).expect("a sound plan");
    for outcome in &before {
        queue.record(outcome);
    }
    let course = play(&mut queue, 4, games, chance);
    (queue, course)
}

fn highest(outcomes: &[Outcome]) -> u64 {
    outcomes
        .iter()
        .map(|outcome| outcome.number)
        .max()
        .unwrap_or(0)
}

fn has(outcome: &Outcome, bot: &str) -> bool {
    outcome.place.block.iter().any(|name| name == bot)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    /// However often a run is raised, and whichever bots join or leave meanwhile: the games played stay, the
    /// rest follows, and a verifier finds every game in its schedule.
    #[test]
    fn a_raised_run_is_one_run(
        plan in prop_oneof![3 => formats_that_end(), 1 => ladders()],
        steps in prop::collection::vec((0usize..70, 0u32..3, 0u32..2, any::<bool>(), any::<bool>()), 1..4),
        seed in any::<u64>(),
    ) {
        let mut plan = plan;
        let mut chance = SplitMix(seed);
        let mut played: Vec<Outcome> = Vec::new();
        let mut names = 20..;
        for (games, rounds, deals, comes, leaves) in steps {
            played.extend(go_on(&plan, &played, games, &mut chance).1.outcomes);
            let came = names.next().filter(|_| comes).map(|n| entrant(&format!("new{n}")));
            plan.changes.push(PlanChange {
                after: highest(&played),
                joined: came.into_iter().collect(),
                // Enough bots for a game are always left.
                withdrawn: if leaves && comes { vec!["bot1".to_owned()] } else { Vec::new() },
                format: Some(raised(&plan, rounds, deals)),
                ..PlanChange::default()
            });
        }
        let (queue, rest) = go_on(&plan, &played, usize::MAX, &mut chance);
        prop_assert!(queue.finished());
        let mut numbers: Vec<u64> = played.iter().chain(&rest.outcomes).map(|o| o.number).collect();
        numbers.extend(rest.skips.iter().map(|skip| skip.number));
        numbers.sort_unstable();
        prop_assert_eq!(&numbers, &(1..=numbers.len() as u64).collect::<Vec<_>>());
        played.extend(rest.outcomes);
        let ids: HashSet<_> = played.iter().map(|outcome| outcome.id).collect();
        prop_assert_eq!(ids.len(), played.len());

        let mut verifier = ScheduleVerifier::new(&plan).expect("a sound plan");
        for outcome in &played {
            prop_assert_eq!(verifier.admit(outcome), Ok(()));
        }
        prop_assert_eq!(verifier.finish().missing, 0);
        let (again, nothing) = go_on(&plan, &played, usize::MAX, &mut chance);
        prop_assert!(again.finished() && nothing.jobs.is_empty());
        // A bot that joins after the first game plays games, unless an adaptive budget is spent.
        let late = plan.changes.iter().filter(|change| change.after > 0);
        for bot in late.flat_map(|change| &change.joined) {
            let adaptive = matches!(plan.format, Format::Adaptive { .. });
            prop_assert!(adaptive || played.iter().any(|o| has(o, &bot.name)), "{} never plays", bot.name);
        }
    }

    /// Rounds that are added later are the same as if they had been in the plan from the beginning.
    #[test]
    fn later_rounds_are_the_same_rounds(plan in formats(), more in 1u32..4, games in 0u64..40) {
        let mut at_once = plan.clone();
        at_once.format = raised(&plan, more, 0);
        let mut later = plan.clone();
        later.changes.push(PlanChange {
            after: games,
            format: Some(raised(&plan, more, 0)),
            ..PlanChange::default()
        });
        let ids = |plan| whole(plan).ids().into_values().collect::<HashSet<_>>();
        prop_assert_eq!(ids(&at_once), ids(&later));
    }

    /// Every pair plays the same number of games, whenever they were added and whichever bots joined in
    /// between.
    #[test]
    fn every_pair_plays_as_many_games(bots in 3usize..6, comes in any::<bool>(), deals in 0u32..3, rounds in 0u32..3) {
        let mut plan = plan(bots, 2, 2, 1);
        plan.changes.push(PlanChange {
            joined: if comes { vec![entrant("new8")] } else { Vec::new() },
            format: Some(raised(&plan, rounds, deals)),
            ..PlanChange::default()
        });
        plan.changes.push(PlanChange {
            joined: vec![entrant("new9")],
            ..PlanChange::default()
        });
        let mut games: BTreeMap<_, HashSet<(u32, u32)>> = BTreeMap::new();
        for job in whole(&plan).jobs {
            let new = games.entry(job.place.block).or_default().insert((job.place.deal, job.place.rotation));
            prop_assert!(new, "a deal is played twice");
        }
        let field = bots + 1 + usize::from(comes);
        prop_assert_eq!(games.len(), field * (field - 1) / 2);
        let each = (2 + rounds) * (1 + deals) * 2;
        prop_assert!(games.values().all(|of_pair| of_pair.len() == each as usize), "{:?}", games);
    }

    /// A larger budget leaves an adaptive tournament unchanged up to its former end.
    #[test]
    fn a_larger_budget_begins_alike(bots in 3usize..6, first in 30u64..90, more in 0u64..90) {
        let mut plan = plan(bots, 2, 1, 1);
        plan.format = Format::Adaptive { games_per_pair: 2, batch: 4, separated: 0.999, games: Some(first) };
        let before = whole(&plan);
        plan.changes.push(PlanChange {
            after: highest(&before.outcomes),
            format: Some(Format::Adaptive {
                games_per_pair: 2,
                batch: 4,
                separated: 0.999,
                games: Some(first + more),
            }),
            ..PlanChange::default()
        });
        let after = whole(&plan).ids();
        for (number, id) in before.ids() {
            prop_assert_eq!(after.get(&number), Some(&id));
        }
        prop_assert!(after.len() as u64 <= first + more);
        prop_assert!(more < 2 || after.len() > before.jobs.len());
    }
}

#[test]
fn whoever_comes_behind_the_end_of_a_ladder_catches_up() {
    for rounds in 1..5 {
        for bots in 2..7 {
            let mut plan = ladder(bots, rounds);
            let before = whole(&plan).outcomes;
            plan.changes.push(PlanChange {
                after: highest(&before),
                joined: vec![entrant("new9"), entrant("new8")],
                ..PlanChange::default()
            });
            let (queue, rest) = go_on(&plan, &before, usize::MAX, &mut SplitMix(3));
            assert!(queue.finished());
            for bot in ["new8", "new9"] {
                let games = rest.outcomes.iter().filter(|o| has(o, bot)).count();
                assert!(
                    games >= 2 * rounds as usize,
                    "{bot}: {games} games of {rounds} rounds"
                );
            }
            let late = |outcome: &Outcome| has(outcome, "new8") || has(outcome, "new9");
            assert!(rest.outcomes.iter().all(late), "somebody else plays");
        }
    }
}

#[test]
fn what_can_not_go_on_is_refused() {
    let refused = |first: &Format, then: &Format| {
        let mut plan = plan(4, 2, 1, 1);
        plan.format = first.clone();
        plan.changes.push(PlanChange {
            format: Some(then.clone()),
            ..PlanChange::default()
        });
        plan.schedule()
            .err()
            .map_or_else(String::new, |e| e.to_string())
    };
    let robin = |rounds, games_per_pair, groups| Format::RoundRobin {
        rounds,
        games_per_pair,
        groups,
    };
    let swiss = |rounds| Format::Swiss {
        rounds,
        games_per_pair: 2,
        mirrored: true,
    };
    let first = robin(3, 4, None);
    assert_eq!(refused(&first, &first), "");
    assert_eq!(refused(&first, &robin(5, 6, None)), "");
    let lower = refused(&first, &robin(2, 4, None));
    assert!(
        lower.starts_with("rounds: 3, now 2; it can be raised but not lowered"),
        "{lower}"
    );
    let lower = refused(&first, &robin(9, 2, None));
    assert!(lower.starts_with("games_per_pair: 4, now 2;"), "{lower}");
    for (first, then) in [
        (&first, &robin(3, 4, Some(1))),
        (&first, &swiss(3)),
        (&swiss(3), &swiss(4)),
    ] {
        assert!(refused(first, then).contains("higher bounds and nothing else"));
    }
    assert!(refused(&first, &robin(5, 5, None)).contains("multiple of 2"));
    let standing = |batch| Format::Standing {
        games_per_pair: 2,
        batch,
        placement: 3,
        separated: 0.9,
    };
    for batch in [8, 9] {
        let why = refused(&standing(8), &standing(batch));
        assert!(why.contains("higher bounds and nothing else"), "{why}");
    }
    let adaptive = |games| Format::Adaptive {
        games_per_pair: 2,
        batch: 3,
        separated: 0.9,
        games,
    };
    assert_eq!(refused(&adaptive(Some(40)), &adaptive(None)), "");
    let lower = refused(&adaptive(None), &adaptive(Some(40)));
    assert!(
        lower.starts_with("games: without a bound, now 40;"),
        "{lower}"
    );
}
