//! Which version is checked next, and which ones play.

use std::sync::Arc;

use referee_ladder::{BotVersion, LadderSettings, VersionState};

use crate::common::{MINUTE, NOW, TestLadder};

fn ladder() -> TestLadder {
    TestLadder::new(LadderSettings {
        waiting: 10,
        ..LadderSettings::default()
    })
}

fn next(ladder: &TestLadder) -> Option<String> {
    let versions = ladder.intake.versions();
    versions.next_to_check().map(BotVersion::name)
}

#[test]
fn authors_are_served_in_turn() {
    let ladder = ladder();
    assert_eq!(next(&ladder), None);
    for (number, script) in ["exit 1", "exit 2", "exit 3"].iter().enumerate() {
        ladder.sent(("ada", "fox"), script, NOW + number as u64);
    }
    ladder.sent(("bob", "hare"), "exit", NOW + 10);
    ladder.sent(("eve", "owl"), "exit", NOW + 11);
    let refused = VersionState::Refused("it crashed".to_owned());
    for (minute, (bot, number, state)) in [
        ("fox", 1, VersionState::Accepted),
        ("hare", 1, refused.clone()),
        ("owl", 1, VersionState::Accepted),
        ("fox", 2, refused),
        ("fox", 3, VersionState::Accepted),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(next(&ladder), Some(format!("{bot}.{number}")));
        ladder.mark(bot, number, state, NOW + (1 + minute as u64) * MINUTE);
    }
    assert_eq!(next(&ladder), None);
}

#[test]
fn whose_turn_it_is_outlives_a_restart() {
    let ladder = ladder();
    ladder.sent(("ada", "fox"), "exit 1", NOW);
    ladder.sent(("ada", "fox"), "exit 2", NOW + 1);
    ladder.sent(("bob", "hare"), "exit", NOW + 2);
    ladder.mark("fox", 1, VersionState::Accepted, NOW + MINUTE);
    let ladder = ladder.again();
    assert_eq!(next(&ladder).as_deref(), Some("hare.1"));
    let versions = ladder.intake.versions();
    let first = versions.find("fox", 1).expect("it is there");
    assert_eq!(first.checked_ms, Some(NOW + MINUTE));
    assert_eq!(first.state, VersionState::Accepted);
}

/// Returns the names of the versions that play, and of those that are to retire.
fn divided(ladder: &TestLadder, keep: u32) -> (Vec<String>, Vec<String>) {
    let versions = ladder.intake.versions();
    let (playing, retiring) = versions.playing_and_retiring(keep);
    let names = |versions: Vec<&BotVersion>| versions.into_iter().map(BotVersion::name).collect();
    (names(playing), names(retiring))
}

#[test]
fn of_each_bot_the_newest_play() {
    let ladder = ladder();
    for number in 1..=4 {
        ladder.sent(("ada", "fox"), &format!("exit {number}"), NOW);
    }
    ladder.sent(("bob", "hare"), "exit", NOW);
    for (bot, number) in [("fox", 1), ("fox", 2), ("fox", 4), ("hare", 1)] {
        ladder.mark(bot, number, VersionState::Accepted, NOW);
    }
    let (playing, retiring) = divided(&ladder, 2);
    assert_eq!(playing, ["hare.1", "fox.4", "fox.2"]);
    assert_eq!(retiring, ["fox.1"]);
    assert_eq!(divided(&ladder, 1).1, ["fox.2", "fox.1"]);
    assert_eq!(divided(&ladder, 3).1, Vec::<String>::new());
    ladder.mark("fox", 1, VersionState::Retired, NOW);
    let left = ["hare.1", "fox.4", "fox.2"].map(str::to_owned).to_vec();
    assert_eq!(divided(&ladder, 3), (left, Vec::new()));
    // One that is refused while it plays makes no room for one that has retired.
    let refused = VersionState::Refused("it cheats".to_owned());
    ladder.mark("fox", 4, refused, NOW);
    assert_eq!(divided(&ladder, 2).0, ["hare.1", "fox.2"]);
}

#[test]
fn a_state_leads_only_to_those_behind_it() {
    let ladder = ladder();
    ladder.sent(("ada", "fox"), "exit", NOW);
    let intake = Arc::clone(&ladder.intake);
    let mark = |state| {
        let marked = intake.versions().mark("fox", 1, state, NOW);
        marked.map_err(|error| error.to_string())
    };
    let error = mark(VersionState::Retired).expect_err("it waits");
    let expected = "fox.1 is waiting, and can't become retired";
    assert!(error.starts_with(expected), "{error}");
    mark(VersionState::Accepted).expect("it waits");
    assert!(mark(VersionState::Accepted).is_err());
    assert!(mark(VersionState::Waiting).is_err());
    mark(VersionState::Retired).expect("it plays");
    assert!(mark(VersionState::Accepted).is_err());
    let unknown = intake
        .versions()
        .mark("owl", 1, VersionState::Accepted, NOW);
    let error = unknown.expect_err("it is unknown").to_string();
    assert_eq!(error, "there is no version owl.1");
}
