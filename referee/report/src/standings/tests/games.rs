//! What a report takes of each game.

use std::collections::{BTreeMap, BTreeSet};

use referee_record::{FaultKind, Outcome, SeatResult, Seated};
use referee_stats::{BotVersions, MAIN, Tally};
use referee_store::Filter;

use super::super::model::{MeetingRow, VoidGame};
use super::super::stage_games::StageGames;
use super::game;

const BOTS: [&str; 4] = ["ann", "bob", "cleo", "dora"];

/// Returns a game of four bots with these places.
fn of_four(number: u64, places: [u8; 4]) -> Outcome {
    let mut outcome = game(["ann", "bob"], 1, 1, [1, 2]);
    let (seated, result) = (outcome.seats[0].clone(), outcome.verdict.seats[0].clone());
    let seats = || ('A'..).zip(BOTS).zip(places);
    let seated = seats().map(|((seat, bot), _)| Seated {
        seat,
        bot: bot.to_owned(),
        ..seated.clone()
    });
    let results = seats().map(|((seat, _), place)| SeatResult {
        seat,
        place,
        ..result.clone()
    });
    outcome.seats = seated.collect();
    outcome.verdict.seats = results.collect();
    outcome.number = number;
    outcome.place.deal = u32::try_from(number).expect("small");
    outcome.place.block = BOTS.map(str::to_owned).to_vec();
    outcome
}

/// Returns seven games: the third is void for good, the fifth was played again, in the sixth nobody started, and the
/// last is of another stage.
fn games() -> Vec<Outcome> {
    let places = [
        [1, 2, 3, 4],
        [1, 1, 3, 4],
        [4, 3, 2, 1],
        [1, 2, 2, 2],
        [2, 1, 4, 3],
        [4, 4, 4, 4],
        [1, 2, 3, 4],
    ];
    let games = (1..).zip(places);
    let mut games: Vec<Outcome> = games
        .map(|(number, places)| of_four(number, places))
        .collect();
    games[2].annul("the judge slept", false);
    games[4].verdict.void = Some("the machine failed".to_owned());
    games[4].again = true;
    for seat in &mut games[5].verdict.seats {
        seat.fault = Some(FaultKind::NoHandshake);
    }
    "qualification".clone_into(&mut games[6].place.stage);
    games
}

fn of_main() -> StageGames<'static> {
    StageGames {
        filter: Filter {
            stage: Some(MAIN.to_owned()),
            ..Filter::default()
        },
        places: Some(BTreeMap::new()),
        faults: Some(BTreeMap::new()),
        ..StageGames::default()
    }
}

#[test]
fn places_are_counted_and_what_is_missing_is_listed() {
    let mut main = of_main();
    for game in &games() {
        main.add(game);
    }
    let places = main.places.expect("they are wanted");
    let counted: Vec<(&str, &[u64])> = places
        .iter()
        .map(|(bot, counts)| (&**bot, &**counts))
        .collect();
    let expected: [(&str, &[u64]); 4] = [
        ("ann", &[3, 0, 0, 1]),
        ("bob", &[1, 2, 0, 1]),
        ("cleo", &[0, 1, 2, 1]),
        ("dora", &[0, 1, 0, 3]),
    ];
    assert_eq!(counted, expected);
    let void = |game, annulled, again, because: &str| VoidGame {
        game,
        attempt: 1,
        because: because.to_owned(),
        annulled,
        again,
    };
    assert_eq!(
        main.left.void,
        [
            void(3, true, false, "annulled: the judge slept"),
            void(5, false, true, "the machine failed"),
        ]
    );
    let unit = |deal| MeetingRow {
        round: 1,
        deal,
        bots: BOTS.map(str::to_owned).to_vec(),
    };
    assert_eq!(main.left.units, BTreeSet::from([unit(3), unit(6)]));
    let faults = main.faults.expect("they are wanted");
    assert!(faults.values().all(|faults| faults.total() == 1));
    assert_eq!(faults.len(), 4);
}

#[test]
fn the_order_of_games_is_of_no_account() {
    let (mut forward, mut backward) = (of_main(), of_main());
    for game in &games() {
        forward.add(game);
    }
    games().iter().rev().for_each(|game| backward.add(game));
    assert_eq!(forward.places, backward.places);
    assert_eq!(forward.faults, backward.faults);
    assert_eq!(forward.left.units, backward.left.units);
    backward.left.void.reverse();
    assert_eq!(forward.left, backward.left);
}

#[test]
fn games_of_versions_are_counted_under_their_names() {
    let hashes = ["0123456789", "9876543210"].map(|hash| {
        let hash = ("ann".to_owned(), hash.to_owned());
        BTreeMap::from([hash])
    });
    let versions = BotVersions::new(hashes.to_vec());
    let mut main = StageGames {
        split: Some(&versions),
        tally: Some(Tally::unstored(&[])),
        ..of_main()
    };
    for mut game in games() {
        game.revision = u32::from(game.number > 2);
        main.add(&game);
    }
    let tally = main.tally.expect("it is wanted");
    let names = ["ann @01234567", "bob", "cleo", "dora", "ann @98765432"];
    assert_eq!(tally.names(), names);
    let places = main.places.expect("they are wanted");
    assert_eq!(places["ann @01234567"], [2, 0, 0, 0]);
    assert_eq!(places["ann @98765432"], [1, 0, 0, 1]);
    let units = main.left.units.iter();
    assert!(units.clone().all(|unit| unit.bots[0] == "ann @98765432"));
    assert_eq!(units.count(), 2);
}
