//! Tests which differences become a change of a run that goes on: bots that come and go, and raised bounds.

use referee_build::Sources;
use referee_schedule::{Format, Plan, PlanChange};

use super::super::compare::{Comparison, PlayedConfig, adopt, compare};
use super::{BOTS, HEAD, compared, revision, tournament};

#[test]
fn who_came_and_went_is_kept_apart() {
    let bots = BOTS.replace("'bob'", "'eve'");
    let comparison = compared(HEAD, &bots);
    let stored = revision(&format!("{HEAD}{BOTS}")).plan;
    let mut now = revision(&format!("{HEAD}{bots}"));
    assert!(comparison.differs.is_empty() && !comparison.same_games());
    let expected = PlanChange {
        after: 17,
        joined: vec![now.plan.bots[1].clone()],
        withdrawn: vec!["bob".to_owned()],
        ..PlanChange::default()
    };
    let change = comparison.change(&stored, &now.plan, 17);
    assert_eq!(change, Ok(Some(expected.clone())));
    // Once the change is in the plan, the same file no longer differs.
    let extended = PlayedConfig {
        plan: Plan {
            changes: vec![expected],
            ..stored
        },
        sources: now.sources.clone(),
        commits: now.commits.clone(),
    };
    let comparison = compare(&extended, &now);
    assert_eq!(comparison, Comparison::default());
    assert_eq!(comparison.change(&extended.plan, &now.plan, 30), Ok(None));
    // A bot of another kind under a known name counts as changed.
    now.sources
        .insert("eve".to_owned(), Sources::stored("other".to_owned()));
    assert_eq!(compare(&extended, &now).changed, ["eve"]);
    // A bot that left can't come back.
    let comparison = compare(&extended, &revision(&format!("{HEAD}{BOTS}")));
    assert_eq!(
        (&comparison.returned, &comparison.withdrawn),
        (&vec!["bob".to_owned()], &vec!["eve".to_owned()])
    );
    let error = comparison
        .change(&extended.plan, &now.plan, 30)
        .expect_err("bob is back");
    assert!(
        error.starts_with("bob left this run and can't come back"),
        "{error}"
    );
}

#[test]
fn a_run_keeps_its_title() {
    let titled = |title: &str| format!("title = '{title}'\n{HEAD}{BOTS}");
    let stored = revision(&titled("Spring cup"));
    let mut now = tournament(&titled("Sprnig cup"));
    adopt(&mut now, &stored.plan);
    assert_eq!(now.title.as_deref(), Some("Spring cup"));
    let comparison = compare(&stored, &revision(&titled("Sprnig cup")));
    assert_eq!(comparison, Comparison::default());
}

