//! Tests standing tournaments, which bots join and leave and which never end.

use std::collections::{BTreeMap, HashSet};

use proptest::prelude::*;
use referee_record::{Job, Outcome};
use referee_schedule::{
    Attempt, Entrant, FollowError, Format, JobQueue, Plan, PlanChange, Schedule, ScheduleVerifier,
};

use crate::common::{plan, ranks};
use crate::laws::entrant;
use crate::sim::{SplitMix, play, result};

/// Spread of strengths with which a bot with a lower number always wins.
const SURE: f64 = 100.0;
/// Spread with which a step of a bot's number is ten Elo points.
const TEN_ELO: f64 = 0.057_564_6;

fn standing(seats: usize, batch: u32, placement: u32, numbers: &[&str]) -> Plan {
    let mut plan = plan(seats, seats, 1, 1);
    plan.bots = numbers.iter().map(|number| bot(number)).collect();
    plan.format = Format::Standing {
        games_per_pair: u32::try_from(seats).expect("few"),
        batch,
        placement,
        separated: 0.95,
    };
    plan
}

fn bot(number: &str) -> Entrant {
    entrant(&format!("bot{number}"))
}

/// A run that is played one game after the other.
struct Course {
    plan: Plan,
    spread: f64,
    queue: JobQueue,
    outcomes: Vec<Outcome>,
}

impl Course {
    fn new(plan: Plan, spread: f64) -> Course {
        Course {
            queue: JobQueue::new(&plan).expect("sound"),
            plan,
            spread,
            outcomes: Vec::new(),
        }
    }

    /// Plays to the end of a batch.
    fn play(&mut self, last: u32) {
        while let Some(Attempt { job, attempt }) = self.queue.issue() {
            if job.place.round > last {
                self.queue.give_back(Attempt { job, attempt });
                return;
            }
            let outcome = result(&job, attempt, self.spread);
            self.queue.record(&outcome);
            self.outcomes.push(outcome);
        }
    }

    /// Extends the run by these bots, and withdraws others.
    fn change(&mut self, joined: &[&str], withdrawn: &[&str]) {
        let numbers = self.outcomes.iter().map(|outcome| outcome.number);
        self.plan.changes.push(PlanChange {
            after: numbers.max().unwrap_or(0),
            joined: joined.iter().map(|number| bot(number)).collect(),
            withdrawn: withdrawn.iter().map(|name| format!("bot{name}")).collect(),
            ..PlanChange::default()
        });
        self.queue = JobQueue::new(&self.plan).expect("sound");
        for outcome in &self.outcomes {
            self.queue.record(outcome);
        }
    }

    /// Returns the meetings of a batch in their order: the numbers of their bots.
    fn meetings(&self, round: u32) -> Vec<Vec<&str>> {
        let games = self.outcomes.iter().map(|outcome| &outcome.place);
        let firsts = games.filter(|place| place.round == round && place.rotation == 1);
        firsts
            .map(|place| place.block.iter().map(|name| &name[3..]).collect())
            .collect()
    }

    /// Returns the opponents of a bot in the meetings of a batch.
    fn opponents(&self, round: u32, number: &str) -> Vec<&str> {
        let meetings = self.meetings(round).into_iter();
        let own = meetings.filter(|meeting| meeting.contains(&number));
        own.flatten().filter(|other| *other != number).collect()
    }

    /// Returns the numbers of the bots that play, the best first.
    fn order(&self) -> Vec<String> {
        let gone = self.plan.withdrawn();
        let ranks = ranks(self.queue.schedule()).into_iter();
        let here = ranks.filter(|name| !gone.contains(name.as_str()));
        here.map(|name| name[3..].to_owned()).collect()
    }

    fn notes(&self) -> Vec<String> {
        self.queue.schedule().notes()
    }
}

