//! A run: jobs from the schedule to the tables, records from the tables to the file of results.

mod estimate;
mod faults;
mod machine;
mod places;
mod plan;
mod progress;
mod screen;
mod summary;
mod tables;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use referee_arena::{Cores, Event, Haven, House, Local, Program, Trouble, complaints};
use referee_record::{Outcome, Record};
use referee_schedule::{Issuer, Plan, Task};
use referee_stats::Tally;
use referee_store::{Bot, FORMAT, Header, Writer};
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::config::{Entrant, Tournament};
use crate::exit::{bad_input, interrupted, machine};
use crate::plain::plain;
use crate::{build, out};
use faults::Faults;
use progress::Progress;

pub use estimate::{longest, plies};
pub use plan::plan;
pub use progress::span;
pub use summary::summary;
pub use tables::{json, report};

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
    /// What was played.
    pub tally: Tally,
    /// What went wrong in it.
    pub faults: Faults,
    /// Where the results are.
    pub path: PathBuf,
    /// Whether somebody stopped it before its end.
    pub interrupted: bool,
}

/// Plays a tournament to its end, or until it is interrupted.
pub async fn run(mut tournament: Tournament, settings: Settings) -> Result<Finished> {
    // What can't be played is refused before anything is built.
    drop(issuer(&tournament, &settings)?);
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
    let (plan, issuer) = issuer(&tournament, &settings)?;
    let games = issuer.schedule().size();
    let cores = cores(&tournament);
    let header = header(&tournament, serde_json::to_value(&plan)?, games);
    let writer = Writer::create(&settings.out, &header).map_err(places::not_made)?;
    let names: Vec<String> = tournament.bots.iter().map(|bot| bot.name.clone()).collect();
    let mut desk = Desk {
        issuer,
        tables: Local::start(&house, &cores).map_err(machine)?,
        writer,
        tally: Tally::new(&names),
        faults: Faults::default(),
        progress: Progress::start(games.unwrap_or(0)),
        playing: 0,
    };
    if let Some(warning) = cores.warning {
        desk.progress.say(&format!("referee: warning: {warning}"));
    }
    let ended = desk.serve(&mut signals).await;
    let Desk {
        tables,
        writer,
        tally,
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
        tally,
        faults,
        path: writer.path().to_owned(),
    })
}

/// The plan of a tournament, and its jobs from the beginning.
fn issuer(tournament: &Tournament, settings: &Settings) -> Result<(Plan, Issuer)> {
    let plan = plan(tournament);
    let issuer = Issuer::new(&plan);
    let issuer = issuer.map_err(|why| bad_input(format!("{}: {why}", settings.file.display())))?;
    Ok((plan, issuer))
}

/// Builds the bots and greets each of them once; submissions to an exam that can't play are refused.
async fn prepare(
    tournament: &mut Tournament,
    haven: &Haven,
    log: Option<PathBuf>,
) -> Result<House> {
    build::build_or_refuse(tournament, haven).await?;
    let mut house = House {
        programs: programs(&tournament.bots),
        haven: haven.clone(),
        log,
        stop: Arc::new(AtomicBool::new(false)),
    };
    let (greeted, game, limits) = (house.clone(), tournament.game.clone(), tournament.limits);
    let greeted = tokio::task::spawn_blocking(move || complaints(&greeted, &game, &limits)).await;
    let mut failed = Vec::new();
    for (name, trouble) in greeted.map_err(machine)? {
        let number = tournament.bots.iter().position(|bot| bot.name == name);
        match number.filter(|_| tournament.is_submission(&name)) {
            Some(number) => failed.push((number, trouble.to_string())),
            None if matches!(trouble, Trouble::NotStarted(_)) => {}
            None => return Err(bad_input(trouble)),
        }
    }
    tournament.refuse(failed).map_err(bad_input)?;
    for refused in &tournament.refused {
        let (name, why) = (plain(&refused.name), plain(&refused.why));
        out::remark(&format!("referee: {name} takes no part: {why}"));
    }
    house.programs = programs(&tournament.bots);
    Ok(house)
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

fn header(tournament: &Tournament, plan: serde_json::Value, games: Option<u64>) -> Header {
    let words = |bot: &Entrant| {
        let words = std::iter::once(bot.program.executable.to_string_lossy())
            .chain(bot.program.args.iter().map(|arg| arg.to_string_lossy()));
        words.map(std::borrow::Cow::into_owned).collect()
    };
    let bots = tournament.bots.iter().map(|bot| Bot {
        name: bot.name.clone(),
        command: words(bot),
    });
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    Header {
        format: FORMAT,
        referee: env!("CARGO_PKG_VERSION").to_owned(),
        config: tournament.text.clone(),
        master: tournament.seed,
        plan,
        games,
        bots: bots.collect(),
        refused: tournament.refused.clone(),
        machine: machine::describe(),
        began_ms: u64::try_from(now.as_millis()).unwrap_or(u64::MAX),
    }
}

/// Where jobs go out and records come in.
struct Desk {
    issuer: Issuer,
    tables: Local,
    writer: Writer,
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
        self.writer.append(record).map_err(machine)?;
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
        if let Some(games) = self.issuer.schedule().size() {
            self.progress.expect(games);
        }
        if self.issuer.settled().contains(number) {
            let tally = &self.tally;
            self.progress.step(|| tables::standings(tally));
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
