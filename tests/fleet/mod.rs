//! A fleet: runs whose games are played by workers, by way of a real NATS server.

mod own_game;
mod refused;
mod relay;
mod secured;
mod server;
mod sick;
mod status;
mod storm;
mod versions;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use referee_record::{Played, Record};
use referee_store::Run;

use self::server::Server;
use crate::engine::{Arena, counted, python_bot, records};
use crate::kit::{command, referee};

/// A tournament of a house bot, one in a folder that reads a file beside it, and one that is built.
fn arena(games: u32) -> Arena {
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sample-bots/c");
    let settings = format!(
        "game = \"onitama\"\nseed = 11\nopenings = 3\ngames_per_pair = {games}\nrestart = \"never\"\n\
         time = {{ move_ms = 20000 }}\nconcurrency = 1"
    );
    let third = python_bot(
        "number = int(open(\"number.txt\").read())",
        "print(\"move\", legal[number % len(legal)], flush=True)",
    );
    let arena = Arena::new(&settings)
        .python("third", &third, "")
        .bot("house", "house:random")
        .bot("built", &kit.to_string_lossy());
    fs::write(arena.path().join("third/number.txt"), "2").expect("a file");
    arena
}

/// A worker that ends with its test.
struct Worker(Child);

impl Worker {
    fn start(server: &Server, name: &str, more: &[&str]) -> Worker {
        let place = server.address();
        Worker::of(&[&[&*place, "--name", name, "--concurrency", "1"], more].concat())
    }

    /// Starts a worker with these words.
    fn of(words: &[&str]) -> Worker {
        Worker(worker_command(words).spawn().expect("the worker starts"))
    }

    fn kill(&mut self) {
        self.0.kill().expect("it is ours");
        self.0.wait().expect("it ends");
    }
}

/// The command of a worker with these words.
fn worker_command(words: &[&str]) -> Command {
    let mut command = command(&[&["worker"], words].concat());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

impl Drop for Worker {
    fn drop(&mut self) {
        // An interrupt: it ends its bots. Two at once may be one to it.
        let id = self.0.id().to_string();
        while matches!(self.0.try_wait(), Ok(None)) {
            let _ = Command::new("kill").args(["-INT", &id]).status();
            sleep(Duration::from_millis(100));
        }
    }
}

/// What was played, by game number.
fn played(records: Vec<Record>) -> Vec<Played> {
    let mut played: Vec<Played> = counted(records).into_iter().map(|one| one.played).collect();
    played.sort_by_key(|one| one.job.number);
    played
}

/// Returns the hash of a run's games without their times.
fn games_hash(arena: &Arena) -> String {
    let results = arena.path().join("cup.db");
    let said = referee(&["verify", "--json", &results.to_string_lossy()]).fine();
    let said: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    let hash = said["games_hash"].as_str();
    hash.expect("complete and sound").to_owned()
}

/// Waits until a run has this many games.
fn until_games(results: &Path, games: usize) {
    for _ in 0..1200 {
        let run = Run::open(results).ok();
        let there = run.and_then(|run| Some(run.records().ok()?.count()));
        if there.is_some_and(|there| there >= games) {
            return;
        }
        sleep(Duration::from_millis(50));
    }
    panic!("no {games} games in a minute");
}

#[test]
fn a_fleet_plays_what_one_machine_plays_though_a_worker_is_killed() {
    let Some(server) = Server::start("a fleet") else {
        return;
    };
    let alone = arena(100);
    let expected = played(alone.records());
    let shared = arena(100);
    let mut first = Worker::start(&server, "first", &[]);
    let _second = Worker::start(&server, "second", &[]);
    let run = shared.command(&["--fleet", &server.address()]).spawn();
    let run = run.expect("the coordinator starts");
    until_games(&shared.path().join("cup.db"), 20);
    first.kill();
    let output = run.wait_with_output().expect("its end");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("worker second is there"), "{said}");
    assert_eq!(played(records(&shared.path().join("cup.db"))), expected);
    assert_eq!(games_hash(&shared), games_hash(&alone));
    let another = self::arena(4);
    another.records();
    assert_ne!(games_hash(&another), games_hash(&alone));
}

