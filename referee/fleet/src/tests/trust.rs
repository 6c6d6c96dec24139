//! Whoever isn't what it says, or sends what can't be true, is left out, and told why; nothing of it counts.

use std::sync::Arc;
use std::time::Duration;

use referee_engine::verdict_on_job;
use referee_record::{RESIGNED, Record, Step};
use tokio::time::timeout;

use super::fake_worker::{Forgery, serve, settings};
use super::run::FakeRun;
use super::server::FleetServer;
use crate::access::CoordinatorAccess;
use crate::broker::Broker;
use crate::key::{SecretKey, draw_secret};
use crate::messages::{FleetResult, TaskOutcome};
use crate::object_id::{ObjectContents, ObjectId};
use crate::subjects;
use crate::worker_settings::WorkerSettings;

/// Games of a run.
const GAMES: u64 = 60;

fn honest(_: &mut FleetResult) {}

fn forged(result: &mut FleetResult, forge: impl FnOnce(&mut Record)) {
    let TaskOutcome::Played(record) = &mut result.outcome else {
        panic!("it was played");
    };
    forge(record);
}

/// Plays a run with a worker that isn't honest, and then with one that is; checks that only the records of the honest
/// one count, and that both sides are told why.
async fn leaves_out(
    server: &FleetServer,
    key: &str,
    bad: WorkerSettings,
    forge: Forgery,
    why: &str,
) {
    let good = settings(&server.worker(1));
    let mut run = FakeRun::begin(&server.coordinator(), key);
    let name = bad.name.clone();
    let workers = tokio::spawn(async move {
        let refusal = serve(&bad, forge).await;
        serve(&good, honest).await;
        refusal
    });
    let mut players = Vec::new();
    run.play(GAMES, |record| players.push(record.measured.worker))
        .await;
    let (said, sessions) = run.end();
    let refusal = timeout(Duration::from_secs(30), workers).await;
    let refusal = refusal.expect("an end").expect("no panic");
    let refusal = refusal.expect("the worker is told");
    assert!(refusal.contains(why), "{refusal}");
    let expected = format!("worker {name} is left out: {refusal}\n");
    assert!(said.contains(&expected), "{said}");
    let left_out = sessions.iter().find(|session| session.left_out.is_some());
    let left_out = left_out.expect("it stands in the results");
    assert_eq!(left_out.worker.as_ref(), Some(&name));
    assert_eq!(left_out.left_out, Some(refusal));
    assert_eq!(players, vec![Some("worker-1".to_owned()); players.len()]);
}

#[tokio::test]
async fn a_worker_that_lies_is_left_out() {
    let Some(server) = FleetServer::start("workers that lie", 2) else {
        return;
    };
    let bad = || settings(&server.worker(2));
    let of_another_job: Forgery = |result| {
        forged(result, |record| record.played.job.seats[0].seed += 1);
    };
    leaves_out(
        &server,
        "job",
        bad(),
        of_another_job,
        "it is of another job",
    )
    .await;
    let altered: Forgery = |result| {
        forged(result, |record| record.played.verdict.seats.reverse());
    };
    leaves_out(&server, "altered", bad(), altered, "verdict").await;
    let unplayed: Forgery = |result| {
        forged(result, |record| drop(record.played.steps.pop()));
    };
    leaves_out(&server, "unplayed", bad(), unplayed, "after step").await;
    let of_another_worker: Forgery = |result| {
        forged(result, |record| {
            record.measured.worker = Some("worker-1".to_owned());
        });
    };
    leaves_out(
        &server,
        "another",
        bad(),
        of_another_worker,
        "it names another worker",
    )
    .await;
    let ahead: Forgery = |result| {
        forged(result, |record| record.measured.began_ms += 3_600_000);
    };
    leaves_out(
        &server,
        "ahead",
        bad(),
        ahead,
        "s in the future; set the clock",
    )
    .await;
    let behind: Forgery = |result| {
        forged(result, |record| record.measured.began_ms -= 3_600_000);
    };
    leaves_out(
        &server,
        "behind",
        bad(),
        behind,
        "s before the run; set the clock",
    )
    .await;
    let longer: Forgery = |result| {
        forged(result, |record| record.measured.plies[0].ns = 1_000_000);
    };
    leaves_out(
        &server,
        "longer",
        bad(),
        longer,
        "its moves took 1000 µs, and all of it 0 µs",
    )
    .await;
}

