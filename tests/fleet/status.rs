//! What `referee fleet status` says of a fleet, as text, as JSON, as metrics and as a page.

use std::fs;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use super::server::Server;
use super::{Worker, until_games};
use crate::engine::{Arena, python_bot};
use crate::kit::referee;
use crate::web::served::Served;

/// A run that lasts until it is killed.
struct LongRun(Child);

impl LongRun {
    fn start(arena: &Arena, words: &[&str]) -> LongRun {
        let mut command = arena.command(words);
        let command = command.stdout(Stdio::null()).stderr(Stdio::null());
        LongRun(command.spawn().expect("the coordinator starts"))
    }
}

impl Drop for LongRun {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn arena() -> Arena {
    let slow = python_bot(
        "import time",
        "time.sleep(0.02); print(\"move\", legal[0], flush=True)",
    );
    let settings = "game = \"onitama\"\nseed = 11\nopenings = 4\ngames_per_pair = 10000\ntime = { move_ms = 20000 }";
    Arena::new(settings)
        .python("slow", &slow, "")
        .bot("random", "house:random")
}

fn status(file: &str) -> Value {
    let said = referee(&["fleet", "status", file, "--json"]).fine();
    serde_json::from_str(&said).expect("JSON")
}

/// Asks until the status is as it should be.
fn until(file: &str, is_there: impl Fn(&Value) -> bool) -> Value {
    let mut last = Value::Null;
    for _ in 0..40 {
        last = status(file);
        if is_there(&last) {
            return last;
        }
    }
    panic!("{last:#}");
}

/// The worker of this name.
fn worker<'a>(status: &'a Value, name: &str) -> &'a Value {
    let workers = status["workers"].as_array().expect("workers");
    workers
        .iter()
        .find(|worker| worker["name"] == name)
        .unwrap_or(&Value::Null)
}

#[test]
fn runs_and_workers_are_shown() {
    let Some(mut server) = Server::start_secured("the status of a fleet", 2) else {
        return;
    };
    let file = server.file("coordinator/coordinator.toml");
    let empty = referee(&["fleet", "status", &file]).fine();
    assert!(empty.contains("Runs\nnone\n"), "{empty}");
    let _workers = [1, 2].map(|number| {
        let tags = ["--tag", "fast"];
        let file = server.file(&format!("worker-{number}/worker.toml"));
        Worker::of(&[&[&*file, "--concurrency", "1"], &tags[..2 * (2 - number)]].concat())
    });
    let waits = until(&file, |status| {
        worker(status, "worker-1")["activity"] == "waits"
    });
    assert_eq!(waits["runs"].as_array().map(Vec::len), Some(0), "{waits:#}");
    let arena = arena();
    let run = LongRun::start(&arena, &["--fleet", &file, "--fleet-tag", "fast"]);
    until_games(&arena.path().join("cup.db"), 3);
    let plays = until(&file, |status| {
        status["runs"][0]["games_per_second"]
            .as_f64()
            .is_some_and(|rate| rate > 0.0)
            && worker(status, "worker-2")["activity"] == "refuses"
    });
    let run_shown = &plays["runs"][0];
    assert_eq!(run_shown["title"], "cup");
    assert_eq!(run_shown["workers"], 1);
    assert_eq!(run_shown["session"], 1);
    assert!(run_shown["taken"].as_u64() > Some(0), "{run_shown:#}");
    assert!(run_shown["waiting"].as_u64() > Some(0), "{run_shown:#}");
    assert_eq!(worker(&plays, "worker-1")["activity"], "plays");
    let why = worker(&plays, "worker-2")["why"].to_string();
    assert!(why.contains("tags fast"), "{why}");

    let metrics = arena.path().join("fleet.prom");
    let words = ["--metrics", &metrics.to_string_lossy()];
    let text = referee(&[&["fleet", "status", &*file], &words[..]].concat()).fine();
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    assert!(text.contains("\nworker-1 "), "{text}");
    assert!(text.contains("Worker worker-2: run "), "{text}");
    let metrics = fs::read_to_string(metrics).expect("written");
    assert!(metrics.ends_with("# EOF\n"), "{metrics}");
    assert!(
        metrics.contains("referee_fleet_worker_plays{worker=\"worker-1\","),
        "{metrics}"
    );

    let served = Served::of(&["fleet", "status", &file, "--listen", "0"], false);
    let until_shown = |path: &str, text: &str| {
        for _ in 0..200 {
            let (code, page) = served.get(path);
            assert_eq!(code, 200, "{page}");
            if page.contains(text) {
                return;
            }
            sleep(Duration::from_millis(100));
        }
        panic!("{path} doesn't show {text}: {}", served.get(path).1);
    };
    until_shown("/", "<td>plays</td>");
    until_shown("/status.json", "\"activity\": \"plays\"");
    until_shown("/metrics", "referee_fleet_run_coordinated");
    assert_eq!(served.get("/elsewhere").0, 404);

    drop(run);
    // The worker waits for a while whether its coordinator comes back.
    until(&file, |status| status["runs"][0]["coordinated"] == false);
    let text = referee(&["fleet", "status", &file]).fine();
    assert!(text.contains("its coordinator isn't heard"), "{text}");
    server.kill();
    until_shown("/", "can't be reached");
}

#[test]
fn a_server_that_is_not_there_has_no_status() {
    let run = referee(&["fleet", "status", "nats://127.0.0.1:1"]);
    assert_eq!(run.code, Some(3), "{}", run.stderr);
    assert!(
        run.stderr.contains("nats://127.0.0.1:1: "),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("`nats-server`"), "{}", run.stderr);
}
