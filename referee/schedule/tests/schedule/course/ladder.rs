//! Tests ladders by playing them.

use referee_record::Job;
use referee_schedule::{Entrant, PlanChange};

use super::{ended, first_tie_breaks, ladder, meetings, plan, run, seated, whole};
use crate::common::jobs;

/// The bot with the higher number wins.
fn from_below(job: &Job) -> referee_record::Outcome {
    let [a, b] = seated(job);
    ended(job, if a > b { [1, 2] } else { [2, 1] })
}

#[test]
fn the_best_climbs_a_rung_a_round() {
    let course = whole(&plan(5, ladder(5)), from_below);
    assert_eq!(meetings(&course, 1), [[0, 1], [2, 3]]);
    // The rungs are now 1 0 3 2 4.
    assert_eq!(meetings(&course, 2), [[0, 3], [2, 4]]);
    // The rungs are now 1 3 0 4 2.
    assert_eq!(meetings(&course, 3), [[1, 3], [0, 4]]);
    let rungs: Vec<_> = first_tie_breaks(&course);
    assert_eq!(rungs, [(1, "5"), (2, "4"), (3, "3"), (4, "2"), (5, "1")]);
}

#[test]
fn the_upper_one_holds_its_rung_in_a_draw() {
    let course = whole(&plan(4, ladder(6)), |job| ended(job, [1, 1]));
    let rungs: Vec<_> = first_tie_breaks(&course)
        .iter()
        .map(|tie_break| tie_break.1)
        .collect();
    assert_eq!(rungs, ["1", "2", "3", "4"]);
}

#[test]
fn two_meet_in_every_round() {
    let course = whole(&plan(2, ladder(3)), from_below);
    assert_eq!(course.outcomes.len(), 6);
}

#[test]
fn newcomers_stand_below_and_those_who_leave_make_room() {
    let mut plan = plan(4, ladder(2));
    let first: Vec<_> = jobs(&plan).iter().map(from_below).collect();
    plan.changes.push(PlanChange {
        after: 4,
        joined: vec![Entrant {
            settings: None,
            limits: None,
            name: "bot4".to_owned(),
            time: plan.bots[0].time,
        }],
        withdrawn: vec!["bot1".to_owned()],
        ..PlanChange::default()
    });
    let course = run(&plan, &first, from_below, usize::MAX, 0);
    // The rungs 1 0 3 2 became 0 3 2 4; the newcomer catches up, and the ladder goes on with 0 3 4 2.
    assert_eq!(meetings(&course, 2), [[2, 4]]);
    assert_eq!(meetings(&course, 3), [[3, 4]]);
    assert_eq!(
        first_tie_breaks(&course),
        [(4, "1"), (0, "-"), (1, "4"), (2, "3"), (3, "2")]
    );
}

/// The newcomer wins every meeting, or none; in the other meetings the upper bot keeps its rung.
fn newcomer(wins: bool) -> impl Fn(&Job) -> referee_record::Outcome {
    move |job| match seated(job) {
        [4, _] if wins => ended(job, [1, 2]),
        [_, 4] if wins => ended(job, [2, 1]),
        _ => ended(job, [1, 1]),
    }
}

fn with_newcomer(rounds: u32, after: u64) -> referee_schedule::Plan {
    let mut plan = plan(4, ladder(rounds));
    plan.changes.push(PlanChange {
        after,
        joined: vec![Entrant {
            name: "bot4".to_owned(),
            ..plan.bots[0].clone()
        }],
        ..PlanChange::default()
    });
    plan
}

#[test]
fn a_newcomer_climbs_in_rounds_of_its_own() {
    // Three rounds of 2, 1 and 2 meetings with two games each.
    let course = whole(&with_newcomer(3, 10), newcomer(true));
    let late_meetings: Vec<_> = (4..=6).map(|round| meetings(&course, round)).collect();
    assert_eq!(late_meetings, [[[3, 4]], [[2, 4]], [[1, 4]]]);
    assert_eq!(course.outcomes.len(), 16);
    let rungs: Vec<_> = first_tie_breaks(&course)
        .iter()
        .map(|tie_break| tie_break.1)
        .collect();
    assert_eq!(rungs, ["1", "3", "4", "5", "2"]);
    let note = "bot4 joined behind round 3, and catches up: it plays 3 meetings of its own, against its \
                neighbours on the ladder";
    assert_eq!(course.notes, [note]);

    // A newcomer that never climbs plays as many games.
    let course = whole(&with_newcomer(3, 10), newcomer(false));
    assert_eq!(course.outcomes.len(), 16);
}

#[test]
fn who_comes_between_catches_up_before_the_ladder_goes_on() {
    let course = whole(&with_newcomer(3, 3), newcomer(true));
    assert_eq!(meetings(&course, 2), [[3, 4]]);
    // The rungs are 0 1 2 4 3: the first round pairs from the second rung on, the next from the first.
    assert_eq!(meetings(&course, 3), [[1, 2], [3, 4]]);
    assert_eq!(meetings(&course, 4), [[0, 1], [2, 4]]);
}

#[test]
fn more_games_of_a_meeting_begin_with_the_next_round() {
    let mut plan = plan(4, ladder(2));
    plan.changes.push(PlanChange {
        after: 3,
        format: Some(referee_schedule::Format::Ladder {
            rounds: 3,
            games_per_pair: 4,
        }),
        ..PlanChange::default()
    });
    let course = whole(&plan, from_below);
    assert_eq!(course.outcomes.len(), 4 + 4 + 8);
    let mut deals: Vec<(u32, u32)> = course
        .outcomes
        .iter()
        .map(|outcome| (outcome.place.round, outcome.place.deal))
        .collect();
    deals.sort_unstable();
    deals.dedup();
    assert_eq!(deals, [(1, 1), (2, 2), (2, 3), (3, 4), (3, 5)]);
}
