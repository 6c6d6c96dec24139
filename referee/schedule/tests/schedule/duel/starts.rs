//! Tests starts that are looked at when games come to them: they are those that looking at all of them finds.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use referee_record::{Job, Outcome};
use referee_schedule::head_to_head::{Distinct, MOST_FORESEEN};
use referee_schedule::{
    Attempt, Format, JobQueue, Plan, PlanError, RepeatFinder, Schedule, ScheduleVerifier,
};

use super::{fixed, played, prefix, two};
use crate::common::plan;

/// Number of different starts that a long match foresees.
const MANY: u64 = 500_000;

/// Finds that every fifth deal is a repeat, and notes the last deal that it was asked about.
#[derive(Default)]
struct EveryFifth(Arc<AtomicU32>);

impl RepeatFinder for EveryFifth {
    fn is_repeat(&mut self, deal: u32) -> bool {
        let last = self.0.swap(deal, Ordering::Relaxed);
        assert!(last == 0 || deal == last + 1, "one after the other");
        deal.is_multiple_of(5)
    }
}

/// Finds nothing but repeats.
struct NothingNew;

impl RepeatFinder for NothingNew {
    fn is_repeat(&mut self, _deal: u32) -> bool {
        true
    }
}

/// The deals up to this number, as [`EveryFifth`] finds them.
fn looked_at(deals: u32, foreseen: Option<u64>) -> Distinct {
    let repeats = (1..=deals).filter(|deal| deal.is_multiple_of(5));
    Distinct {
        deals,
        repeats: repeats.collect(),
        foreseen,
    }
}

/// A match of a million games, of which the plan knows ten starts.
fn a_million() -> Plan {
    let mut plan = two(fixed(Some(2 * MANY), None));
    plan.setup.distinct = Some(looked_at(12, Some(MANY)));
    plan
}

/// A gauntlet against two bots, from fifty starts.
fn gauntlet(distinct: Distinct) -> Plan {
    let mut plan = plan(3, 2, 1, 1);
    plan.format = Format::Gauntlet {
        newcomers: vec!["bot0".to_owned()],
        rounds: 1,
        games_per_pair: 100,
    };
    plan.setup.distinct = Some(distinct);
    plan
}

fn queue(plan: &Plan) -> JobQueue {
    let mut queue = JobQueue::new(plan).expect("sound");
    queue.find_starts_by(Box::new(EveryFifth::default()));
    queue
}

/// Plays up to so many games, one after the other.
fn play(queue: &mut JobQueue, games: usize) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    while outcomes.len() < games {
        let Some(Attempt { job, attempt }) = queue.issue() else {
            break;
        };
        let outcome = played(&job, attempt, 0.5);
        queue.record(&outcome);
        outcomes.push(outcome);
    }
    outcomes
}

fn jobs(schedule: &mut dyn Schedule) -> Vec<Job> {
    std::iter::from_fn(|| schedule.next()).collect()
}

#[test]
fn a_long_match_looks_only_at_the_starts_that_its_games_need() {
    let finder = EveryFifth::default();
    let asked = Arc::clone(&finder.0);
    let asked = || asked.load(Ordering::Relaxed);
    let mut queue = JobQueue::new(&a_million()).expect("sound");
    queue.find_starts_by(Box::new(finder));
    assert_eq!(queue.schedule().most(), Some(2 * MANY));
    assert!(queue.issue().is_some());
    assert_eq!(asked(), 0, "the plan knows the first starts");
    while queue.issue().is_some() {}
    // 256 pairs are begun, and the last of them is of this deal.
    assert_eq!(asked(), 319);
    assert!(!queue.finished());
}

#[test]
fn the_starts_are_the_same_as_if_all_were_known() {
    let mut all = two(fixed(Some(1600), None));
    all.setup.distinct = Some(looked_at(1000, None));
    let mut known = JobQueue::new(&all).expect("sound");
    let expected = play(&mut known, 1000);
    let mut found = queue(&a_million());
    assert_eq!(play(&mut found, 1000), expected);
    // The last start is that of deal 624.
    for results in [prefix(&known), prefix(&found)] {
        assert_eq!((results.pairs(), results.passed_over()), (500, 124));
    }
}

#[test]
fn a_resumed_match_finds_the_same_starts_again() {
    let plan = a_million();
    let whole = play(&mut queue(&plan), 700);
    for before in [0, 7, 20, 301] {
        let mut resumed = queue(&plan);
        for outcome in &whole[..before] {
            resumed.record(outcome);
        }
        assert_eq!(play(&mut resumed, 700 - before), whole[before..]);
    }
    let mut verifier = ScheduleVerifier::new(&plan).expect("sound");
    verifier.find_starts_by(Box::new(EveryFifth::default()));
    for outcome in &whole {
        assert_eq!(verifier.admit(outcome), Ok(()));
    }
    assert_eq!(verifier.finish().missing, 512);
}

#[test]
fn without_a_finder_a_match_waits_behind_the_starts_that_are_known() {
    let plan = a_million();
    let whole = play(&mut queue(&plan), 40);
    let mut alone = JobQueue::new(&plan).expect("sound");
    assert_eq!(play(&mut alone, 40), whole[..20]);
    assert!(!alone.finished());
    let mut verifier = ScheduleVerifier::new(&plan).expect("sound");
    let admitted = whole.iter().map(|outcome| verifier.admit(outcome));
    assert_eq!(admitted.take_while(Result::is_ok).count(), 20);
    // Nothing keeps it from going on.
    alone.find_starts_by(Box::new(EveryFifth::default()));
    assert_eq!(play(&mut alone, 20), whole[20..]);
}

#[test]
fn no_plan_foresees_more_starts_than_half_of_all_deals() {
    let foreseen = |starts| gauntlet(looked_at(12, Some(starts))).schedule();
    assert!(foreseen(MOST_FORESEEN).is_ok());
    let refused = foreseen(MOST_FORESEEN + 1).err();
    assert!(matches!(refused, Some(PlanError::TooMany)));
}

#[test]
fn where_no_start_is_new_they_are_used_again() {
    let mut queue = JobQueue::new(&a_million()).expect("sound");
    queue.find_starts_by(Box::new(NothingNew));
    assert_eq!(play(&mut queue, 60).len(), 60);
}

#[test]
fn a_gauntlet_gives_each_opponent_the_same_starts() {
    let all = gauntlet(looked_at(62, None));
    let foreseen = gauntlet(looked_at(12, Some(50)));
    let expected = jobs(&mut *all.schedule().expect("sound"));
    assert_eq!(expected.len(), 200);
    let mut schedule = foreseen.schedule().expect("sound");
    assert_eq!(jobs(&mut *schedule).len(), 20, "as far as is known");
    assert!(!schedule.finished());
    schedule.find_starts_by(Box::new(EveryFifth::default()));
    assert_eq!(jobs(&mut *schedule), expected[20..]);
    assert!(schedule.finished());
    // Those before aren't created again.
    let mut resumed = queue(&foreseen);
    assert!(resumed.pass(150));
    let next = resumed.issue().expect("a game");
    assert_eq!(next.job, expected[150]);
    let more = gauntlet(looked_at(12, Some(49))).schedule();
    let why = more.err().expect("too few").to_string();
    assert!(why.contains("only 49, for 98 games"), "{why}");
}
