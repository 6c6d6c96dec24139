//! A game whose rules are a program goes to the workers with the bots.

use std::path::Path;

use super::server::Server;
use super::{Worker, games_hash, until_games};
use crate::engine::Arena;

#[test]
fn a_fleet_plays_a_game_of_a_folder_as_one_machine_does() {
    let Some(server) = Server::start("a game of a folder") else {
        return;
    };
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tournaments/games");
    let game = top.join("connect-four");
    let arena = || {
        let settings = format!(
            "game = {:?}\nseed = 5\nopenings = 2\ngames_per_pair = 40",
            game.display().to_string()
        );
        Arena::new(&settings)
            .bot("random", "house:random")
            .bot("python", &top.join("bots/four-python").to_string_lossy())
    };
    let alone = arena();
    alone.records();
    let shared = arena();
    let _first = Worker::start(&server, "first", &[]);
    let _second = Worker::start(&server, "second", &[]);
    let run = shared.command(&["--fleet", &server.address()]).spawn();
    let output = run.expect("the coordinator starts").wait_with_output();
    let output = output.expect("its end");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    until_games(&shared.path().join("cup.db"), 40);
    assert_eq!(games_hash(&shared), games_hash(&alone));
}
