//! Many jobs at once: all of them reach the server.

use std::time::Duration;

use tokio::time::sleep;

use super::run::FakeRun;
use super::server::FleetServer;
use crate::access::CoordinatorAccess;
use crate::broker::Broker;

/// Jobs, more than the client lets wait for their confirmation by default.
const JOBS: u64 = 12_000;

#[tokio::test]
async fn a_burst_of_jobs_reaches_the_server() {
    let Some(server) = FleetServer::start("a burst of jobs", 1) else {
        return;
    };
    let run = FakeRun::begin(&server.coordinator(), "burst");
    run.give_out(JOBS);
    let access = CoordinatorAccess::of(&server.coordinator()).expect("the coordinator's file");
    let broker = Broker::connect(&access.access, "burst").await;
    let broker = broker.expect("a connection");
    let mut waiting = 0;
    for _ in 0..600 {
        let queues = broker.queues().await.expect("the server's answer");
        waiting = queues[0].waiting;
        if waiting == JOBS {
            break;
        }
        sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(waiting, JOBS);
    run.end();
}
