//! A run: jobs from the schedule to the tables, records from the tables to the file of results.

#[cfg_attr(not(test), expect(dead_code, reason = "resuming asks for it"))]
mod compare;
mod differences;
mod estimate;
mod faults;
mod format;
mod machine;
mod places;
mod plan;
mod prepare;
mod progress;
mod screen;
mod sources;
mod summary;
#[cfg(test)]
mod tests;
#[cfg_attr(not(test), expect(dead_code, reason = "resuming asks for it"))]
mod ways;

use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use referee_arena::{Cores, Event, Haven, House, Local, Program};
use referee_record::{Outcome, Record};
use referee_schedule::{Issuer, Plan, Task};
use referee_stats::Tally;
use referee_store::{Bot, Edition, Header, LineWriter, Sitting};
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::config::{Entrant, Tournament};
use crate::exit::{bad_input, interrupted, machine};
use crate::out;
use crate::plain::plain;
use crate::report::text;
use faults::Faults;
use progress::Progress;

pub use estimate::{longest, plies};
pub use plan::plan;
pub use prepare::{build, tell_refused};
pub use progress::span;
pub use summary::summary;

/// What somebody who starts a run may choose apart from the tournament.
pub struct Settings {
    /// The tournament file.
    pub file: PathBuf,
    /// Where the results go.
    pub out: PathBuf,
    /// The folder of traffic logs, if they are wanted.
    pub log: Option<PathBuf>,
}

/// How a run ended.
pub struct Finished {
    /// What went wrong in it.
    pub faults: Faults,
    /// Where the results are.
    pub path: PathBuf,
    /// Whether somebody stopped it before its end.
    pub interrupted: bool,
}

/// Plays a tournament to its end, or until it is interrupted.
pub async fn run(mut tournament: Tournament, settings: Settings) -> Result<Finished> {
    let issuer = |plan: &Plan| {
        let refuse = |why| bad_input(format!("{}: {why}", settings.file.display()));
        Issuer::new(plan).map_err(refuse)
    };
    issuer(&plan(&tournament))?;
    places::check(&settings)?;
    let haven = haven()?;
    let mut signals = Signals::catch()?;
    let house = tokio::select! {
        house = prepare(&mut tournament, &haven, settings.log.clone()) => house?,
        () = signals.come() => {
            haven.kill_all();
            return Err(interrupted("interrupted before the first game; nothing was played"));
        }
    };
    tell_refused(&tournament);
    let plan = plan(&tournament);
    let issuer = issuer(&plan)?;
    let games = issuer.schedule().size().unwrap_or(0);
    let cores = cores(&tournament);
    let header = header(&tournament, serde_json::to_value(&plan)?, games);
    let (path, writer) = places::create(&settings.out, &header)?;
    let names: Vec<String> = tournament.bots.iter().map(|bot| bot.name.clone()).collect();
    let mut desk = Desk {
        issuer,
        tables: Local::start(&house, &cores).map_err(machine)?,
        writer,
        tally: Tally::new(&names),
        faults: Faults::default(),
        progress: Progress::start(games),
        playing: 0,
    };
    if let Some(warning) = cores.warning {
        desk.progress.say(&format!("referee: warning: {warning}"));
    }
    let ended = desk.serve(&mut signals).await;
    let Desk {
        tables,
        faults,
        progress,
        ..
    } = desk;
    if !matches!(ended, Ok(false)) {
        tables.stop();
    }
    tables.close();
    progress.finish();
    drop((house, haven));
    Ok(Finished {
        interrupted: ended?,
        faults,
        path,
    })
}

/// Builds the bots and greets each of them once.
async fn prepare(
    tournament: &mut Tournament,
    haven: &Haven,
    log: Option<PathBuf>,
) -> Result<House> {
    build(tournament, haven).await?;
    let house = House {
        programs: programs(&tournament.bots),
        haven: haven.clone(),
        log,
        stop: Arc::new(AtomicBool::new(false)),
    };
    prepare::greet(tournament, house).await
}

/// What a run owns on this machine; its guardian is this very program.
pub fn haven() -> Result<Haven> {
    let referee = std::env::current_exe().map_err(machine)?;
    Haven::open(&referee).map_err(machine)
}

/// What runs everything around the games.
pub fn runtime() -> Result<tokio::runtime::Runtime> {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    builder.enable_all().build().map_err(machine)
}

