//! Tests the laws and perft figures of every registered game.

mod chess;
mod cublino;
mod koolaamee;
#[path = "../laws/mod.rs"]
mod laws;
mod ludo;
mod onitama;
mod perft;
mod readers;

/// Number of random games of each game.
const GAMES: u64 = 100;

fn keep_the_laws(games: u64) {
    std::thread::scope(|scope| {
        for kind in referee_games::games() {
            scope.spawn(move || laws::check(*kind, &[], games));
        }
    });
}

#[test]
fn every_game_keeps_the_laws() {
    keep_the_laws(GAMES);
}

#[test]
#[ignore = "long: ten times as many games, with the variants of ludo"]
fn every_game_keeps_the_laws_for_long() {
    keep_the_laws(10 * GAMES);
    ludo::variants_in(2 * GAMES);
}

#[test]
fn every_purpose_names_options_that_the_game_has() {
    use referee_games::GamePurpose::{Crowd, Drawn, Long, Narrow, Short, Usual};
    for kind in referee_games::games() {
        for purpose in [Usual, Short, Long, Crowd, Drawn, Narrow] {
            let rules = kind.rules(&kind.options_for(purpose));
            assert!(rules.is_ok(), "{} for {purpose:?}", kind.name());
        }
    }
}
