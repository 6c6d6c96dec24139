//! Tests Swiss tournaments by playing them.

use std::collections::HashSet;

use referee_record::{FaultKind, Job, Outcome};
use referee_schedule::PlanChange;

use super::{
    by_chance, by_seed, describe_rounds, ended, first_tie_breaks, meetings, plan, run, seated,
    swiss, whole,
};
use crate::common::{jobs, outcome};

#[test]
fn eight_bots_in_three_rounds() {
    let course = whole(&plan(8, swiss(3, true)), by_seed);
    assert_eq!(course.outcomes.len(), 3 * 4 * 2);
    assert_eq!(meetings(&course, 1), [[0, 4], [1, 5], [2, 6], [3, 7]]);
    assert_eq!(meetings(&course, 2), [[0, 2], [1, 3], [4, 6], [5, 7]]);
    assert_eq!(meetings(&course, 3), [[0, 1], [2, 4], [3, 5], [6, 7]]);
    let best = &course.tie_breaks["bot0"];
    assert_eq!(best.keys, [6, 12, 2 + 4 + 4]);
    let shown = [
        ("match points", "3.0"),
        ("game points", "6.0"),
        ("Buchholz", "5.0"),
    ];
    assert_eq!(
        best.shown,
        shown.map(|(name, value)| (name, value.to_owned()))
    );
    assert!(course.notes.is_empty());
}

#[test]
fn mirrored_meetings_share_a_deal_and_single_ones_balance_seats() {
    let first = jobs(&plan(4, swiss(3, true)));
    let seen: Vec<_> = first.iter().map(|j| (seated(j), j.place.deal)).collect();
    assert_eq!(seen, [([0, 2], 1), ([2, 0], 1), ([1, 3], 1), ([3, 1], 1)]);

    let course = whole(&plan(9, swiss(6, false)), by_chance);
    for bot in 0..9 {
        let name = format!("bot{bot}");
        let sat = |seat: usize| {
            course
                .outcomes
                .iter()
                .filter(|o| o.seats[seat].bot == name && o.counts())
                .count()
        };
        assert!(sat(0).abs_diff(sat(1)) <= 2);
    }
    let met: HashSet<_> = course.outcomes.iter().map(|o| &o.place.block).collect();
    assert_eq!(met.len(), course.outcomes.len(), "a rematch");
    let in_order = |o: &Outcome| o.place.block.is_sorted() && o.place.rotations == 1;
    assert!(course.outcomes.iter().all(in_order));
}

#[test]
fn the_course_is_told() {
    let course = whole(&plan(3, swiss(5, true)), by_seed);
    assert_eq!(course.notes.len(), 4);
    assert_eq!(course.notes[0], "round 1: bot2 has a bye");
    assert!(course.notes[3].starts_with("the event ended early, after 3 of 5 rounds"));
}

#[test]
fn a_bot_that_leaves_loses_what_it_has_not_played() {
    let mut plan = plan(4, swiss(3, true));
    // `bot0` has won one of its games against `bot2`.
    let begun = run(&plan, &[], by_seed, 0, 0);
    assert!(begun.outcomes.is_empty());
    let played: Vec<Outcome> = jobs(&plan)[..1].iter().map(by_seed).collect();
    plan.changes.push(PlanChange {
        after: 1,
        joined: Vec::new(),
        withdrawn: vec!["bot0".to_owned()],
        ..PlanChange::default()
    });
    let course = run(&plan, &played, by_seed, usize::MAX, 0);
    assert_eq!(course.skipped.iter().copied().collect::<Vec<_>>(), [2]);
    assert_eq!(
        course.notes[0],
        "round 1: bot2 won against bot0, which had left"
    );
    assert_eq!(course.tie_breaks["bot0"].keys, [0, 0, 4]);
    assert_eq!(meetings(&course, 2), [[1, 2]]);
}

/// A meeting without a game that counts is a draw in the pairing and in the standings; if a ruling annulled
/// it, the pairings that followed stay.
#[test]
fn void_meetings() {
    let plan = plan(4, swiss(2, true));
    let void = |job: &Job| match seated(job) {
        [0, 2] => outcome(job, job.limits.tries, true),
        _ => by_seed(job),
    };
    let course = whole(&plan, void);
    assert_eq!(
        course.notes,
        ["round 1: the meeting of bot0 and bot2 stands void and counts as drawn"]
    );
    assert_eq!(first_tie_breaks(&course)[2].0, 1 + 2);
    assert_eq!(meetings(&course, 2), [[0, 1], [2, 3]]);

    let annulled = |job: &Job| {
        let mut outcome = by_seed(job);
        if seated(job) == [0, 2] {
            outcome.annul("the deal was known", false);
        }
        outcome
    };
    let course = whole(&plan, annulled);
    assert_eq!(meetings(&course, 2), [[0, 1], [2, 3]]);
    let points: Vec<i64> = first_tie_breaks(&course).iter().map(|m| m.0).collect();
    assert_eq!(points, [1 + 2, 2, 1 + 2, 0]);
}

#[test]
fn who_never_starts_has_nothing() {
    let nobody = |job: &Job| {
        let mut outcome = ended(job, [2, 2]);
        for seat in &mut outcome.verdict.seats {
            seat.fault = Some(FaultKind::NoHandshake);
        }
        outcome
    };
    let course = whole(&plan(4, swiss(2, true)), nobody);
    assert!(
        first_tie_breaks(&course)
            .iter()
            .all(|tie_break| tie_break.0 == 0)
    );
}

#[test]
fn rounds_tell_who_met_whom_and_who_had_a_bye() {
    let course = whole(&plan(5, swiss(2, true)), by_seed);
    assert_eq!(course.pairings.rounds.len(), 2);
    let rounds = describe_rounds(&course);
    assert_eq!(rounds[0].0, "round 1");
    assert_eq!(rounds[0].1, ["0-2: 2-0 >0", "1-3: 2-0 >1"]);
    let bye = course.pairings.rounds[0].bye.as_deref();
    assert_eq!(bye, Some("bot4"));
    // Half of the second round is played.
    let half = run(&plan(5, swiss(2, true)), &[], by_seed, 6, 1);
    let now = &half.pairings.rounds[1];
    let played: f64 = now
        .meetings
        .iter()
        .filter_map(|meeting| meeting.points[0])
        .flatten()
        .sum();
    assert!(played <= 2.0 && now.meetings.iter().all(|meeting| meeting.winner.is_none()));
}
