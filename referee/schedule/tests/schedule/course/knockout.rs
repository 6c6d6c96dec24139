//! Tests knockouts by playing them.

use referee_record::Job;
use referee_schedule::PlanChange;

use super::{
    by_chance, by_seed, describe_rounds, ended, first_tie_breaks, knockout, meetings, plan, run,
    seated, whole,
};
use crate::common::jobs;

#[test]
fn five_bots_with_byes_for_the_best() {
    let course = whole(&plan(5, knockout(false, 3)), by_seed);
    assert_eq!(meetings(&course, 1), [[3, 4], [1, 2]]);
    assert_eq!(meetings(&course, 2), [[0, 3]]);
    assert_eq!(meetings(&course, 3), [[0, 1]]);
    assert_eq!(
        first_tie_breaks(&course),
        [
            (4, "winner"),
            (3, "final"),
            (2, "semifinal"),
            (2, "semifinal"),
            (1, "quarterfinal")
        ]
    );
    let byes = [0, 1, 2].map(|bot| format!("quarterfinal: bot{bot} has a bye"));
    assert_eq!(course.notes, byes);
}

#[test]
fn level_meetings_are_played_again_and_then_the_better_seed_goes_on() {
    let level = |job: &Job| ended(job, [1, 1]);
    let course = whole(&plan(2, knockout(false, 3)), level);
    let deals: Vec<u32> = course.outcomes.iter().map(|o| o.place.deal).collect();
    assert_eq!(course.outcomes.len(), 6);
    assert!([1, 2, 3].iter().all(|deal| deals.contains(deal)));
    assert_eq!(
        course.notes,
        ["final: bot0 and bot1 are level, and bot0 goes on as the better seed"]
    );

    let second_time = |job: &Job| match (job.place.deal, seated(job)) {
        (2, [1, 0]) => ended(job, [1, 2]),
        _ => level(job),
    };
    let course = whole(&plan(2, knockout(false, 3)), second_time);
    assert_eq!(course.outcomes.len(), 4);
    assert_eq!(first_tie_breaks(&course)[1].1, "winner");
}

#[test]
fn a_double_knockout_takes_two_defeats() {
    let course = whole(&plan(4, knockout(true, 1)), by_seed);
    assert_eq!(meetings(&course, 1), [[0, 3], [1, 2]]);
    assert_eq!(meetings(&course, 2), [[0, 1], [2, 3]]);
    assert_eq!(meetings(&course, 3), [[1, 2]]);
    assert_eq!(meetings(&course, 4), [[0, 1]]);
    assert_eq!(meetings(&course, 5), Vec::<[usize; 2]>::new());
    let reached: Vec<_> = first_tie_breaks(&course);
    let expected = [
        (4, "winner"),
        (3, "final"),
        (2, "losers' round 2"),
        (1, "losers' round 1"),
    ];
    assert_eq!(reached, expected);

    // A bot that loses the first final as its first defeat gets a second final.
    let upset = |job: &Job| match job.place.round {
        4.. => ended(job, if seated(job)[0] == 1 { [1, 2] } else { [2, 1] }),
        _ => by_seed(job),
    };
    let course = whole(&plan(4, knockout(true, 1)), upset);
    assert_eq!(meetings(&course, 5), [[0, 1]]);
    assert_eq!(first_tie_breaks(&course)[1], (4, "winner"));
}

#[test]
fn everybody_but_the_winner_loses_as_often_as_it_takes() {
    for bots in 2..20 {
        for double in [false, true] {
            let course = whole(&plan(bots, knockout(double, 1)), by_chance);
            let reached = first_tie_breaks(&course);
            let winners = reached.iter().filter(|tie_break| tie_break.1 == "winner");
            assert_eq!(winners.count(), 1, "{bots} {double}");
            // In meetings of two games, `by_chance` often leaves the bots level; then the better seed went
            // on.
            let lost = course.outcomes.len() / 2;
            let most = if double { 2 * bots - 1 } else { bots - 1 };
            assert!(
                lost == most || double && lost == most - 1,
                "{bots} {double} {lost}"
            );
        }
    }
}

#[test]
fn the_opponent_of_a_bot_that_leaves_goes_on() {
    let mut plan = plan(4, knockout(false, 1));
    let played: Vec<_> = jobs(&plan)[..1].iter().map(by_seed).collect();
    plan.changes.push(PlanChange {
        after: 1,
        joined: Vec::new(),
        withdrawn: vec!["bot0".to_owned(), "bot1".to_owned()],
        ..PlanChange::default()
    });
    let course = run(&plan, &played, by_seed, usize::MAX, 0);
    assert_eq!(meetings(&course, 2), [[2, 3]]);
    assert_eq!(first_tie_breaks(&course)[2].1, "winner");

    plan.changes[0].after = 4;
    let first: Vec<_> = jobs(&plan)[..4].iter().map(by_seed).collect();
    let course = run(&plan, &first, by_seed, usize::MAX, 0);
    assert!(course.given.is_empty(), "both finalists have left");
}

#[test]
fn a_bracket_tells_who_met_whom_and_who_went_on() {
    let rounds =
        |bots, most| describe_rounds(&run(&plan(bots, knockout(false, 3)), &[], by_seed, most, 1));
    let line = |title: &str, entries: &[&str]| {
        let entries: Vec<String> = entries.iter().map(|text| (*text).to_owned()).collect();
        (title.to_owned(), entries)
    };
    let all = [
        line(
            "quarterfinal",
            &["0-?: >0", "3-4: 2-0 >3", "1-?: >1", "2-?: >2"],
        ),
        line("semifinal", &["0-3: 2-0 >0", "1-2: 2-0 >1"]),
        line("final", &["0-1: 2-0 >0"]),
    ];
    assert_eq!(rounds(5, usize::MAX), all);
    // Half of the quarterfinal and half of a semifinal are played, and no bot has won a meeting yet.
    assert_eq!(
        rounds(5, 0)[1].1,
        ["0-?: ", "1-2: void"].map(|text| text.trim_end().to_owned())
    );
    assert_eq!(rounds(5, 0)[2].1, ["?-?:"]);

    let level = |job: &Job| ended(job, [1, 1]);
    let twice = describe_rounds(&whole(&plan(2, knockout(false, 2)), level));
    assert_eq!(twice, [line("final", &["0-1: 1-1 1-1 >0"])]);

    let double = describe_rounds(&whole(&plan(4, knockout(true, 1)), by_seed));
    let titles: Vec<&str> = double.iter().map(|(title, _)| title.as_str()).collect();
    let parts = [
        "winners' round 1",
        "winners' round 2",
        "losers' round 1",
        "losers' round 2",
        "final",
    ];
    assert_eq!(titles, parts);
    assert_eq!(double[4].1, ["0-1: 2-0 >0"]);
}