/// The programs of bots, by their names.
pub fn programs(bots: &[Entrant]) -> Arc<HashMap<String, Program>> {
    Arc::new(
        bots.iter()
            .map(|bot| (bot.name.clone(), bot.program.clone()))
            .collect(),
    )
}

/// How the tables are shared out.
pub fn cores(tournament: &Tournament) -> Cores {
    let concurrency = tournament.concurrency.map(|n| n.get() as usize);
    Cores::plan(concurrency, tournament.cores.get() as usize, tournament.pin)
}

fn header(tournament: &Tournament, plan: serde_json::Value, games: u64) -> Header {
    let words = |bot: &Entrant| {
        let words = std::iter::once(bot.program.executable.to_string_lossy())
            .chain(bot.program.args.iter().map(|arg| arg.to_string_lossy()));
        words.map(std::borrow::Cow::into_owned).collect()
    };
    let bots = tournament.bots.iter().map(|bot| Bot {
        name: bot.name.clone(),
        command: words(bot),
        ..Bot::default()
    });
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let began_ms = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
    let edition = Edition {
        config: tournament.text.clone(),
        plan,
        games: Some(games),
        bots: bots.collect(),
        since_ms: began_ms,
    };
    let sitting = Sitting {
        began_ms,
        referee: env!("CARGO_PKG_VERSION").to_owned(),
        machine: machine::describe(),
    };
    Header::new(tournament.seed, edition, sitting)
}

/// Where jobs go out and records come in.
struct Desk {
    issuer: Issuer,
    tables: Local,
    writer: LineWriter<File>,
    tally: Tally,
    faults: Faults,
    progress: Progress,
    /// Games that were given to the tables and haven't come back.
    playing: usize,
}

impl Desk {
    /// Until all is played, or somebody interrupts it: then true.
    async fn serve(&mut self, signals: &mut Signals) -> Result<bool> {
        let mut interrupted = false;
        loop {
            if !interrupted {
                self.hand_out();
            }
            if self.playing == 0 {
                return Ok(interrupted);
            }
            let event = tokio::select! {
                event = self.tables.next() => event,
                () = signals.come() => {
                    interrupted = true;
                    self.tables.stop();
                    continue;
                }
            };
            self.playing -= 1;
            match event {
                Some(Event::Finished(record)) => self.take_in(&record)?,
                Some(Event::GivenUp) => {}
                Some(Event::Trouble(trouble)) => return Err(bad_input(trouble)),
                None => {
                    return Err(machine(
                        "all tables have ended; this is a bug of the referee",
                    ));
                }
            }
        }
    }

    /// Keeps one game waiting for each that is being played, so that no table is ever idle.
    fn hand_out(&mut self) {
        while self.playing < 2 * self.tables.tables() {
            let Some(Task { job, attempt }) = self.issuer.issue() else {
                return;
            };
            self.tables.submit(job, attempt);
            self.playing += 1;
        }
    }

    fn take_in(&mut self, record: &Record) -> Result<()> {
        self.writer.record(record).map_err(machine)?;
        let outcome = Outcome::of(record);
        self.issuer.record(&outcome);
        let verdict = &record.played.verdict;
        let number = record.played.job.number;
        if let Some(why) = &verdict.void {
            let why = plain(why);
            self.progress.say(&format!("game {number} is void: {why}"));
        }
        self.tally.add(&outcome);
        self.faults.add(record);
        if self.issuer.settled().contains(number) {
            let tally = &self.tally;
            self.progress.step(|| text::brief(tally));
        }
        Ok(())
    }
}

/// The signals that end a run cleanly.
struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

impl Signals {
    fn catch() -> Result<Signals> {
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt()).map_err(machine)?,
            terminate: signal(SignalKind::terminate()).map_err(machine)?,
        })
    }

    /// Waits for one of them.
    async fn come(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}
/// Where the results of a tournament file go if nothing else is said: beside it.
pub fn results_of(file: &Path) -> PathBuf {
    file.with_extension("jsonl")
}

/// Says on stderr how a run ended.
pub fn tell_end(finished: &Finished) {
    let path = finished.path.display();
    if finished.interrupted {
        out::remark("interrupted: games in play were given up, all others are kept");
    }
    for line in finished.faults.lines(&finished.path) {
        out::remark(&line);
    }
    out::remark(&format!("results: {path}"));
}
