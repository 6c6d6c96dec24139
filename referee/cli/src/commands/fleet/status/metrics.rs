//! The status of a fleet as `OpenMetrics`.

use referee_fleet::{FleetRunStatus, FleetStatus, FleetWorkerStatus, WorkerActivity};

use super::open_metrics::{Gauge, write};

/// Returns the status as the text that metric collectors read.
pub fn of(status: &FleetStatus) -> String {
    let gauges = [server(status), runs(status), workers(status)];
    let gauges: Vec<Gauge> = gauges.into_iter().flatten().collect();
    write(&gauges)
}

fn server(status: &FleetStatus) -> Vec<Gauge> {
    vec![Gauge {
        name: "warnings",
        unit: "",
        help: "Things that aren't as they should be, such as a server that can't be asked",
        samples: vec![(Vec::new(), whole(status.warnings.len() as u64))],
    }]
}

fn runs(status: &FleetStatus) -> Vec<Gauge> {
    let gauge = |name, unit, help, value: fn(&FleetRunStatus) -> f64| {
        let labels =
            |run: &FleetRunStatus| vec![("key", run.run.clone()), ("run", run.title.clone())];
        let samples = status.runs.iter().map(|run| (labels(run), value(run)));
        Gauge {
            name,
            unit,
            help,
            samples: samples.collect(),
        }
    };
    vec![
        gauge(
            "run_coordinated",
            "",
            "Whether the run's coordinator is heard",
            |run| f64::from(u8::from(run.coordinated)),
        ),
        gauge("run_workers", "", "Workers that play for the run", |run| {
            whole(run.workers as u64)
        }),
        gauge(
            "run_games_per_second",
            "",
            "Games that its workers finish in a second",
            |run| run.games_per_second,
        ),
        gauge(
            "run_games_waiting",
            "",
            "Games that wait for a worker",
            |run| whole(run.load.waiting),
        ),
        gauge("run_games_taken", "", "Games that workers have", |run| {
            whole(run.load.taken)
        }),
        gauge(
            "run_games_again",
            "",
            "Games that were given to more than one worker, since the first didn't bring them",
            |run| whole(run.load.again),
        ),
        gauge(
            "run_records",
            "",
            "Records that the coordinator hasn't kept yet",
            |run| whole(run.load.records),
        ),
        gauge(
            "run_oldest_game_seconds",
            "seconds",
            "Time since the oldest game that isn't done was given out",
            |run| run.load.oldest_game_s.unwrap_or_default(),
        ),
        gauge(
            "run_lag_seconds",
            "seconds",
            "Time for which the oldest record has waited to be kept",
            |run| run.load.lag_s.unwrap_or_default(),
        ),
    ]
}

fn workers(status: &FleetStatus) -> Vec<Gauge> {
    let gauge = |name, unit, help, value: fn(&FleetWorkerStatus) -> f64| {
        let samples = status.workers.iter().map(|worker| {
            let labels = vec![
                ("worker", worker.name.clone()),
                ("run", worker.run.clone().unwrap_or_default()),
            ];
            (labels, value(worker))
        });
        Gauge {
            name,
            unit,
            help,
            samples: samples.collect(),
        }
    };
    vec![
        gauge("worker_plays", "", "Whether the worker plays", |worker| {
            f64::from(u8::from(worker.activity == WorkerActivity::Plays))
        }),
        gauge(
            "worker_refuses",
            "",
            "Whether the worker can't play, or isn't allowed to",
            |worker| f64::from(u8::from(worker.activity == WorkerActivity::Refuses)),
        ),
        gauge("worker_games", "", "Games that the worker has", |worker| {
            whole(worker.games as u64)
        }),
        gauge(
            "worker_games_per_second",
            "",
            "Games that the worker finishes in a second",
            |worker| worker.games_per_second,
        ),
        gauge(
            "worker_heard_seconds",
            "seconds",
            "Time since the worker was heard",
            |worker| worker.heard_s,
        ),
    ]
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
fn whole(count: u64) -> f64 {
    count as f64
}
