//! Tests Onitama with the wall, rule by rule.

mod drawing;
mod lines;
mod log;
mod moves;
mod options;
mod refusals;

use std::collections::BTreeMap;

use referee_games::{Position, Rules, find};

use crate::laws;

/// Short names of the cards in these tests.
const CARDS: [(&str, &str); 9] = [
    ("crab", "...../..x../x.o.x/...../....."),
    ("crane", "...../..x../..o../.x.x./....."),
    ("edge", "o...x/...../..x../...../....."),
    ("hook", "...../.x.x./..o../.x.../....."),
    ("mantis", "...../.x.x./..o../..x../....."),
    ("rise", "...../...x./..o../.x.../....."),
    ("right", "...../..x../..ox./...../....."),
    ("tiger", "..x../...../..o../..x../....."),
    ("wings", "...../x...x/..o../...../....."),
];

/// Expands short names of cards in a state line.
fn line(short: &str) -> String {
    let pattern = |notation| {
        CARDS
            .iter()
            .find(|(name, _)| *name == notation)
            .map_or(notation, |card| card.1)
    };
    let words: Vec<&str> = short.split(' ').map(pattern).collect();
    words.join(" ")
}

fn rules(options: &[(&str, &str)]) -> Box<dyn Rules> {
    let given: BTreeMap<_, _> = options
        .iter()
        .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
        .collect();
    find("onitama")
        .expect("is registered")
        .rules(&given)
        .expect("these options are in range")
}

fn position(short: &str) -> Box<dyn Position> {
    rules(&[])
        .read(&line(short))
        .unwrap_or_else(|e| panic!("{short}: {e}"))
}

#[test]
fn laws_hold_with_any_options() {
    let kind = find("onitama").expect("is registered");
    for options in [
        [("wall", "off")],
        [("cards", "published")],
        [("cards", "exam")],
        [("turns", "3")],
    ] {
        laws::check(kind, &options, 100);
    }
}