#[test]
fn what_can_not_be_extended_says_why() {
    let stored = revision(&format!("{HEAD}{BOTS}")).plan;
    let eve = "[[bots]]\nname = 'eve'\nbot = 'house:random'\n";
    let refused = |stored: &Plan, now: &Plan, comparison: &Comparison| {
        comparison.change(stored, now, 9).expect_err("it can't be")
    };
    for (from, to, why) in [
        (
            "seed = 5",
            "seed = 6",
            "--extend adds and withdraws bots, and raises rounds and games_per_pair, but changes \
             nothing else: seed: 5, now 6",
        ),
        (
            "rounds = 10",
            "rounds = 8",
            "rounds: 10, now 8; it can be raised but not lowered, since games may be played",
        ),
    ] {
        let head = HEAD.replace(from, to);
        let now = revision(&format!("{head}{BOTS}{eve}")).plan;
        let comparison = compared(&head, &format!("{BOTS}{eve}"));
        assert_eq!(comparison.differs.len(), 1);
        assert_eq!(refused(&stored, &now, &comparison), why);
    }
    let head = HEAD.replace("rounds = 10", "format = 'swiss'\nrounds = 2");
    let swiss =
        |rounds: u32| revision(&format!("{}{BOTS}", head.replace('2', &rounds.to_string())));
    let (two, three) = (swiss(2), swiss(3));
    assert_eq!(
        refused(&two.plan, &three.plan, &compare(&two, &three)),
        "--extend adds and withdraws bots, but changes nothing else: rounds: 2, now 3; a Swiss \
         tournament is paired for the rounds that it begins with, and ends with them"
    );

    let comparison = compared(HEAD, &format!("{BOTS}{eve}"));
    let with = |format: &Format| Plan {
        format: format.clone(),
        ..stored.clone()
    };
    let knockout = with(&Format::Knockout {
        games_per_pair: 2,
        double: false,
        reset: false,
        tries: 3,
    });
    let error = refused(&knockout, &knockout, &comparison);
    assert!(error.contains("eve can't join"), "{error}");
    let gauntlet = |newcomers: &[&str]| {
        with(&Format::Gauntlet {
            newcomers: newcomers.iter().map(ToString::to_string).collect(),
            rounds: 1,
            games_per_pair: 2,
        })
    };
    let error = refused(&gauntlet(&["ann"]), &gauntlet(&["ann"]), &comparison);
    assert!(error.contains("add \"eve\" to its newcomers"), "{error}");
    let joins = comparison.change(&gauntlet(&["ann"]), &gauntlet(&["eve", "ann"]), 9);
    let format = joins.expect("a newcomer").expect("a change").format;
    assert_eq!(format, Some(gauntlet(&["ann", "eve"]).format));

    let alone = Plan {
        bots: stored.bots[..1].to_vec(),
        ..stored.clone()
    };
    let comparison = Comparison {
        withdrawn: vec!["bob".to_owned(), "cay".to_owned()],
        ..Comparison::default()
    };
    let error = refused(&stored, &alone, &comparison);
    assert!(error.starts_with("1 bots are left, but onitama"), "{error}");
}

#[test]
fn newcomers_that_joined_or_left_are_no_difference() {
    let stored = revision(&format!("{HEAD}{BOTS}"));
    let with = |revision: &PlayedConfig, newcomers: &[&str]| {
        let mut revision = revision.clone();
        revision.plan.format = Format::Gauntlet {
            newcomers: newcomers.iter().map(ToString::to_string).collect(),
            rounds: 1,
            games_per_pair: 2,
        };
        revision
    };
    let now = revision(&format!("{HEAD}{}", BOTS.replace("'bob'", "'eve'")));
    let comparison = compare(
        &with(&stored, &["ann", "bob"]),
        &with(&now, &["eve", "ann"]),
    );
    assert_eq!(comparison.differs, [""; 0]);
    let comparison = compare(
        &with(&stored, &["ann", "bob"]),
        &with(&now, &["eve", "cay"]),
    );
    assert_eq!(comparison.differs, ["newcomers: ann, now cay"]);
}

#[test]
fn what_is_raised_is_part_of_the_plan_from_then_on() {
    let of =
        |head: &str, bots: &str| revision(&format!("{}{bots}", HEAD.replace("rounds = 10", head)));
    let stored = of("format = 'ladder'\nrounds = 3", BOTS);
    let eve = format!("{BOTS}[[bots]]\nname = 'eve'\nbot = 'house:random'\n");
    let now = of("format = 'ladder'\nrounds = 5", &eve);
    let comparison = compare(&stored, &now);
    assert!(comparison.differs.is_empty() && !comparison.same_games());
    assert_eq!(comparison.raised, ["rounds: 3, now 5"]);
    let change = comparison.change(&stored.plan, &now.plan, 8);
    let change = change.expect("it goes on").expect("a change");
    assert_eq!(change.format.as_ref(), Some(&now.plan.format));
    let mut raised = stored.clone();
    raised.plan.changes.push(change);
    assert!(compare(&raised, &now).same_games());
    let back = compare(&raised, &of("format = 'ladder'\nrounds = 3", &eve));
    assert_eq!(back.differs, ["rounds: 5, now 3"]);
    // The run's present bounds fill what the file leaves open.
    let mut open = tournament(&format!(
        "{}{eve}",
        HEAD.replace("rounds = 10", "format = 'ladder'")
    ));
    adopt(&mut open, &raised.plan);
    assert!(compare(&raised, &PlayedConfig::of(&mut open).expect("sources")).same_games());
}