#[test]
fn a_run_that_was_killed_goes_on() {
    let Some(server) = Server::start("a killed coordinator") else {
        return;
    };
    let arena = arena(60);
    let _worker = Worker::start(&server, "only", &[]);
    let start = || arena.command(&["--fleet", &server.address()]).spawn();
    let mut run = start().expect("the coordinator starts");
    until_games(&arena.path().join("cup.db"), 10);
    run.kill().expect("it is ours");
    run.wait().expect("its end");
    let output = start()
        .expect("it starts")
        .wait_with_output()
        .expect("its end");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let played = played(records(&arena.path().join("cup.db")));
    // A jail and a clock are told of the machine that has them.
    let run = Run::open(&arena.path().join("cup.db")).expect("results");
    let sessions = &run.header().sessions;
    for session in sessions {
        let plays = session.worker.as_deref() == Some("only");
        assert_eq!(session.jail.is_some(), plays, "{session:?}");
        assert_eq!(session.work_us.is_some(), plays, "{session:?}");
    }
    // Two of the coordinator, and the worker played in both; a beacon that is long on its way makes it begin anew.
    let (own, others): (Vec<_>, Vec<_>) = sessions.iter().partition(|it| it.worker.is_none());
    assert!(own.len() == 2 && others.len() >= 2, "{sessions:?}");
    let results = arena.path().join("cup.db");
    let shown = |args: &[&str]| referee(&[args, &[&*results.to_string_lossy()]].concat()).fine();
    let standings = shown(&["standings", "--wide"]);
    assert!(standings.contains("Workers\n  only: "), "{standings}");
    let game = referee(&["games", &results.to_string_lossy(), "1"]).fine();
    assert!(game.contains("on worker only\n"), "{game}");
    // Three pairs of bots.
    let numbers: Vec<u64> = played.iter().map(|one| one.job.number).collect();
    assert_eq!(numbers, (1..=180).collect::<Vec<u64>>());
}

/// Plays while the server is killed and away for a while.
fn away(test: &str, time: Duration) {
    let Some(mut server) = Server::start(test) else {
        return;
    };
    let expected = played(arena(40).records());
    let arena = arena(40);
    let _worker = Worker::start(&server, "only", &[]);
    let run = arena.command(&["--fleet", &server.address()]).spawn();
    let run = run.expect("the coordinator starts");
    until_games(&arena.path().join("cup.db"), 10);
    server.restart(time);
    let output = run.wait_with_output().expect("its end");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert_eq!(played(records(&arena.path().join("cup.db"))), expected);
}

#[test]
fn a_server_that_was_killed_loses_no_game() {
    away("a killed server", Duration::from_secs(2));
}

#[test]
#[ignore = "takes minutes"]
fn a_server_that_was_away_for_long_loses_no_game() {
    away("a server that is away", Duration::from_secs(90));
}

#[test]
fn a_run_without_its_server_can_be_interrupted() {
    let Some(mut server) = Server::start("an interrupt without a server") else {
        return;
    };
    let arena = arena(200);
    let _worker = Worker::start(&server, "only", &[]);
    let run = arena.command(&["--fleet", &server.address()]).spawn();
    let run = run.expect("the coordinator starts");
    until_games(&arena.path().join("cup.db"), 10);
    server.kill();
    let id = run.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.is_ok_and(|sent| sent.success()));
    let output = run.wait_with_output().expect("its end");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{said}");
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let arena = arena(2);
    let output = arena.run(&["--fleet", "nats://127.0.0.1:1"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    let worker = referee(&["worker", "nats://127.0.0.1:1"]);
    assert_eq!(worker.code, Some(3), "{}", worker.stderr);
    assert!(said.contains("nats://127.0.0.1:1: "), "{said}");
    assert!(said.contains("`nats-server`"), "{said}");
}

#[test]
fn a_worker_does_not_take_any_name() {
    let output = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["worker", "nats://127.0.0.1:1", "--name", "a.b"])
        .output()
        .expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("--name"), "{said}");
}