#[tokio::test]
async fn a_worker_with_another_key_is_left_out() {
    let Some(server) = FleetServer::start("another key", 2) else {
        return;
    };
    let mut bad = settings(&server.worker(2));
    let secret = draw_secret().expect("random numbers");
    bad.access.key = SecretKey::of(&secret).ok().map(Arc::new);
    leaves_out(&server, "key", bad, honest, "isn't signed by the key").await;
    let mut bad = settings(&server.worker(2));
    bad.access.key = None;
    leaves_out(&server, "none", bad, honest, "isn't signed by the key").await;
}

#[tokio::test]
async fn two_workers_that_play_otherwise_are_named() {
    let Some(server) = FleetServer::start("records that differ", 2) else {
        return;
    };
    let mut run = FakeRun::begin(&server.coordinator(), "twice");
    // It resigns at once: that is by the rules, and not what the other one plays.
    let resigns: Forgery = |result| forged(result, resign);
    let honest_one = settings(&server.worker(1));
    let other = settings(&server.worker(2));
    tokio::spawn(async move { serve(&honest_one, honest).await });
    tokio::spawn(async move { serve(&other, resigns).await });
    run.play(1500, |_| ()).await;
    let (said, _) = run.end();
    assert!(
        said.contains("played it otherwise; so far 1 of 1 games"),
        "{said}"
    );
}

/// Makes a record one of a game in which the first seat resigned.
fn resign(record: &mut Record) {
    let played = &mut record.played;
    let seat = played.job.seats[0].seat;
    played.steps = vec![Step::Out {
        out: seat,
        reason: RESIGNED.to_owned(),
    }];
    played.end = played.start.clone();
    played.verdict = verdict_on_job(&played.job, &played.steps, None);
    record.measured.plies.clear();
}

#[tokio::test]
async fn a_worker_has_no_permission_for_anything_else() {
    let Some(server) = FleetServer::start("permissions", 2) else {
        return;
    };
    let known = CoordinatorAccess::of(&server.coordinator()).expect("a file");
    let coordinator = Broker::connect(&known.access, "coordinator").await;
    let coordinator = coordinator.expect("a connection");
    coordinator.create_streams().await.expect("streams");
    let worker = settings(&server.worker(2));
    let worker = Broker::connect(&worker.access, "worker").await;
    let worker = worker.expect("a connection");
    for subject in [
        subjects::job("run"),
        subjects::result("run", "worker-1"),
        subjects::beacon("run"),
        subjects::stop("run"),
        subjects::hello("worker-1"),
        subjects::refusal("worker-1"),
        "$JS.API.STREAM.DELETE.REFEREE_JOBS".to_owned(),
        "$JS.API.CONSUMER.CREATE.REFEREE_RESULTS".to_owned(),
        "$O.REFEREE_OBJECTS.M.x".to_owned(),
    ] {
        worker.tell(subject.clone(), &()).await;
        worker.flush().await;
        let mut refused = None;
        for _ in 0..100 {
            refused = refused.or_else(|| worker.refused());
            tokio::time::sleep(Duration::from_millis(10)).await;
            if refused.is_some() {
                break;
            }
        }
        let refused = refused.unwrap_or_default();
        assert!(
            refused.to_lowercase().contains("permissions violation"),
            "{subject}: {refused}"
        );
    }
}

#[tokio::test]
async fn a_changed_object_is_refused() {
    let Some(server) = FleetServer::start("changed objects", 1) else {
        return;
    };
    let known = CoordinatorAccess::of(&server.coordinator()).expect("a file");
    let coordinator = Broker::connect(&known.access, "coordinator").await;
    let coordinator = coordinator.expect("a connection");
    coordinator.create_streams().await.expect("streams");
    let bot = vec![7; 3 << 20];
    let id = ObjectId::of(ObjectContents::Bot, &bot);
    coordinator.put(id, &bot).await.expect("it is put");
    let worker = settings(&server.worker(1));
    let worker = Broker::connect(&worker.access, "worker").await;
    let worker = worker.expect("a connection");
    assert!(worker.get(id, 4 << 20).await.expect("it comes") == bot);
    let refused = worker.get(id, 2 << 20).await.expect_err("too large");
    assert!(
        refused.to_string().contains("expected at most"),
        "{refused}"
    );
    let other = ObjectId::of(ObjectContents::Bot, b"others");
    coordinator.put(other, &bot).await.expect("it is put");
    let refused = worker.get(other, 4 << 20).await.expect_err("changed");
    assert!(
        refused.to_string().contains("its contents were changed"),
        "{refused}"
    );
}
