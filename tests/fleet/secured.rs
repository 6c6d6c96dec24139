//! A fleet with users and keys, as `referee fleet init` writes it.

use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{ChildStderr, Stdio};
use std::time::Duration;

use referee_record::Record;
use tempfile::TempDir;

use super::server::Server;
use super::{Worker, arena, games_hash, played, until_games, worker_command};
use crate::cli::{Run, referee};
use crate::engine::records;

/// Starts a worker that is refused; returns what it says.
fn refused(file: &str) -> String {
    let run = referee(&["worker", file]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    run.stderr
}

/// Changes a file, and keeps its mode.
fn edit(file: &str, from: &str, to: &str) {
    let text = fs::read_to_string(file).expect("readable");
    assert!(text.contains(from), "{text}");
    fs::write(file, text.replacen(from, to, 1)).expect("writable");
}

#[test]
fn a_fleet_with_keys_plays_what_one_machine_plays() {
    let Some(server) = Server::start_secured("a fleet with keys", 2) else {
        return;
    };
    let alone = arena(20);
    let expected = played(alone.records());
    let shared = arena(20);
    let worker = |number| {
        let file = server.file(&format!("worker-{number}/worker.toml"));
        Worker::of(&[&file, "--concurrency", "1"])
    };
    let _workers = [worker(1), worker(2)];
    let run = shared.run(&["--fleet", &server.file("coordinator/coordinator.toml")]);
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(0), "{said}");
    assert_eq!(played(records(&shared.path().join("cup.db"))), expected);
    assert_eq!(games_hash(&shared), games_hash(&alone));
}

#[test]
fn who_is_not_of_the_fleet_is_refused() {
    let Some(server) = Server::start_secured("strangers", 2) else {
        return;
    };
    let said = refused(&server.address());
    assert!(said.contains("a fleet with passwords"), "{said}");
    let file = server.file("worker-1/worker.toml");
    edit(&file, "password = \"", "password = \"x");
    let said = refused(&file);
    assert!(
        said.contains("the server refuses user or password"),
        "{said}"
    );
    let file = server.file("worker-2/worker.toml");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("it is ours");
    let said = refused(&file);
    assert!(said.contains("chmod 600"), "{said}");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("it is ours");
    // The authority of another fleet.
    let other = tempfile::tempdir().expect("a folder");
    let lab = other.path().join("lab").to_string_lossy().into_owned();
    init(&lab, &["--host", "127.0.0.1", "--workers", "1"]).fine();
    fs::copy(format!("{lab}/ca.pem"), server.file("worker-2/ca.pem")).expect("copied");
    let said = refused(&file);
    assert!(
        said.contains("is it the ca.pem of this very fleet?"),
        "{said}"
    );
    fs::remove_file(server.file("worker-2/ca.pem")).expect("removed");
    let said = refused(&file);
    assert!(said.contains("ca.pem: "), "{said}");
    let said = refused("nowhere.toml");
    assert!(said.contains("nowhere.toml: "), "{said}");
    assert!(said.contains("nats://HOST:4222"), "{said}");
    edit(&file, "[bounds]", "[bounds]\nmemory = 5");
    let said = refused(&file);
    assert!(said.contains("memory_mib"), "{said}");
}

/// A worker whose files are on a machine of its own, and what it says.
struct Elsewhere {
    worker: Worker,
    said: Lines<BufReader<ChildStderr>>,
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
        let said = BufReader::new(child.stderr.take().expect("piped")).lines();
        Elsewhere {
            worker: Worker(child),
            said,
            _files: files,
        }
    }

    /// Waits until it says something.
    fn says(&mut self, words: &str) {
        let mut before = Vec::new();
        for line in self.said.by_ref().map_while(Result::ok) {
            if line.contains(words) {
                return;
            }
            before.push(line);
        }
        panic!("it doesn't say {words:?}: {before:#?}");
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
    let ended = removed.worker.0.wait().expect("its end");
    assert_eq!(ended.code(), Some(2));
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
    let ended = removed.worker.0.wait().expect("its end");
    assert_eq!(ended.code(), Some(2));
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

#[test]
fn a_worker_keeps_its_bounds() {
    let Some(server) = Server::start_secured("bounds", 2) else {
        return;
    };
    let small = server.file("worker-1/worker.toml");
    edit(&small, "[bounds]", "[bounds]\nmemory_mib = 1500");
    let cup = arena(4);
    let _workers = [
        Worker::of(&[&small, "--concurrency", "2"]),
        Worker::of(&[&server.file("worker-2/worker.toml"), "--concurrency", "1"]),
    ];
    let run = cup.run(&["--fleet", &server.file("coordinator/coordinator.toml")]);
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(0), "{said}");
    let records = records(&cup.path().join("cup.db"));
    let workers = records.iter().map(|one| one.measured.worker.as_deref());
    assert!(workers.into_iter().all(|worker| worker == Some("worker-2")));
}

