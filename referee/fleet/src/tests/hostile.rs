//! Workers that are broken or hostile: the others play the run to its end all the same.

use std::time::Duration;

use futures_util::StreamExt;
use referee_engine::void_record;
use referee_record::Record;
use tokio::task::JoinHandle;
use tokio::time::{interval, sleep, timeout};

use super::fake_worker::{Forgery, hello, meet, serve, settings};
use super::run::FakeRun;
use super::server::FleetServer;
use crate::access::CoordinatorAccess;
use crate::broker::Broker;
use crate::messages::{CoordinatorMessage, WorkerHello, WorkerMessage, WorkerRequest};
use crate::object_id::{ObjectContents, ObjectId};
use crate::objects::{ObjectStore, fetch};
use crate::parcels::Parcels;
use crate::subjects::{self, BEAT};
use crate::voice::CoordinatorVoice;
use crate::worker_settings::WorkerSettings;

/// Games of a run.
const GAMES: u64 = 60;
/// What is said of the attacker once it is heard.
const THERE: &str = "worker worker-2 is there";

/// Plays a run with an honest worker beside what is begun in `attack`, which is there `first` where this is said of it;
/// returns what was said, and the records.
async fn play_beside(
    test: &str,
    first: &str,
    attack: impl FnOnce(&FleetServer) -> JoinHandle<()>,
) -> Option<(String, Vec<Record>)> {
    let server = FleetServer::start(test, 2)?;
    let mut run = FakeRun::begin(&server.coordinator(), "run");
    let attack = attack(&server);
    let honest = settings(&server.worker(1));
    run.until_said(first).await;
    let honest = tokio::spawn(async move { serve(&honest, |_| ()).await });
    let mut records = Vec::new();
    run.play(GAMES, |record| records.push(record)).await;
    attack.abort();
    let (said, _) = run.end();
    let left_out = timeout(Duration::from_mins(2), honest).await;
    assert_eq!(left_out.expect("an end").expect("no panic"), None, "{said}");
    Some((said, records))
}

fn bad(server: &FleetServer) -> WorkerSettings {
    settings(&server.worker(2))
}

fn is_by_the_honest(records: &[Record]) -> bool {
    let worker = |record: &Record| record.measured.worker.as_deref() == Some("worker-1");
    records.len() as u64 == GAMES && records.iter().all(worker)
}

#[tokio::test]
async fn a_worker_that_can_start_no_process_spoils_no_game() {
    let sick: Forgery = |record| {
        let job = record.played.job.clone();
        let why = "no process can be started: Resource temporarily unavailable".to_owned();
        let worker = record.measured.worker.take();
        *record = void_record(&job, record.attempt, String::new(), why);
        record.measured.worker = worker;
    };
    let played = play_beside("a sick worker", THERE, |server| {
        let bad = bad(server);
        tokio::spawn(async move { drop(serve(&bad, sick).await) })
    });
    let Some((said, records)) = played.await else {
        return;
    };
    assert!(is_by_the_honest(&records), "{said}");
    assert!(
        records
            .iter()
            .all(|record| record.played.verdict.void.is_none()),
        "{said}"
    );
    assert!(
        said.contains("worker worker-2 can't play game 1: no process can be started"),
        "{said}"
    );
    // What it had together counts once, and then it pauses.
    assert!(!said.contains("is left out"), "{said}");
}

#[tokio::test]
async fn a_worker_that_keeps_what_it_gets_stops_nobody() {
    let played = play_beside("a worker that hoards", THERE, |server| {
        let bad = bad(server);
        tokio::spawn(async move {
            let (broker, run) = meet(&bad).await;
            let voice = CoordinatorVoice::hear(&broker, &bad, &run.beacon.run, run.session).await;
            let mut voice = voice.expect("a voice");
            let (mut held, mut beat) = (Vec::new(), interval(BEAT));
            loop {
                tokio::select! {
                    said = voice.next() => {
                        if let Ok(CoordinatorMessage::Play(task)) = said {
                            held.push(task.key());
                        }
                    }
                    _ = beat.tick() => {
                        let hello = WorkerHello { wanted: 1_000_000, ..hello(&run, held.clone()) };
                        bad.say_hello(&broker, hello).await;
                        // Sixteen cores.
                        assert!(held.len() <= 64, "{}", held.len());
                        if held.len() >= 32 {
                            return;
                        }
                    }
                }
            }
        })
    });
    let Some((said, records)) = played.await else {
        return;
    };
    assert!(is_by_the_honest(&records), "{said}");
    assert!(said.contains("worker worker-2 is gone"), "{said}");
}

