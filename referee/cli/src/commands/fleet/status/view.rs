//! Shows the status of a fleet: as text for a terminal, and as a page.

use std::time::Duration;

use referee_fleet::{FleetRunStatus, FleetStatus, FleetWorkerStatus};
use referee_output::numbers::{decimal, span};
use referee_report::columns::Columns;
use referee_report::document::{Block, Document, NoteGroup, Section, Table, text};

/// Returns the status.
pub fn view(status: &FleetStatus) -> Document {
    let shown = |table: Table, otherwise: &str| {
        if table.rows.is_empty() {
            Block::Text(otherwise.to_owned())
        } else {
            Block::Table(table)
        }
    };
    let runs_shown = shown(runs(&status.runs), "none");
    let heard = workers(&status.workers, &status.runs);
    let heard = shown(heard, "none was heard within two seconds");
    let notes = NoteGroup::new(None, notes(status));
    Document {
        title: "Fleet".to_owned(),
        sections: vec![
            Section::new("", vec![Block::Text(server(status))]),
            Section::new("Runs", vec![runs_shown]),
            Section::new("Workers", vec![heard]),
            Section::new("", vec![Block::Notes(notes)]),
        ],
    }
}

/// Returns the status as text of at most 80 columns.
pub fn text(status: &FleetStatus) -> String {
    text::sections(&view(status).sections) + "\n"
}

fn server(status: &FleetStatus) -> String {
    format!("{}: nats-server {}", status.server, status.version)
}

fn runs(runs: &[FleetRunStatus]) -> Table {
    let mut columns = Columns::<FleetRunStatus>::default();
    columns.people("run", title).left();
    columns.people("workers", |run| run.workers);
    columns.people("games/s", |run| decimal(run.games_per_second));
    columns.people("waiting", |run| run.load.waiting);
    columns.people("taken", |run| run.load.taken);
    columns.people("records", |run| run.load.records);
    columns.people("oldest", |run| age(run.load.oldest_game_s));
    columns
        .people("lag", |run| age(run.load.lag_s))
        .dispensable(1);
    columns.table(runs)
}

fn workers(workers: &[FleetWorkerStatus], runs: &[FleetRunStatus]) -> Table {
    let run = |key: &String| runs.iter().find(|run| run.run == *key).map(title);
    let mut columns = Columns::<FleetWorkerStatus>::default();
    columns
        .people("worker", |worker| worker.name.clone())
        .left();
    columns.people("state", |worker| worker.activity.word());
    columns.people("run", |worker| worker.run.as_ref().and_then(run));
    columns.people("games", |worker| worker.games);
    columns.people("games/s", |worker| decimal(worker.games_per_second));
    columns
        .people("cores", |worker| worker.cores)
        .dispensable(4);
    columns
        .people("jail", |worker| worker.jail.clone())
        .dispensable(3);
    columns
        .people("heard", |worker| age(Some(worker.heard_s)))
        .dispensable(2);
    columns
        .people("processor", |worker| worker.processor.clone())
        .dispensable(1);
    columns.table(workers)
}

/// Returns the name of a run, or its key if its coordinator doesn't say it.
fn title(run: &FleetRunStatus) -> String {
    if run.coordinated {
        run.title.clone()
    } else {
        run.run.clone()
    }
}

/// Returns what the tables don't say, a sentence each.
fn notes(status: &FleetStatus) -> Vec<String> {
    let refused = status.workers.iter().filter_map(|worker| {
        let why = worker.why.as_ref()?;
        Some(format!("Worker {}: {why}.", worker.name))
    });
    let alone = status
        .runs
        .iter()
        .filter(|run| !run.coordinated)
        .map(|run| {
            format!(
                "Run {}: its coordinator isn't heard; the command that started it goes on with it.",
                run.run
            )
        });
    let warnings = status.warnings.iter().map(|text| format!("{text}."));
    refused.chain(alone).chain(warnings).collect()
}

fn age(seconds: Option<f64>) -> String {
    seconds.map_or(String::new(), |seconds| {
        span(Duration::from_secs_f64(seconds))
    })
}
