//! Workers that a fleet doesn't know, or doesn't know any more: they are told why, and what they have is played by others.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{sleep, spawn};
use std::time::Duration;

use referee_record::Record;
use tempfile::TempDir;

use super::secured::{edit, init, refused};
use super::server::Server;
use super::{Worker, arena, until_games, worker_command};
use crate::engine::records;
use crate::kit::referee;

/// Longest time for something that comes within seconds.
const PATIENCE: Duration = Duration::from_mins(2);

/// A worker whose files are on a machine of its own, and what it says.
struct Elsewhere {
    worker: Worker,
    said: Receiver<String>,
    _files: TempDir,
}

impl Elsewhere {
    /// Starts a worker of a fleet.
    fn start(server: &Server, name: &str) -> Elsewhere {
        let files = tempfile::tempdir().expect("a folder");
        for file in ["worker.toml", "ca.pem"] {
            let from = server.file(&format!("{name}/{file}"));
            fs::copy(from, files.path().join(file)).expect("copied");
        }
        let file = files.path().join("worker.toml");
        let mut command = worker_command(&[&file.to_string_lossy(), "--concurrency", "1"]);
        let mut child = command.stderr(Stdio::piped()).spawn().expect("it starts");
        let lines = BufReader::new(child.stderr.take().expect("piped")).lines();
        let (tell, said) = channel();
        spawn(move || {
            lines
                .map_while(Result::ok)
                .try_for_each(|line| tell.send(line))
        });
        Elsewhere {
            worker: Worker(child),
            said,
            _files: files,
        }
    }

    /// Waits until it says something.
    fn says(&mut self, words: &str) {
        let mut before = Vec::new();
        while let Ok(line) = self.said.recv_timeout(PATIENCE) {
            if line.contains(words) {
                return;
            }
            before.push(line);
        }
        panic!("it doesn't say {words:?}: {before:#?}");
    }

    /// Waits until it ends; returns its exit code.
    fn ends(&mut self) -> Option<i32> {
        for _ in 0..PATIENCE.as_secs() {
            if let Some(ended) = self.worker.0.try_wait().expect("its state") {
                return ended.code();
            }
            sleep(Duration::from_secs(1));
        }
        panic!("it doesn't end");
    }
}

const REMOVED: &str = "the server refuses: it doesn't know this user and password any more";

#[test]
fn a_worker_that_was_removed_is_told_and_ends() {
    let Some(mut server) = Server::start_secured("a removed worker", 2) else {
        return;
    };
    let mut removed = Elsewhere::start(&server, "worker-2");
    removed.says("waits for runs");
    referee(&["fleet", "remove", &server.file(""), "worker-2"]).fine();
    server.restart(Duration::ZERO);
    removed.says(REMOVED);
    assert_eq!(removed.ends(), Some(2));
}

#[test]
fn a_worker_that_is_removed_while_it_plays_leaves_its_games_to_others() {
    let Some(mut server) = Server::start_secured("a worker removed in a run", 2) else {
        return;
    };
    let cup = arena(200);
    let mut removed = Elsewhere::start(&server, "worker-2");
    let run = cup.command(&["--fleet", &server.file("coordinator/coordinator.toml")]);
    let run = { run }.spawn().expect("the coordinator starts");
    until_games(&cup.path().join("cup.db"), 10);
    referee(&["fleet", "remove", &server.file(""), "worker-2"]).fine();
    server.restart(Duration::ZERO);
    removed.says(REMOVED);
    assert_eq!(removed.ends(), Some(2));
    let _sound = Worker::of(&[&server.file("worker-1/worker.toml"), "--concurrency", "1"]);
    let output = run.wait_with_output().expect("its end");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let records = records(&cup.path().join("cup.db"));
    let by = |name: &str| {
        let own = |one: &&Record| one.measured.worker.as_deref() == Some(name);
        records.iter().filter(own).count()
    };
    assert!(by("worker-1") > 0 && by("worker-2") >= 10);
}

#[test]
fn a_worker_with_another_key_is_told() {
    let Some(server) = Server::start_secured("another key", 2) else {
        return;
    };
    let file = |number| fs::read_to_string(server.file(&format!("worker-{number}/worker.toml")));
    let key = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("key = "));
        line.expect("a key").to_owned()
    };
    let (own, other) = (file(1).expect("readable"), file(2).expect("readable"));
    edit(
        &server.file("worker-1/worker.toml"),
        &key(&own),
        &key(&other),
    );
    let mut wrong = Elsewhere::start(&server, "worker-1");
    let cup = arena(4);
    let coordinator = server.file("coordinator/coordinator.toml");
    let run = cup.command(&["--fleet", &coordinator]).spawn();
    let run = run.expect("the coordinator starts");
    wrong.says("of which coordinator.toml has another key than worker.toml");
    let status = referee(&["fleet", "status", &coordinator]).fine();
    let status = status.split_whitespace().collect::<Vec<_>>().join(" ");
    let unsigned = "a message of worker worker-1 isn't signed by the key";
    assert!(status.contains(unsigned), "{status}");
    let _sound = Worker::of(&[&server.file("worker-2/worker.toml"), "--concurrency", "1"]);
    let output = run.wait_with_output().expect("its end");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
}

#[test]
fn a_worker_that_the_run_does_not_know_yet_is_told() {
    let Some(server) = Server::start_secured("a new worker", 2) else {
        return;
    };
    let file = server.file("coordinator/coordinator.toml");
    let text = fs::read_to_string(&file).expect("readable");
    let is_known = |line: &&str| !line.starts_with("worker-2 = ");
    let before: Vec<&str> = text.lines().filter(is_known).collect();
    fs::write(&file, before.join("\n")).expect("writable");
    let mut new = Elsewhere::start(&server, "worker-2");
    let cup = arena(4);
    let run = cup.command(&["--fleet", &file]).spawn();
    let run = run.expect("the coordinator starts");
    new.says("its coordinator has no key of this worker");
    let _known = Worker::of(&[&server.file("worker-1/worker.toml"), "--concurrency", "1"]);
    let output = run.wait_with_output().expect("its end");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(
        said.contains("worker worker-2 isn't in the coordinator's file"),
        "{said}"
    );
}

#[test]
fn the_file_of_another_part_is_named() {
    let place = tempfile::tempdir().expect("a folder");
    let lab = place.path().join("lab").to_string_lossy().into_owned();
    init(&lab, &["--host", "127.0.0.1", "--workers", "1"]).fine();
    let said = refused(&format!("{lab}/coordinator/coordinator.toml"));
    assert!(said.contains("this is the file of a coordinator"), "{said}");
    let said = refused(&format!("{lab}/fleet.toml"));
    assert!(said.contains("expected the file of a worker"), "{said}");
    let said = referee(&["fleet", "status", &format!("{lab}/worker-1/worker.toml")]);
    assert_eq!(said.code, Some(2), "{}", said.stderr);
    let (is, expected) = ("this is the file of a worker", "the file of a coordinator");
    assert!(said.stderr.contains(is), "{}", said.stderr);
    assert!(said.stderr.contains(expected), "{}", said.stderr);
}
