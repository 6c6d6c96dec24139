//! Measures how long a schedule of ten million games takes, and how much memory it uses.
//!
//! `cargo run --release -p referee-schedule --example ten_million`

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

use referee_record::{Limits, Restart, TimeControl};
use referee_schedule::{Entrant, Format, GameConfig, JobQueue, Plan, Starts};

fn main() -> Result<(), Box<dyn Error>> {
    let all_pairs = Format::RoundRobin {
        rounds: 101,
        games_per_pair: 20,
        groups: None,
    };
    let groups = Format::RoundRobin {
        rounds: 4032,
        games_per_pair: 40,
        groups: Some(3),
    };
    let gauntlet = Format::Gauntlet {
        newcomers: vec!["bot0".to_owned()],
        rounds: 1010,
        games_per_pair: 100,
    };
    measure("round robin of 100 bots", &plan(100, 2, all_pairs))?;
    measure("gauntlet of 1 against 99", &plan(100, 2, gauntlet))?;
    measure("82 bots in groups at tables of 4", &plan(82, 4, groups))
}

fn measure(what: &str, plan: &Plan) -> Result<(), Box<dyn Error>> {
    let began = Instant::now();
    let mut queue = JobQueue::new(plan)?;
    let first = queue.issue().ok_or("there is no game")?;
    let took = began.elapsed();
    let size = queue.schedule().size().unwrap_or(0);
    println!("{what}: {size} games");
    println!(
        "  the first job (number {}) after {took:?}",
        first.job.number
    );

    let began = Instant::now();
    let mut resumed = JobQueue::new(plan)?;
    resumed.pass(size - 1);
    let last = resumed.issue().ok_or("there is no last game")?;
    let took = began.elapsed();
    println!(
        "  the last job (number {}) after {took:?} by passing the others",
        last.job.number
    );

    let began = Instant::now();
    let mut schedule = plan.schedule()?;
    let jobs = std::iter::from_fn(|| schedule.next()).count();
    println!("  all {jobs} jobs after {:.1?}", began.elapsed());
    println!("  peak memory so far: {}", peak_memory());
    Ok(())
}

/// Returns the process's peak memory as Linux reports it.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(|| "unknown".to_owned(), |size| size.trim().to_owned())
}

fn plan(bots: usize, seats: usize, format: Format) -> Plan {
    let entrant = |i| Entrant {
        settings: None,
        limits: None,
        name: format!("bot{i}"),
        time: TimeControl::default(),
    };
    Plan {
        title: None,
        setup: GameConfig {
            master: 1,
            game: "onitama".to_owned(),
            rules: None,
            options: BTreeMap::new(),
            seats: ('A'..).take(seats).collect(),
            start: Starts::Deal,
            book: None,
            openings: 0,
            distinct: None,
            limits: Limits::default(),
            restart: Restart::Game,
            pondering: None,
            adjudicate: referee_record::Adjudication::default(),
        },
        bots: (0..bots).map(entrant).collect(),
        format,
        park_after: None,
        allow_faults: false,
        changes: Vec::new(),
    }
}
