//! Ladders, played.

use referee_record::Job;
use referee_schedule::{Change, Entrant};

use super::{ended, first_merits, ladder, meetings, plan, run, seated, whole};
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
    // 1 0 3 2 4
    assert_eq!(meetings(&course, 2), [[0, 3], [2, 4]]);
    // 1 3 0 4 2
    assert_eq!(meetings(&course, 3), [[1, 3], [0, 4]]);
    let rungs: Vec<_> = first_merits(&course);
    assert_eq!(rungs, [(1, "5"), (2, "4"), (3, "3"), (4, "2"), (5, "1")]);
}

#[test]
fn the_upper_one_holds_its_rung_in_a_draw() {
    let course = whole(&plan(4, ladder(6)), |job| ended(job, [1, 1]));
    let rungs: Vec<_> = first_merits(&course).iter().map(|merit| merit.1).collect();
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
    plan.changes.push(Change {
        after: 4,
        joined: vec![Entrant {
            settings: None,
            limits: None,
            name: "bot4".to_owned(),
            time: plan.bots[0].time,
        }],
        withdrawn: vec!["bot1".to_owned()],
    });
    let course = run(&plan, &first, from_below, usize::MAX, 0);
    // 1 0 3 2 has become 0 3 2 4.
    assert_eq!(meetings(&course, 2), [[2, 3]]);
    assert_eq!(
        first_merits(&course),
        [(4, "1"), (0, "-"), (2, "3"), (3, "2"), (1, "4")]
    );
}