/// A worker sends what it has permission for, signed by its key: requests that are none, records of games that it
/// wasn't given, of others, of other sessions.
#[tokio::test]
async fn what_a_worker_was_not_asked_for_is_dropped() {
    let played = play_beside("a worker that sends anything", THERE, |server| {
        let bad = bad(server);
        tokio::spawn(async move {
            let (broker, run) = meet(&bad).await;
            let subject = || subjects::ask(&run.beacon.run, &bad.name);
            let request = |session, what| WorkerRequest { session, what };
            loop {
                let mut refuses = hello(&run, Vec::new());
                refuses.wanted = 0;
                bad.say_hello(&broker, refuses).await;
                for number in 1..=GAMES {
                    let job = super::instant_game::job(number);
                    let record = super::instant_game::record(&job, 1, &bad.name);
                    let what = WorkerMessage::Played(Box::new(record));
                    for session in [run.session, 0] {
                        let request = request(session, what.clone());
                        broker.tell(subject(), &request).await;
                    }
                }
                let object = ObjectId::of(ObjectContents::Bot, b"none");
                let lacks = WorkerMessage::Lacks {
                    object,
                    from: u64::MAX,
                };
                broker.tell(subject(), &request(run.session, lacks)).await;
                broker.tell(subject(), &"no request").await;
                broker.tell(subject(), &"x".repeat(3 << 20)).await;
                sleep(Duration::from_millis(500)).await;
            }
        })
    });
    let Some((said, records)) = played.await else {
        return;
    };
    assert!(is_by_the_honest(&records), "{said}");
    assert!(!said.contains("left out"), "{said}");
}

/// Unsigned requests by the ten thousand, each for something that isn't there.
#[tokio::test]
async fn messages_that_name_nothing_stop_nobody() {
    let unsigned = "a message of worker worker-2 isn't signed";
    let played = play_beside("messages that name nothing", unsigned, |server| {
        let bad = bad(server);
        tokio::spawn(async move {
            let (broker, run) = meet(&bad).await;
            let subject = subjects::ask(&run.beacon.run, &bad.name);
            let mut number = 0_u64;
            loop {
                let object = ObjectId::of(ObjectContents::Bot, &number.to_le_bytes());
                let what = WorkerMessage::Lacks { object, from: 0 };
                let session = run.session;
                let request = serde_json::to_vec(&WorkerRequest { session, what });
                let payload = request.expect("JSON").into();
                let sent = broker.client.publish(subject.clone(), payload);
                sent.await.expect("it is sent");
                number += 1;
                if number.is_multiple_of(21_000) {
                    sleep(Duration::from_millis(100)).await;
                }
            }
        })
    });
    let Some((said, records)) = played.await else {
        return;
    };
    assert!(is_by_the_honest(&records), "{said}");
    assert_eq!(said.matches(unsigned).count(), 1, "{said}");
}

/// What one sends with a subject for the answer isn't answered there.
#[tokio::test]
async fn nobody_chooses_where_an_answer_goes() {
    let played = play_beside("answers elsewhere", "", |server| {
        let bad = bad(server);
        tokio::spawn(async move {
            let (broker, run) = meet(&bad).await;
            loop {
                for answer in [
                    subjects::tell("worker-1"),
                    subjects::beacon(&run.beacon.run),
                ] {
                    for subject in [
                        subjects::ask(&run.beacon.run, &bad.name),
                        subjects::hello(&bad.name),
                        "$JS.API.INFO".to_owned(),
                    ] {
                        let payload = "{}".into();
                        let sent =
                            broker
                                .client
                                .publish_with_reply(subject, answer.clone(), payload);
                        sent.await.expect("it is sent");
                    }
                }
                sleep(Duration::from_millis(20)).await;
            }
        })
    });
    let Some((said, records)) = played.await else {
        return;
    };
    assert!(is_by_the_honest(&records), "{said}");
    assert!(!said.contains("left out"), "{said}");
}

