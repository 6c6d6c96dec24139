//! Shows the status of a fleet: as text for a terminal, and as a page.

use std::time::Duration;

use referee_fleet::{FleetRunStatus, FleetStatus, FleetWorkerStatus};
use referee_output::numbers::{decimal, span};
use referee_output::text_layout::{WIDTH, paragraph};
use referee_report::TextTable;
use referee_report::columns::Columns;
use referee_web::model::StatusPage;

/// Returns the status as text of at most 80 columns.
pub fn text(status: &FleetStatus) -> String {
    let mut text = format!("{}\n", server(status));
    for (title, table, otherwise) in tables(status) {
        text += &format!("\n{title}\n");
        if table.rows.is_empty() {
            text += &format!("  {otherwise}\n");
            continue;
        }
        for line in table.fitted(WIDTH - 2).lines() {
            text += &format!("  {line}\n");
        }
    }
    let notes = notes(status);
    if !notes.is_empty() {
        text += "\n";
    }
    for note in notes {
        text += &format!("{}\n", paragraph(&note, 2));
    }
    text
}

/// Returns the status as a page.
pub fn page(status: &FleetStatus) -> StatusPage {
    let tables = tables(status);
    StatusPage {
        title: "Fleet".to_owned(),
        lead: server(status),
        tables: tables
            .into_iter()
            .map(|(title, table, otherwise)| (title.to_owned(), table, otherwise.to_owned()))
            .collect(),
        notes: notes(status),
    }
}

fn server(status: &FleetStatus) -> String {
    format!("{}: nats-server {}", status.server, status.version)
}

/// Returns the tables, each with its title, and the sentence for one without rows.
fn tables(status: &FleetStatus) -> [(&'static str, TextTable, &'static str); 2] {
    [
        ("Runs", runs(&status.runs), "none"),
        (
            "Workers",
            workers(&status.workers, &status.runs),
            "none was heard within two seconds",
        ),
    ]
}

fn runs(runs: &[FleetRunStatus]) -> TextTable {
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

fn workers(workers: &[FleetWorkerStatus], runs: &[FleetRunStatus]) -> TextTable {
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
