//! Shows the status of a fleet: as text for a terminal, and as a page.

use std::time::Duration;

use referee_fleet::{FleetRunStatus, FleetStatus, FleetWorkerStatus};
use referee_output::numbers::{decimal, span};
use referee_output::text_layout::{WIDTH, paragraph};
use referee_report::TextTable;
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
        // A table that is too wide even so is shown whole: nothing of it is lost.
        let shown = table.text(WIDTH - 2).unwrap_or_else(|| table.wide());
        for line in shown.lines() {
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
    let head = [
        "", "run", "workers", "games/s", "waiting", "taken", "records", "oldest", "lag",
    ];
    let row = |run: &FleetRunStatus| {
        vec![
            String::new(),
            title(run),
            run.workers.to_string(),
            decimal(run.games_per_second),
            run.load.waiting.to_string(),
            run.load.taken.to_string(),
            run.load.records.to_string(),
            age(run.load.oldest_game_s),
            age(run.load.lag_s),
        ]
    };
    TextTable {
        rows: runs.iter().map(row).collect(),
        dispensable: vec!["lag".to_owned()],
        ..TextTable::new(&head)
    }
}

fn workers(workers: &[FleetWorkerStatus], runs: &[FleetRunStatus]) -> TextTable {
    let head = [
        "",
        "worker",
        "state",
        "run",
        "games",
        "games/s",
        "cores",
        "jail",
        "heard",
        "processor",
    ];
    let run = |key: &String| runs.iter().find(|run| run.run == *key).map(title);
    let row = |worker: &FleetWorkerStatus| {
        vec![
            String::new(),
            worker.name.clone(),
            worker.activity.word().to_owned(),
            worker.run.as_ref().and_then(run).unwrap_or_default(),
            worker.games.to_string(),
            decimal(worker.games_per_second),
            worker
                .cores
                .map_or(String::new(), |cores| cores.to_string()),
            worker.jail.clone().unwrap_or_default(),
            age(Some(worker.heard_s)),
            worker.processor.clone().unwrap_or_default(),
        ]
    };
    let dispensable = ["processor", "heard", "jail", "cores"];
    TextTable {
        rows: workers.iter().map(row).collect(),
        dispensable: dispensable.map(str::to_owned).to_vec(),
        ..TextTable::new(&head)
    }
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
