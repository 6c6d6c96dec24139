//! Tests units: pairs and blocks, complete, repeated, left out; and tallies in parts.

use std::collections::BTreeMap;

use referee_record::Outcome;
use referee_stats::{Changes, PrintSet, Tally, TallyReader, UnitBuilder};

use crate::common::{game, names};

/// Creates game `rotation` of the pair a–b with this deal, by the places of a and b; `kind` distinguishes
/// games with equal results.
fn outcome(deal: u32, rotation: u32, places: (u8, u8), kind: u64) -> Outcome {
    let (a, b) = places;
    let mut outcome = Outcome::of(&match rotation {
        1 => game(&format!("a{a} b{b}")),
        _ => game(&format!("b{b} a{a}")),
    });
    outcome.place.block = names("a b");
    outcome.place.deal = deal;
    outcome.place.rotation = rotation;
    outcome.place.rotations = 2;
    outcome.print = kind;
    outcome
}

#[test]
fn pairs_count_when_they_are_complete() {
    let mut tally = Tally::new(&names("a b"));
    tally.add(&outcome(1, 2, (1, 2), 1));
    assert!(tally.units().is_empty());
    tally.add(&outcome(1, 1, (2, 1), 2));
    tally.add(&outcome(2, 1, (2, 1), 2));
    tally.add(&outcome(2, 2, (1, 2), 1));
    tally.add(&outcome(3, 1, (2, 1), 3));
    tally.add(&outcome(3, 2, (1, 2), 1));
    let units = tally.units();
    assert_eq!(units.len(), 1);
    let unit = &units[0];
    assert_eq!((unit.count, unit.distinct), (3, 2));
    assert_eq!(unit.result.seated(&unit.result.games[1]), ["b", "a"]);
    assert_eq!(unit.result.games[1].places, [2, 1]);
    assert_eq!((tally.games().counted, tally.games().distinct), (6, 3));
}

#[test]
fn units_are_built_once_each() {
    let mut units = UnitBuilder::new(&names("a b"));
    assert_eq!(units.add(&outcome(1, 2, (1, 2), 1)), None);
    let unit = units.add(&outcome(1, 1, (2, 1), 2)).expect("a pair");
    let seats = unit.games.iter().map(|game| game.seats.clone());
    assert_eq!(seats.collect::<Vec<_>>(), [[0, 1], [1, 0]]);
    assert!(unit.games.iter().all(|game| game.places == [2, 1]));
    assert_eq!((unit.count, unit.distinct), (1, 1));
    assert_eq!(units.add(&outcome(2, 1, (2, 1), 2)), None);
    assert_eq!(units.add(&outcome(2, 2, (1, 2), 1)), None, "a copy");
    let mut void = outcome(3, 1, (1, 2), 3);
    void.annul("a wrong deal", false);
    assert_eq!(units.add(&void), None);
    assert_eq!(units.add(&outcome(3, 2, (1, 2), 4)), None);
    assert_eq!(units.add(&outcome(4, 1, (1, 2), 3)), None);
    assert!(units.add(&outcome(4, 2, (1, 2), 4)).is_some());
}

#[test]
fn a_void_game_takes_its_pair_along() {
    let mut tally = Tally::new(&names("a b"));
    let mut void = outcome(1, 1, (1, 2), 1);
    void.annul("a wrong deal", false);
    tally.add(&void);
    tally.add(&outcome(1, 2, (1, 2), 2));
    assert!(tally.units().is_empty());
    let games = tally.games();
    assert_eq!((games.counted, games.void, games.annulled), (1, 1, 1));
}

#[test]
fn a_tally_is_the_sum_of_its_parts() {
    let mut tally = Tally::new(&names("b c"));
    let mut stored = BTreeMap::new();
    let mut prints = Vec::new();
    for deal in 1..=4 {
        for rotation in 1..=2 {
            if (deal, rotation) == (4, 2) {
                continue;
            }
            tally.add(&outcome(deal, rotation, (2, 1), u64::from(deal % 3)));
            let changes = tally.changes().expect("JSON");
            prints.extend(changes.prints);
            for (key, value) in changes.parts {
                match value {
                    Some(value) => stored.insert(key, value),
                    None => stored.remove(&key),
                };
            }
        }
    }
    let mut reader = TallyReader::default();
    for (key, value) in &stored {
        reader.add(key, value).expect("as it was written");
    }
    assert_ne!(reader.clone().finish(), tally);
    for print in &prints {
        reader.add_prints([*print]);
    }
    let restored = reader.finish();
    assert_eq!(restored, tally);
    assert_eq!(restored.names(), ["b", "c", "a"]);
    let all = tally.parts().map(|part| part.expect("JSON"));
    assert_eq!(all.collect::<BTreeMap<_, _>>(), stored);
    let mut seen = PrintSet::default();
    assert!(prints.into_iter().all(|print| seen.insert(print)));
    assert_eq!(*tally.prints(), seen);
}

#[test]
fn a_tally_that_is_not_stored_counts_alike() {
    let (mut stored, mut unstored) = (Tally::new(&names("b")), Tally::unstored(&names("b")));
    assert_eq!(unstored.parts().count(), 1, "a bot, and no games");
    let mut void = outcome(3, 1, (1, 2), 7);
    void.annul("a wrong deal", false);
    let games = [
        outcome(1, 1, (2, 1), 1),
        outcome(1, 2, (2, 1), 2),
        outcome(2, 1, (1, 1), 1),
        void,
    ];
    for game in &games {
        stored.add(game);
        unstored.add(game);
    }
    let parts = |tally: &Tally| {
        let parts = tally.parts().map(|part| part.expect("JSON"));
        parts.collect::<BTreeMap<_, _>>()
    };
    assert_eq!(parts(&stored), parts(&unstored));
    assert_eq!(stored.units(), unstored.units());
    assert_eq!(stored.standings(), unstored.standings());
    let changes = stored.changes().expect("JSON");
    let values = changes.parts.into_iter();
    let values = values.filter_map(|(key, value)| Some((key, value?)));
    assert_eq!(values.collect::<BTreeMap<_, _>>(), parts(&unstored));
    assert_eq!(unstored.changes().expect("JSON"), Changes::default());
}
