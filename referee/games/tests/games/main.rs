//! Laws and figures for every registered game.

mod cublino;
mod koolaamee;
#[path = "../laws/mod.rs"]
mod laws;
mod ludo;
mod onitama;
mod perft;
mod readers;

/// Random games of each game.
const GAMES: u64 = 1000;

#[test]
fn every_game_keeps_the_laws() {
    std::thread::scope(|scope| {
        for kind in referee_games::games() {
            scope.spawn(|| laws::check(*kind, &[], GAMES));
        }
    });
}
