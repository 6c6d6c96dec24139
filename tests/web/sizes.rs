//! Reports stay small: a thousand games, really played.

use super::report;
use crate::engine::Arena;

fn size(settings: &str, bots: &[&str]) -> usize {
    let mut arena = Arena::new(settings);
    for bot in bots {
        arena = arena.bot(bot, "house:level=3");
    }
    assert!(arena.run(&[]).status.success());
    report(&arena.path().join("cup.db"), &[]).len()
}

#[test]
#[ignore = "two thousand games: two minutes"]
fn a_thousand_games_of_onitama_take_less_than_3_megabytes() {
    // Equal bots play both games of a pair alike, so that half of these are distinct.
    let settings = "game = \"onitama\"\nrounds = 1000\nseed = 1\nstart = \"deal\"\n\
                    time = { move_ms = 50 }";
    let size = size(settings, &["ann", "bob"]);
    assert!(size < 3_000_000, "{size}");
}

#[test]
#[ignore = "a thousand games: two minutes"]
fn a_thousand_games_of_ludo_take_less_than_8_megabytes() {
    let settings = "game = \"ludo\"\nrounds = 250\nseed = 1\noptions = { seats = \"ABCD\" }\n\
                    time = { move_ms = 50 }";
    let size = size(settings, &["ann", "bob", "cleo", "dan"]);
    assert!(size < 8_000_000, "{size}");
}