#[tokio::test]
async fn long_words_of_a_worker_are_not_kept() {
    let played = play_beside("long words", "worker worker-2 can't play", |server| {
        let bad = bad(server);
        tokio::spawn(async move {
            let (broker, run) = meet(&bad).await;
            let run = run.beacon.run;
            let refuses = |text: String| WorkerHello {
                run: Some(run.clone()),
                refuses: Some(text.into()),
                ..WorkerHello::default()
            };
            bad.say_hello(&broker, refuses("\u{1b}[31mred\n".repeat(100)))
                .await;
            loop {
                let mut long = refuses(String::new());
                let session = long.session.insert(Box::default());
                session.machine.processor = "x".repeat(1 << 20);
                bad.say_hello(&broker, long).await;
                sleep(Duration::from_millis(20)).await;
            }
        })
    });
    let Some((said, records)) = played.await else {
        return;
    };
    assert!(is_by_the_honest(&records), "{said}");
    let red = said.lines().find(|line| line.contains("red"));
    let red = red.expect("it says why");
    assert!(
        red.chars().count() < 600 && !red.contains('\u{1b}'),
        "{red}"
    );
    assert!(!said.contains("xxx"), "{said}");
}

#[tokio::test]
async fn a_second_worker_of_one_name_is_told() {
    let Some(server) = FleetServer::start("two of one name", 1) else {
        return;
    };
    let mut run = FakeRun::begin(&server.coordinator(), "run");
    let first = settings(&server.worker(1));
    let second = settings(&server.worker(1));
    let first = tokio::spawn(async move { serve(&first, |_| ()).await });
    run.until_said("worker worker-1 is there").await;
    let second = tokio::spawn(async move { serve(&second, |_| ()).await });
    run.play(GAMES, |_| ()).await;
    let told = timeout(Duration::from_mins(2), second).await;
    let told = told.expect("it is told").expect("no panic");
    assert!(
        told.as_deref()
            .is_some_and(|why| why.contains("under this name")),
        "{told:?}"
    );
    run.end();
    let first = timeout(Duration::from_mins(2), first).await;
    assert_eq!(first.expect("an end").expect("no panic"), None);
}

#[tokio::test]
async fn a_changed_object_is_refused() {
    let Some(server) = FleetServer::start("changed objects", 1) else {
        return;
    };
    let bot = vec![7; 9 << 20];
    let id = ObjectId::of(ObjectContents::Bot, &bot);
    let other = ObjectId::of(ObjectContents::Bot, b"others");
    let mut objects = ObjectStore::default();
    objects.put(id, &bot).expect("it is put");
    objects.put(other, &bot).expect("it is put");
    let known = CoordinatorAccess::of(&server.coordinator()).expect("a file");
    let coordinator = Broker::connect(&known.access, "coordinator").await;
    let coordinator = coordinator.expect("a connection");
    let mut asked = coordinator.hear("referee.ask.*.*").await.expect("asked");
    let session = coordinator.process();
    let gives = tokio::spawn(async move {
        while let Some(message) = asked.next().await {
            let request: WorkerRequest = serde_json::from_slice(&message.payload).expect("one");
            let WorkerMessage::Lacks { object, from } = request.what else {
                panic!("{request:?}");
            };
            let mut parcels = Parcels::default();
            parcels.note("worker-1", object, from);
            while parcels.is_busy() {
                parcels.send(&objects, &coordinator).await;
            }
        }
    });
    let worker = settings(&server.worker(1));
    let broker = Broker::connect(&worker.access, "worker").await;
    let broker = broker.expect("a connection");
    let voice = CoordinatorVoice::hear(&broker, &worker, "run", session).await;
    let mut voice = voice.expect("a voice");
    let came = fetch(&mut voice, id, 9 << 20).await;
    assert!(came.expect("it comes") == bot);
    let refused = fetch(&mut voice, id, 8 << 20).await.expect_err("too large");
    let refused = refused.to_string();
    assert!(refused.contains("expected at most"), "{refused}");
    let refused = fetch(&mut voice, other, 9 << 20).await;
    let refused = refused.expect_err("changed").to_string();
    assert!(refused.contains("its contents were changed"), "{refused}");
    gives.abort();
}
