//! A fleet with users and keys, as `referee fleet init` writes it.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::server::Server;
use super::{Worker, arena, games_hash, played};
use crate::engine::records;
use crate::kit::{Run, referee};

/// Starts a worker that is refused; returns what it says.
pub(super) fn refused(file: &str) -> String {
    let run = referee(&["worker", file]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    run.stderr
}

/// Changes a file, and keeps its mode.
pub(super) fn edit(file: &str, from: &str, to: &str) {
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
    let file = server.file("worker-1/worker.toml");
    edit(&file, "[bounds]", "[bounds]\nconcurrency = 0");
    let said = refused(&file);
    assert!(said.contains("concurrency = 0: expected"), "{said}");
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

pub(super) fn init(folder: &str, words: &[&str]) -> Run {
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