/// Returns how many neighbours are called separated.
fn separated(schedule: &dyn Schedule) -> usize {
    let mut notes = schedule.notes().into_iter();
    let note = notes.find(|note| note.contains(" neighbouring ranks are separated by "));
    note.map_or(0, |note| {
        let (count, _) = note.split_once(' ').expect("a number first");
        count.parse().expect("a number")
    })
}

#[test]
fn at_first_newcomers_meet_each_other() {
    let mut course = Course::new(standing(2, 10, 2, &["0", "1", "2", "3"]), SURE);
    let schedule = course.queue.schedule();
    assert_eq!((schedule.size(), schedule.most()), (None, None));
    assert!(schedule.tie_breaks().is_empty());
    course.play(1);
    assert_eq!(course.meetings(1), [["0", "1"], ["2", "3"]]);
    let notes = course.notes();
    assert!(notes[0].starts_with("close rivals meet most"), "{notes:?}");
    let rest = [
        "4 of 4 bots are still being placed, with fewer than 2 meetings",
        "goes on without an end",
    ];
    assert_eq!(notes[1..], rest);
    // Winners meet winners, as their expected score is one half.
    course.play(2);
    assert_eq!(course.meetings(2), [["0", "2"], ["1", "3"]]);
    assert_eq!(course.order()[0], "0");
    assert_eq!(course.order()[3], "3");
    // All are placed. The two in the middle are neighbours that never met.
    course.play(3);
    assert_eq!(course.meetings(3).len(), 10);
    assert!(course.meetings(3).contains(&vec!["1", "2"]));
    let notes = course.notes();
    assert!(notes[1].starts_with("0 of 3 neighbouring"), "{notes:?}");
    assert_eq!(notes.len(), 3);
    let deals = |round| -> HashSet<u32> {
        let games = course.outcomes.iter().map(|outcome| &outcome.place);
        let own = games.filter(|place| place.round == round);
        own.map(|place| place.deal).collect()
    };
    assert_eq!(deals(1), HashSet::from([1]));
    assert_eq!(deals(2), HashSet::from([2]));
}

#[test]
fn who_is_left_over_at_first_meets_somebody_who_plays_already() {
    let mut course = Course::new(standing(2, 10, 2, &["0", "1", "2", "3", "4"]), SURE);
    course.play(1);
    let expected = [["0", "1"], ["2", "3"], ["0", "4"]];
    assert_eq!(course.meetings(1), expected);
    let mut course = Course::new(standing(2, 2, 2, &["0", "1", "2", "3", "4"]), SURE);
    course.play(2);
    assert_eq!(course.meetings(1), [["0", "1"], ["2", "3"]]);
    // Whoever has no meeting comes before those that have one.
    assert_eq!(course.opponents(2, "4").len(), 1);
}

#[test]
fn a_newcomer_meets_the_middle_and_then_its_like() {
    let field = ["10", "20", "30", "40", "50", "60", "70"];
    let mut course = Course::new(standing(2, 12, 3, &field), SURE);
    course.play(6);
    assert_eq!(course.order(), field);
    course.change(&["45"], &[]);
    course.play(9);
    assert_eq!(course.opponents(7, "45"), ["40"]);
    assert_eq!(course.opponents(8, "45"), ["50"]);
    let third = course.opponents(9, "45");
    assert!(third == ["40"] || third == ["50"], "{third:?}");
    // The weakest comes down, and the strongest climbs.
    course.change(&["5", "75"], &[]);
    course.play(20);
    let expected = ["5", "10", "20", "30", "40", "45", "50", "60", "70", "75"];
    assert_eq!(course.order(), expected);
    for (number, up) in [("5", true), ("75", false)] {
        let met: Vec<u32> = (10..13)
            .flat_map(|round| course.opponents(round, number))
            .map(|other| other.parse().expect("a number"))
            .collect();
        assert_eq!(met.len(), 3, "{number}: one meeting in each batch");
        let way = met.is_sorted_by(|a, b| if up { a >= b } else { a <= b });
        assert!(way, "{number}: {met:?}");
    }
}

