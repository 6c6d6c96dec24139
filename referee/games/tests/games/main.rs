//! Laws and figures for every registered game.

mod cublino;
mod koolaamee;
#[path = "../laws/mod.rs"]
mod laws;
mod ludo;
mod onitama;
mod perft;
mod readers;

/// Random games a game; options that change the rules get a tenth of it each.
const GAMES: u64 = 1000;

#[test]
fn every_game_keeps_the_laws() {
    for kind in referee_games::games() {
        laws::check(*kind, &[], GAMES);
    }
}
