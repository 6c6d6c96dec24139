//! Whoever isn't what it says, or sends what can't be true, is left out, and told why; nothing of it counts.

use std::sync::Arc;
use std::time::Duration;

use referee_engine::{verdict_on_job, void_record};
use referee_record::{FaultKind, Record, Step};
use tokio::time::timeout;

use super::fake_worker::{Forgery, serve, settings};
use super::run::FakeRun;
use super::server::FleetServer;
use crate::broker::Broker;
use crate::key::{SecretKey, draw_secret};
use crate::subjects;
use crate::worker_settings::WorkerSettings;

/// Games of a run.
const GAMES: u64 = 60;

fn honest(_: &mut Record) {}

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
    let refusal = timeout(Duration::from_mins(2), workers).await;
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
    let bad = || {
        let mut bad = settings(&server.worker(2));
        // More than one, as none of its records may count; no more, as some are long, and it says nothing meanwhile.
        bad.bounds.concurrency = Some(2);
        bad
    };
    let of_another_job: Forgery = |record| {
        record.played.job.seats[0].seed += 1;
    };
    leaves_out(
        &server,
        "job",
        bad(),
        of_another_job,
        "it is of another job",
    )
    .await;
    let altered: Forgery = |record| {
        record.played.verdict.seats.reverse();
    };
    leaves_out(&server, "altered", bad(), altered, "verdict").await;
    let unplayed: Forgery = |record| {
        drop(record.played.steps.pop());
    };
    leaves_out(&server, "unplayed", bad(), unplayed, "after step").await;
    let of_another_worker: Forgery = |record| {
        {
            record.measured.worker = Some("worker-1".to_owned());
        };
    };
    leaves_out(
        &server,
        "another",
        bad(),
        of_another_worker,
        "it names another worker",
    )
    .await;
    let ahead: Forgery = |record| {
        record.measured.began_ms += 3_600_000;
    };
    leaves_out(
        &server,
        "ahead",
        bad(),
        ahead,
        "s in the future; set the clock",
    )
    .await;
    let behind: Forgery = |record| {
        record.measured.began_ms -= 3_600_000;
    };
    leaves_out(
        &server,
        "behind",
        bad(),
        behind,
        "s before the run; set the clock",
    )
    .await;
    let speaks: Forgery = |record| {
        *record = void_record(
            &record.played.job,
            record.attempt,
            String::new(),
            "x".repeat(5_000_000),
        );
        record.measured.worker = Some("worker-2".to_owned());
    };
    let long = "isn't a sentence of at most 500 characters";
    leaves_out(&server, "speaks", bad(), speaks, long).await;
    let longer: Forgery = |record| {
        record.measured.plies[0].ns = 1_000_000;
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

/// Whoever sends it, it isn't the worker: that isn't left out for it.
#[tokio::test]
async fn what_another_key_signed_is_dropped() {
    let Some(server) = FleetServer::start("another key", 2) else {
        return;
    };
    let secret = draw_secret().expect("random numbers");
    for (run, key) in [("key", SecretKey::of(&secret).ok()), ("none", None)] {
        let good = settings(&server.worker(1));
        let mut bad = settings(&server.worker(2));
        bad.access.key = key.map(Arc::new);
        let mut run = FakeRun::begin(&server.coordinator(), run);
        let bad = tokio::spawn(async move { serve(&bad, honest).await });
        let good = tokio::spawn(async move { serve(&good, honest).await });
        let mut players = Vec::new();
        run.play(GAMES, |record| players.push(record.measured.worker))
            .await;
        let (said, sessions) = run.end();
        assert!(
            said.contains("a message of worker worker-2 isn't signed by the key"),
            "{said}"
        );
        assert!(sessions.iter().all(|session| session.left_out.is_none()));
        assert_eq!(players, vec![Some("worker-1".to_owned()); players.len()]);
        bad.abort();
        good.abort();
    }
}

#[tokio::test]
async fn two_workers_that_play_otherwise_are_named() {
    let Some(server) = FleetServer::start("records that differ", 2) else {
        return;
    };
    let mut run = FakeRun::begin(&server.coordinator(), "twice");
    // It resigns at once: that is by the rules, and not what the other one plays.
    let resigns: Forgery = resign;
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
        reason: FaultKind::Resigned,
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
    let worker = settings(&server.worker(2));
    let worker = Broker::connect(&worker.access, "worker").await;
    let worker = worker.expect("a connection");
    for subject in [
        subjects::ask("run", "worker-1"),
        subjects::tell("worker-1"),
        subjects::tell("worker-2"),
        subjects::beacon("run"),
        subjects::hello("worker-1"),
        "$JS.API.INFO".to_owned(),
        "$SYS.REQ.SERVER.PING".to_owned(),
        "_INBOX.coordinator.x".to_owned(),
    ] {
        worker.tell(subject.clone(), &()).await;
        let refused = refusal(&worker).await;
        assert!(
            refused.to_lowercase().contains("permissions violation"),
            "{subject}: {refused}"
        );
    }
    for subject in [
        "referee.>",
        "referee.tell.worker-1",
        "referee.ask.*.*",
        "referee.hello.*",
        "_INBOX.>",
    ] {
        let _heard = worker.hear(subject).await.expect("it is asked");
        let refused = refusal(&worker).await;
        assert!(
            refused.to_lowercase().contains("permissions violation"),
            "{subject}: {refused}"
        );
    }
}

/// Waits for what the server refuses.
async fn refusal(worker: &Broker) -> String {
    worker.flush().await;
    for _ in 0..500 {
        if let Some(refused) = worker.refusals().news() {
            return refused;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    String::new()
}