#[test]
fn runs_choose_workers_by_their_tags() {
    let Some(server) = Server::start_secured("tags", 2) else {
        return;
    };
    let file = server.file("worker-1/worker.toml");
    let _workers = [
        Worker::of(&[&file, "--concurrency", "1"]),
        Worker::of(&[
            &server.file("worker-2/worker.toml"),
            "--concurrency",
            "1",
            "--tag",
            "big",
        ]),
    ];
    let cup = arena(4);
    let coordinator = server.file("coordinator/coordinator.toml");
    let run = cup.run(&["--fleet", &coordinator, "--fleet-tag", "big"]);
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(0), "{said}");
    let records = records(&cup.path().join("cup.db"));
    let workers = records.iter().map(|one| one.measured.worker.as_deref());
    assert!(workers.into_iter().all(|worker| worker == Some("worker-2")));
}

fn init(folder: &str, words: &[&str]) -> Run {
    referee(&[&["fleet", "init", folder], words].concat())
}

#[test]
fn workers_are_added_to_a_fleet() {
    let place = tempfile::tempdir().expect("a folder");
    let lab = place.path().join("lab").to_string_lossy().into_owned();
    let said = init(&lab, &["--workers", "1"]);
    assert_eq!(said.code, Some(2), "{}", said.stderr);
    assert!(said.stderr.contains("--host"), "{}", said.stderr);
    init(
        &lab,
        &[
            "--host",
            "lab.example.org",
            "--host",
            "10.0.0.1",
            "--workers",
            "1",
        ],
    )
    .fine();
    let read = |name: &str| fs::read_to_string(format!("{lab}/{name}")).expect(name);
    let first = read("worker-1/worker.toml");
    assert!(
        first.contains("server = \"tls://lab.example.org:4222\""),
        "{first}"
    );
    let certificate = read("server/server.pem");
    let said = init(&lab, &["--workers", "2"]).fine();
    assert!(said.contains("1 new worker"), "{said}");
    assert_eq!(read("worker-1/worker.toml"), first);
    assert_eq!(read("server/server.pem"), certificate);
    assert_eq!(read("server/fleet.conf").matches("user: ").count(), 3);
    assert!(read("coordinator/coordinator.toml").contains("worker-2 = "));
    let said = init(&lab, &["--host", "other.example.org", "--workers", "2"]);
    assert!(
        said.stderr.contains("lab.example.org, 10.0.0.1"),
        "{}",
        said.stderr
    );
    for name in [
        "fleet.toml",
        "ca.key",
        "server/fleet.conf",
        "worker-1/worker.toml",
    ] {
        let path = Path::new(&lab).join(name);
        let mode = fs::metadata(path).expect(name).permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    let said = init(
        &place.path().to_string_lossy(),
        &["--host", "x", "--workers", "1"],
    );
    assert!(said.stderr.contains("it isn't empty"), "{}", said.stderr);
}

#[test]
fn what_is_missing_of_a_fleet_is_written_again() {
    let place = tempfile::tempdir().expect("a folder");
    let lab = place.path().join("lab").to_string_lossy().into_owned();
    let words = ["--host", "127.0.0.1", "--workers", "2"];
    init(&lab, &words).fine();
    let read = |name: &str| fs::read_to_string(format!("{lab}/{name}")).expect(name);
    let (first, second) = (read("worker-1/worker.toml"), read("worker-2/worker.toml"));
    assert!(read("server/fleet.conf").contains("host: \"127.0.0.1\"\n"));
    // As if it had failed before that.
    fs::remove_file(format!("{lab}/worker-2/worker.toml")).expect("it is there");
    fs::remove_file(format!("{lab}/server/fleet.conf")).expect("it is there");
    edit(
        &format!("{lab}/worker-1/worker.toml"),
        "[bounds]",
        "[bounds]\nallow_read = true",
    );
    let said = init(&lab, &words).fine();
    assert!(said.contains("1 new worker"), "{said}");
    assert_eq!(read("worker-2/worker.toml"), second);
    assert_ne!(
        read("worker-1/worker.toml"),
        first,
        "its owner's changes stay"
    );
    assert_eq!(read("server/fleet.conf").matches("user: ").count(), 3);
}

#[test]
fn a_removed_worker_does_not_come_back() {
    let place = tempfile::tempdir().expect("a folder");
    let lab = place.path().join("lab").to_string_lossy().into_owned();
    init(&lab, &["--host", "127.0.0.1", "--workers", "3"]).fine();
    let said = referee(&["fleet", "remove", &lab, "worker-2"]).fine();
    assert!(said.contains("nats-server --signal reload="), "{said}");
    let read = |name: &str| fs::read_to_string(format!("{lab}/{name}")).expect(name);
    for name in ["server/fleet.conf", "coordinator/coordinator.toml"] {
        assert!(!read(name).contains("worker-2"), "{name}");
    }
    assert!(!Path::new(&lab).join("worker-2").exists());
    init(&lab, &["--workers", "3"]).fine();
    assert!(read("server/fleet.conf").contains("user: \"worker-4\""));
    assert!(!read("server/fleet.conf").contains("worker-2"));
    let said = referee(&["fleet", "remove", &lab, "worker-2"]);
    assert_eq!(said.code, Some(2), "{}", said.stderr);
    assert!(
        said.stderr.contains("expected one of worker-1, worker-3"),
        "{}",
        said.stderr
    );
}