#[test]
fn when_all_are_separated_everybody_plays_on() {
    let mut course = Course::new(standing(2, 10, 2, &["0", "1", "2", "3", "4"]), SURE);
    course.play(14);
    let notes = course.notes();
    assert!(notes[1].starts_with("4 of 4 neighbouring"), "{notes:?}");
    course.play(20);
    assert!(!course.queue.finished());
    for round in 15..=20 {
        let meetings = course.meetings(round);
        assert_eq!(meetings.len(), 10);
        let playing: HashSet<&str> = meetings.into_iter().flatten().collect();
        assert_eq!(playing.len(), 5, "in batch {round}");
    }
}

/// The order of two equal bots stays open, and all others are separated soon.
#[test]
fn nobody_waits_for_ever() {
    let numbers = ["0", "1", "2", "3", "4", "5", "6", "06"];
    let mut course = Course::new(standing(2, 8, 4, &numbers), 1.0);
    course.play(90);
    let notes = course.notes();
    assert!(notes[1].starts_with("6 of 7 neighbouring"), "{notes:?}");
    let mut last: BTreeMap<&str, u32> = numbers.map(|number| (number, 8)).into();
    for round in 9..=90 {
        for number in course.meetings(round).into_iter().flatten() {
            last.insert(number, round);
        }
        // In each batch two of eight are those that have waited longest.
        let waits = |since: &u32| round - since;
        assert!(last.values().map(waits).max() < Some(4), "{last:?}");
    }
}

#[test]
fn a_resumed_run_follows_what_was_played() {
    let mut course = Course::new(standing(2, 4, 2, &["0", "1", "2", "3"]), 1.0);
    course.play(10);
    let mut queue = JobQueue::new(&course.plan).expect("sound");
    for outcome in &course.outcomes {
        queue.record_in_order(outcome);
        // It comes to each game before its outcome, so that it holds none: the batches before are rated.
        let is_first = outcome.place.round == 1;
        assert_eq!(ranks(queue.schedule()).is_empty(), is_first);
    }
    assert_eq!(queue.issue(), course.queue.issue());
    assert_eq!(queue.schedule().notes(), course.notes());
}

/// More newcomers come than can be placed.
#[test]
fn newcomers_leave_room_for_the_others() {
    let numbers = ["0", "1", "2", "3", "4", "5", "6", "06"];
    let mut course = Course::new(standing(2, 8, 4, &numbers), 1.0);
    course.play(8);
    let mut last: BTreeMap<&str, u32> = numbers.map(|number| (number, 8)).into();
    for round in 9..=32_u32 {
        let joined: Vec<String> = (0..8).map(|bot| format!("{round}{bot}")).collect();
        let joined: Vec<&str> = joined.iter().map(String::as_str).collect();
        course.change(&joined, &[]);
        course.play(round);
        assert_eq!(course.meetings(round).len(), 8);
        for number in course.meetings(round).into_iter().flatten() {
            if let Some(last) = last.get_mut(number) {
                *last = round;
            }
        }
        let waits = |since: &u32| round - since;
        assert!(last.values().map(waits).max() < Some(4), "{last:?}");
    }
}

#[test]
fn larger_tables_are_placed_and_ranked_too() {
    let numbers = ["0", "1", "2", "3", "4", "5", "6"];
    let mut course = Course::new(standing(3, 6, 3, &numbers), 3.0);
    course.play(1);
    assert_eq!(
        course.meetings(1),
        [["0", "1", "2"], ["3", "4", "5"], ["0", "1", "6"]]
    );
    course.play(30);
    assert_eq!(course.order(), numbers);
    let different = |meeting: &Vec<&str>| meeting.iter().collect::<HashSet<_>>().len() == 3;
    assert!((1..=30).all(|round| course.meetings(round).iter().all(different)));
}

