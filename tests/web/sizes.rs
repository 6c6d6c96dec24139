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
#[ignore = "a thousand games: two minutes"]
fn a_thousand_games_of_onitama_take_less_than_3_megabytes() {
    // Equal bots would play each pair's games alike: one is given other openings than the other.
    let settings = "game = \"onitama\"\nrounds = 1000\ngames_per_pair = 2\nseed = 1\n\
                    start = \"deal\"\nopenings = { plies = 2 }\ntime = { move_ms = 50 }";
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
