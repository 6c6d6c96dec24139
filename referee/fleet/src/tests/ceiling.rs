//! How many games a coordinator can take in a second, with workers that return at once.

use std::fs;
use std::time::Instant;

use super::fake_worker::{serve, settings};
use super::run::FakeRun;
use super::server::FleetServer;

/// Games that are counted.
const GAMES: u64 = 40_000;
/// Workers that return them.
const WORKERS: usize = 3;

/// Nanoseconds for which the thread of this name has run.
fn thread_ns(name: &str) -> u64 {
    let tasks = fs::read_dir("/proc/self/task").expect("tasks");
    let task = tasks.flatten().find(|task| {
        let comm = fs::read_to_string(task.path().join("comm"));
        comm.is_ok_and(|comm| comm.trim_end() == name)
    });
    let task = task.expect("the thread is there").path();
    let times = fs::read_to_string(task.join("schedstat")).expect("times");
    let ran = times.split_whitespace().next().expect("a time");
    ran.parse().expect("a number")
}

#[tokio::test]
#[ignore = "measures: cargo test --release -p referee-fleet ceiling -- --ignored --nocapture"]
async fn the_ceiling_of_a_coordinator() {
    let Some(server) = FleetServer::start("the ceiling", WORKERS) else {
        return;
    };
    let mut run = FakeRun::begin(&server.coordinator(), "ceiling");
    for number in 1..=WORKERS {
        let settings = settings(&server.worker(number));
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime");
            runtime.block_on(serve(&settings, |_| ()));
        });
    }
    let mut began = None;
    let mut played = 0;
    run.play(GAMES, |_| {
        // The first ones wait for the workers.
        played += 1;
        if played == GAMES / 10 {
            began = Some((Instant::now(), thread_ns("link")));
        }
    })
    .await;
    let (began, before) = began.expect("a beginning");
    let games = GAMES - GAMES / 10;
    #[expect(clippy::cast_precision_loss, reason = "for people")]
    let each_us = (thread_ns("link") - before) as f64 / 1000.0 / games as f64;
    #[expect(clippy::cast_precision_loss, reason = "for people")]
    let rate = games as f64 / began.elapsed().as_secs_f64();
    println!(
        "{rate:.0} games in a second; the coordinator's thread ran {each_us:.0} µs for each, so that it could take \
         {:.0}",
        1e6 / each_us
    );
    run.end();
}

#[tokio::test]
#[ignore = "plays for a run of another process: FLEET_WORKER=worker.toml"]
async fn a_worker_that_returns_at_once() {
    let Some(file) = std::env::var_os("FLEET_WORKER") else {
        return;
    };
    serve(&settings(&file.to_string_lossy()), |_| ()).await;
}