#[test]
fn a_run_of_which_too_few_are_left_goes_on_with_newcomers() {
    let mut plan = standing(2, 4, 2, &["0", "1x", "2x"]);
    plan.park_after = Some(2);
    let mut chance = SplitMix(1);
    let mut queue = JobQueue::new(&plan).expect("sound");
    let first = play(&mut queue, 3, usize::MAX, &mut chance);
    assert!(queue.finished());
    assert_eq!(queue.parked().len(), 2);
    let notes = queue.schedule().notes();
    let last = notes.last().expect("a note");
    assert!(last.ends_with("others may join"), "{last}");
    plan.changes.push(PlanChange {
        after: first.outcomes.iter().map(|o| o.number).max().unwrap_or(0),
        joined: vec![bot("3"), bot("4")],
        ..PlanChange::default()
    });
    let mut queue = JobQueue::new(&plan).expect("sound");
    for outcome in &first.outcomes {
        queue.record(outcome);
    }
    let second = play(&mut queue, 3, 40, &mut chance);
    assert!(!queue.finished());
    let played: HashSet<&str> = (second.outcomes.iter().flat_map(|o| &o.place.block))
        .map(String::as_str)
        .collect();
    assert_eq!(played, HashSet::from(["bot0", "bot3", "bot4"]));
}

