//! Tests units: pairs and blocks, complete, repeated, left out; and tallies in parts.

use std::collections::BTreeMap;

use referee_record::Outcome;
use referee_stats::Tally;

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
    let restored = Tally::restore(stored, prints).expect("as it was written");
    assert_eq!(restored, tally);
    assert_eq!(restored.names(), ["b", "c", "a"]);
}
