//! Workers, server and coordinator are killed in turn: each game counts once all the same.

use std::path::Path;
use std::process::Child;
use std::thread::sleep;
use std::time::Duration;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::server::Server;
use super::{Worker, played};
use crate::engine::{Arena, records};

/// A tournament of bots that answer at once.
fn arena(games: u32) -> Arena {
    let settings = format!(
        "game = \"onitama\"\nseed = 5\nopenings = 4\ngames_per_pair = {games}\nrestart = \"never\"\n\
         jail = \"off\"\ntime = {{ move_ms = 60000 }}\nlimits = {{ start_ms = 60000 }}\nconcurrency = 2"
    );
    Arena::new(&settings)
        .bot("random", "house:random")
        .bot("first", "house:first")
}

fn start(arena: &Arena, server: &Server) -> Child {
    let mut command = arena.command(&["--fleet", &server.address()]);
    // What it says isn't read while it runs.
    command.stderr(std::process::Stdio::null());
    command.spawn().expect("the coordinator starts")
}

/// Plays `games` games on four workers while one thing after another is killed, and compares them with those of one
/// machine.
fn storm(games: u32, seed: u64) {
    let Some(mut server) = Server::start("a storm over a fleet") else {
        return;
    };
    let expected = played(arena(games).records());
    let arena = arena(games);
    let name = |number: usize| format!("w{number}");
    let mut workers: Vec<Worker> = (0..4)
        .map(|number| Worker::start(&server, &name(number), &["--jail", "off"]))
        .collect();
    let mut run = start(&arena, &server);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let end = loop {
        sleep(Duration::from_millis(random.random_range(300..2500)));
        if let Some(end) = run.try_wait().expect("it is ours") {
            break end;
        }
        match random.random_range(0..4) {
            0 => server.restart(Duration::from_millis(random.random_range(0..1500))),
            1 => {
                run.kill().expect("it is ours");
                run.wait().expect("its end");
                run = start(&arena, &server);
            }
            2 => server.pause(Duration::from_millis(random.random_range(0..3000))),
            _ => {
                let number = random.random_range(0..workers.len());
                workers[number].kill();
                workers[number] = Worker::start(&server, &name(number), &["--jail", "off"]);
            }
        }
    };
    assert_eq!(end.code(), Some(0), "seed {seed}");
    let results: &Path = &arena.path().join("cup.db");
    assert!(played(records(results)) == expected, "seed {seed}");
}

#[test]
fn a_short_storm_loses_no_game() {
    storm(800, 1);
}

#[test]
#[ignore = "takes many minutes"]
fn twenty_storms_lose_no_game() {
    for seed in 2..22 {
        storm(20_000, seed);
    }
}
