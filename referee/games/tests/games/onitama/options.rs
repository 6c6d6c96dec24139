//! Tests the options and their effect on start positions.

use std::collections::{BTreeMap, BTreeSet};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use referee_games::find;

use super::{line, rules};

const START: &str = "bbBbb/...../W..../...../aaAaa A 50 \
    ...../.x.../.xo.x/...../..... ...../..x../..ox./...../..... ...../..x../..o../.x.../..... \
    ...../.x.x./..o../.x.../..... ..x../...x./..o../...../.....";

/// Returns the board, player and turns of a random start as text, and its cards.
fn dealt(options: &[(&str, &str)], seed: u64) -> (String, Vec<String>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let line = rules(options).deal(&mut rng).line();
    let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    (words[..3].join(" "), words[3..].to_vec())
}

#[test]
fn starts_follow_the_options() {
    assert_eq!(rules(&[]).start().line(), START);
    let bare = START.replace('W', ".").replace(" 50 ", " 7 ");
    assert_eq!(
        rules(&[("wall", "off"), ("turns", "7")]).start().line(),
        bare
    );
    for cards in ["all", "exam", "published"] {
        assert_eq!(rules(&[("cards", cards)]).start().line(), START);
    }
}

#[test]
fn five_names_fix_the_cards() {
    let chosen = rules(&[("cards", "crane,exam6,crab,exam7,tiger"), ("turns", "20")]);
    let expected = line("bbBbb/...../W..../...../aaAaa A 20 crane wings crab rise tiger");
    assert_eq!(chosen.start().line(), expected);
    for seed in 0..3 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        assert_eq!(chosen.deal(&mut rng).line(), expected);
    }
}

#[test]
fn deals_draw_different_cards_of_the_chosen_set() {
    for (choice, size) in [("all", 30), ("exam", 18), ("published", 16)] {
        let mut seen = BTreeSet::new();
        for seed in 0..200 {
            let (begin, cards) = dealt(&[("cards", choice)], seed);
            assert_eq!(begin, "bbBbb/...../W..../...../aaAaa A 50");
            assert_eq!(cards.iter().collect::<BTreeSet<_>>().len(), 5, "{cards:?}");
            seen.extend(cards);
        }
        assert_eq!(seen.len(), size, "{choice}");
    }
}

#[test]
fn unknown_cards_are_refused() {
    for (cards, expected) in [
        (
            "tiger,ox",
            "cards=\"tiger,ox\" names 2 cards, expected all, exam, published, or five",
        ),
        (
            "lion",
            "no card is called \"lion\"; expected all, exam, published, or five",
        ),
        (
            "tiger,ox,crab,eel,",
            "no card is called \"\"; expected all, exam, published, or five",
        ),
    ] {
        let given = BTreeMap::from([("cards".to_owned(), cards.to_owned())]);
        let refused = find("onitama").expect("is registered").rules(&given).err();
        let why = refused.map(|e| e.to_string()).unwrap_or_default();
        assert!(
            why.starts_with(&format!("options of onitama: {expected}")),
            "{why}"
        );
    }
}
