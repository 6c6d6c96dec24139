//! A run: jobs from the schedule to the tables, records from the tables to the file of results.

mod begin;
mod compare;
mod desk;
mod differences;
mod estimate;
mod faults;
mod format;
mod machine;
mod places;
mod plan;
mod prepare;
mod progress;
mod rulings;
mod screen;
mod signals;
mod sources;
mod stored;
mod summary;
#[cfg(test)]
mod tests;
mod ways;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use referee_arena::{Cores, Haven, House, Local, Program};
use referee_schedule::Issuer;
use referee_stats::Tally;
use referee_store::{Header, Run, Writer};
use tokio::sync::mpsc::unbounded_channel;

use crate::config::{Entrant, Tournament};
use crate::exit::{bad_input, interrupted, machine};
use crate::{out, results};
use begin::{Begin, begin, feed, issuer};
use compare::Edition;
use desk::{Desk, deadline};
use progress::{Course, Progress};
use signals::Signals;

pub use begin::ChangedBots;
pub use desk::Closed;
pub use estimate::{longest, plies};
pub use plan::plan;
pub use prepare::{build, tell_refused};
pub use progress::span;
pub use rulings::may_rule_on;
pub use stored::now_ms;
pub use summary::summary;

/// What somebody who starts a run may choose apart from the tournament.
pub struct Settings {
    /// The tournament file.
    pub file: PathBuf,
    /// Where the results go.
    pub out: PathBuf,
    /// The folder of traffic logs, if they are wanted.
    pub log: Option<PathBuf>,
    /// Whether to begin another run where there is one.
    pub new: bool,
    /// Whether bots may come and go.
    pub extend: bool,
    /// What becomes of games of bots that changed since; to be asked if nothing is said.
    pub changed: Option<ChangedBots>,
}

/// How a run ended.
pub struct Finished {
    /// Where the results are.
    pub path: PathBuf,
    /// Why it ended.
    pub closed: Closed,
    /// Whether every game was played before.
    pub before: bool,
}

/// What a run starts from.
enum Start {
    /// A database that is there; nobody else can write into it any more.
    Old(Writer),
    /// A draft of what it says of itself, and its bots' sources.
    New(Box<(referee_store::Edition, Edition)>),
}

/// Plays a tournament to its end, or until it is interrupted; goes on with a run that was begun.
pub async fn run(mut tournament: Tournament, settings: Settings) -> Result<Finished> {
    places::check(&settings)?;
    let begin = begin(&mut tournament, &settings)?;
    out::remark(&format!(
        "{} with seed {}",
        settings.file.display(),
        tournament.seed
    ));
    let (announce, kept) = unbounded_channel();
    let announce = move |announcement| drop(announce.send(announcement));
    let start = match begin {
        Begin::Finished(run) => {
            return Ok(Finished {
                path: run.path().to_owned(),
                closed: Closed::Done,
                before: true,
            });
        }
        Begin::GoOn => {
            let writer = Writer::resume(&settings.out, &stored::sitting(), announce.clone());
            Start::Old(writer.map_err(stored::failed)?)
        }
        Begin::Anew(now) => {
            let draft = stored::edition(&tournament, &now.plan, &now, None)?;
            Start::New(Box::new((draft, now)))
        }
    };
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
    let (writer, issuer) = match start {
        Start::Old(writer) => go_on(writer, &tournament)?,
        Start::New(drafted) => {
            let (draft, now) = *drafted;
            let (header, issuer) = anew(draft, &now, &tournament, &settings)?;
            let writer = Writer::create(&settings.out, &header, announce);
            (writer.map_err(stored::failed)?, issuer)
        }
    };
    let path = writer.path().to_owned();
    let cores = cores(&tournament);
    let until = deadline(tournament.minutes);
    let course = Course {
        games: issuer.schedule().most(),
        at_most: issuer.schedule().size().is_none(),
        until,
    };
    let mut desk = Desk {
        progress: Progress::start(course, issuer.settled().len()),
        issuer,
        tables: Local::start(&house, &cores).map_err(machine)?,
        writer,
        kept,
        until,
        playing: 0,
        waiting: 0,
    };
    if let Some(warning) = cores.warning {
        desk.progress.say(&format!("referee: warning: {warning}"));
    }
    let ended = desk.serve(&mut signals).await;
    let Desk {
        tables,
        writer,
        progress,
        ..
    } = desk;
    if !matches!(ended, Ok(Closed::Done | Closed::TimeUp)) {
        tables.stop();
    }
    tables.close();
    let written = writer.close();
    progress.finish();
    drop((house, haven));
    let closed = ended?;
    written.map_err(stored::failed)?;
    Ok(Finished {
        path,
        closed,
        before: false,
    })
}

/// What is played next in a run that is gone on with; nobody else can write into it any more.
fn go_on(writer: Writer, tournament: &Tournament) -> Result<(Writer, Issuer)> {
    let run = Run::open(writer.path()).map_err(bad_input)?;
    let plan = results::plan(&run)?;
    let gone = plan.withdrawn();
    let plays = |name: &str| tournament.bots.iter().any(|bot| bot.name == name);
    let missing =
        |bot: &&referee_schedule::Entrant| !gone.contains(&*bot.name) && !plays(&bot.name);
    if let Some(bot) = plan.everybody().find(missing) {
        let refused = tournament.refused.iter().find(|one| one.name == bot.name);
        let why = refused.map_or("it isn't there any more", |refused| &refused.why);
        return Err(bad_input(format!(
            "bot {} has played in this run and can't play now: {why}; mend it, or take it out of the \
             tournament file and use --extend",
            bot.name
        )));
    }
    let mut issuer = issuer(&plan, run.path())?;
    feed(&mut issuer, &run)?;
    Ok((writer, issuer))
}

/// What a new run says of itself, and its schedule. Bots may have been left out since the draft was
/// made, which has their commands as they were before any build.
fn anew(
    draft: referee_store::Edition,
    now: &Edition,
    tournament: &Tournament,
    settings: &Settings,
) -> Result<(Header, Issuer)> {
    let plan = plan(tournament);
    let issuer = issuer(&plan, &settings.file)?;
    let mut edition = stored::edition(tournament, &plan, now, issuer.schedule().size())?;
    let plays = |name: &str| tournament.bots.iter().any(|bot| bot.name == name);
    edition.bots = draft.bots;
    edition.bots.retain(|bot| plays(&bot.name));
    let header = Header::new(tournament.seed, edition, stored::sitting());
    Ok((header, issuer))
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

/// Where the results of a tournament file go if nothing else is said: beside it.
pub fn results_of(file: &Path) -> PathBuf {
    file.with_extension("db")
}

/// Says on stderr how a run ended.
pub fn tell_end(finished: &Finished, run: &Run, tally: &Tally, file: &Path) -> Result<()> {
    let (path, file) = (finished.path.display(), file.display());
    match finished.closed {
        _ if finished.before => {
            let next = begin::next_free(&finished.path);
            out::remark(&format!(
                "this run is finished; to play it anew, into {}: referee run {file} --new",
                next.display()
            ));
        }
        Closed::Done => {}
        Closed::TimeUp => out::remark(&format!(
            "the minutes of this tournament are over; to go on: referee run {file}"
        )),
        Closed::Interrupted => out::remark(&format!(
            "interrupted: games in play were given up, all others are kept; to go on: referee run \
             {file}"
        )),
    }
    for line in faults::lines(run, tally)? {
        out::remark(&line);
    }
    out::remark(&format!("results: {path}"));
    Ok(())
}