#[test]
fn what_can_not_be_is_refused() {
    let refused = |batch, placement, separated| {
        let mut plan = standing(2, 1, 1, &["0", "1"]);
        plan.format = Format::Standing {
            games_per_pair: 2,
            batch,
            placement,
            separated,
        };
        plan.schedule()
            .err()
            .map_or_else(String::new, |e| e.to_string())
    };
    assert_eq!(refused(1, 1, 0.5), "");
    assert!(refused(0, 1, 0.9).contains("batch = 0"));
    assert!(refused(1, 0, 0.9).contains("placement = 0"));
    assert!(refused(1, 1, 1.0).contains("from 0.5 to below 1"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_extended_run_keeps_its_games(
        seats in 2usize..=3,
        in_order in any::<bool>(),
        games in 0usize..150,
        seed in any::<u64>(),
        parking in any::<bool>(),
        leaves in any::<bool>(),
    ) {
        let mut plan = standing(seats, 5, 3, &["0", "1x", "2", "3", "4"]);
        plan.park_after = parking.then_some(2);
        let mut chance = SplitMix(seed);
        let first = play(&mut JobQueue::new(&plan).expect("sound"), 5, games, &mut chance);
        let withdrawn = if leaves { vec!["bot2", "bot1x"] } else { vec!["bot2"] };
        plan.changes.push(PlanChange {
            after: first.outcomes.iter().map(|outcome| outcome.number).max().unwrap_or(0),
            joined: vec![bot("5")],
            withdrawn: withdrawn.into_iter().map(str::to_owned).collect(),
            ..PlanChange::default()
        });
        let mut before = first.outcomes.clone();
        let mut queue = JobQueue::new(&plan).expect("sound");
        if in_order {
            before.sort_by_key(|outcome| outcome.number);
            for outcome in &before {
                queue.record_in_order(outcome);
            }
        } else {
            chance.shuffle(&mut before);
            for outcome in &before {
                queue.record(outcome);
            }
        }
        let second = play(&mut queue, 5, 100, &mut chance);
        prop_assert!(!queue.finished());
        let mut all: Vec<u64> = first.outcomes.iter().map(|outcome| outcome.number).collect();
        all.extend(second.jobs.iter().map(|job| job.number));
        all.extend(second.skips.iter().map(|skip| skip.number));
        all.sort_unstable();
        prop_assert_eq!(&all, &(1..=all.len() as u64).collect::<Vec<_>>());
        let plays = |job: &Job, name: &str| job.seats.iter().any(|seated| seated.bot == name);
        prop_assert!(second.jobs.iter().all(|job| !plays(job, "bot2")));
        prop_assert!(second.jobs.iter().any(|job| plays(job, "bot5")));

        let mut verifier = ScheduleVerifier::new(&plan).expect("sound");
        for outcome in first.outcomes.iter().chain(&second.outcomes) {
            prop_assert_eq!(verifier.admit(outcome), Ok(()));
        }
        let mut stranger = second.outcomes[0].clone();
        stranger.number = all.len() as u64 + 1000;
        let refused = matches!(verifier.admit(&stranger), Err(FollowError::Stranger { .. }));
        prop_assert!(refused);
    }
}

/// Plays a field whose bots are apart by so many Elo points each, in an order by chance, into which newcomers come one
/// after the other while others leave. Returns for each how many ranks it is from its true one, twelve batches after it
/// joined.
fn misplaced(master: u64, bots: usize, newcomers: usize, batch: u32, apart: usize) -> Vec<usize> {
    let mut numbers: Vec<String> = (0..bots + newcomers)
        .map(|bot| (bot * apart / 10).to_string())
        .collect();
    SplitMix(master).shuffle(&mut numbers);
    let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
    let mut plan = standing(2, batch, 8, &numbers[..bots]);
    plan.setup.master = master;
    let mut course = Course::new(plan, TEN_ELO);
    let mut last = 12;
    course.play(last);
    let newcomer = |index: usize| {
        let leaves = if index % 2 == 1 {
            &numbers[index..=index]
        } else {
            &[]
        };
        let own = numbers[bots + index];
        course.change(&[own], leaves);
        last += 12;
        course.play(last);
        let order = course.order();
        let mut truth = order.clone();
        truth.sort_by_key(|number| number.parse::<usize>().expect("a number"));
        let rank_in = |order: &[String]| {
            let rank = order.iter().position(|number| number == own);
            rank.expect("it plays")
        };
        rank_in(&order).abs_diff(rank_in(&truth))
    };
    (0..newcomers).map(newcomer).collect()
}

#[test]
fn newcomers_find_their_place() {
    for master in 0..2 {
        let misplaced = misplaced(master, 8, 4, 12, 100);
        assert!(misplaced.iter().all(|ranks| *ranks <= 1), "{misplaced:?}");
        assert!(misplaced.iter().sum::<usize>() <= 1, "{misplaced:?}");
    }
}

#[test]
#[ignore = "long: larger fields, of which the bots are closer"]
fn many_newcomers_find_their_place() {
    for (bots, batch, apart) in [(30, 32, 50), (60, 64, 30)] {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for master in 0..10 {
            for ranks in misplaced(master, bots, 12, batch, apart) {
                *counts.entry(ranks).or_default() += 1;
            }
        }
        println!("{bots} bots, {apart} Elo apart: by ranks from the true one {counts:?}");
        let near: usize = counts.range(..=4).map(|(_, count)| count).sum();
        assert!(near >= 114, "{near} of 120 are near their true rank");
    }
}

/// Returns in how many of so many runs of equal bots any are ever called separated, while newcomers join and others
/// leave.
fn equals_separated(runs: u64, batches: u32) -> usize {
    let wrong = |master: &u64| {
        let mut plan = standing(2, 6, 4, &["0", "00", "000", "0000"]);
        plan.setup.master = *master;
        let mut course = Course::new(plan, TEN_ELO);
        let mut called = false;
        for last in 1..=batches {
            if last == batches / 4 {
                course.change(&["00000"], &[]);
            }
            if last == batches / 2 {
                course.change(&["000000"], &["00"]);
            }
            course.play(last);
            called |= separated(course.queue.schedule()) > 0;
        }
        called
    };
    (0..runs).filter(wrong).count()
}

#[test]
fn equals_are_seldom_called_separated() {
    let wrong = equals_separated(10, 40);
    assert!(wrong <= 1, "{wrong} of 10 runs");
}

#[test]
#[ignore = "long: many runs"]
fn nothing_that_is_ever_called_separated_is_wrong() {
    let wrong = equals_separated(200, 200);
    println!("{wrong} of 200 runs");
    assert!(wrong <= 10, "{wrong} of 200 runs");
}
