//! A run: jobs from the schedule to the tables, records from the tables to the file of results.

mod begin;
mod compare;
mod desk;
mod differences;
mod distinct;
mod estimate;
mod faults;
mod format;
mod machine;
mod needs;
mod places;
mod plan;
mod prepare;
mod progress;
mod rulings;
mod screen;
mod signals;
mod stored;
mod summary;
#[cfg(test)]
mod tests;
mod ways;

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use referee_arena::{Cores, Haven, Local, Log, Program};
use referee_schedule::Issuer;
use referee_stats::Tally;
use referee_store::{Header, Run, Sitting, Writer};
use rustix::process::{Resource, getrlimit};
use tokio::sync::mpsc::unbounded_channel;

use crate::build::Wishes;
use crate::config::{Entrant, Tournament};
use crate::exit::{bad_input, machine};
use crate::jail::{self, Wanted};
use crate::results::unreadable;
use crate::serve::play::Field;
use crate::serve::{Playing, ServeArgs, Server};
use crate::{out, results};
use begin::{Begin, begin};
use compare::Edition;
use desk::{Desk, deadline};
use prepare::tell_silent;
use progress::{Course, Progress};

pub use begin::{ChangedBots, feed, is_over, issuer};
pub use desk::Closed;
pub use distinct::{look as look_at_starts, look_at as look_at_so_many};
pub use estimate::{forecast, jobs};
pub use faults::lines as fault_lines;
pub use needs::check_needs;
pub use places::closed;
pub use plan::plan;
pub use prepare::{prepare, tell_refused};
pub use progress::span;
pub use rulings::may_rule_on;
pub use signals::Signals;
pub use stored::{failed, now_ms};
pub use summary::summary;

/// Files that must be allowed to be open: with fewer, what runs around the games can't be set up.
const FILES: u64 = 64;

/// What somebody who starts a run may choose apart from the tournament.
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
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
    /// Whether bots may fetch what their builds need.
    pub fetch: bool,
    /// Whether bots are built anew that were built before.
    pub anew: bool,
    /// Whether a match of two shows the interval that holds at any time.
    pub anytime: bool,
    /// How much of a jail there has to be.
    pub jail: Wanted,
    /// Where the run is shown in browsers, if it is.
    pub pages: Option<ServeArgs>,
}

/// How a run ended.
pub struct Finished {
    /// Where the results are.
    pub path: PathBuf,
    /// Why it ended.
    pub closed: Closed,
    /// Whether every game was played before.
    pub before: bool,
    /// The pages, which go on.
    pub pages: Option<Server>,
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
    let (begin, sources) = begin(&mut tournament, &settings)?;
    let wishes = Wishes {
        fetch: settings.fetch,
        anew: settings.anew,
        sources,
        closed: places::closed(
            &tournament,
            &settings.file,
            &settings.out,
            settings.log.as_deref(),
        ),
        ..Wishes::new(tournament.builds)
    };
    out::remark(&format!(
        "{} with seed {}",
        settings.file.display(),
        tournament.seed
    ));
    if let Begin::Finished(run) = begin {
        return finished(&run, &tournament, &settings);
    }
    // Before anything is written: where too little can be kept, nothing is played.
    let haven = jail::open(&settings.jail.or(tournament.jail))?;
    check_needs(&tournament, &haven)?;
    let (announce, kept) = unbounded_channel();
    let announce = move |announcement| drop(announce.send(announcement));
    let start = match begin {
        Begin::Anew(now) => {
            let draft = stored::edition(&tournament, &now.plan, &now, None)?;
            Start::New(Box::new((draft, now)))
        }
        Begin::GoOn | Begin::Finished(_) => {
            let sitting = stored::sitting(&haven, &cores(&tournament));
            let writer = Writer::resume(&settings.out, &sitting, announce.clone());
            Start::Old(writer.map_err(stored::failed)?)
        }
    };
    let mut signals = Signals::catch()?;
    let prepared = prepare(&mut tournament, &haven, &wishes, &mut signals).await?;
    tell_refused(&tournament);
    tell_silent(&prepared.silent);
    let mut house = prepared.house;
    let (writer, issuer) = match start {
        Start::Old(writer) => go_on(writer, &tournament)?,
        Start::New(drafted) => {
            let (draft, now) = *drafted;
            let sitting = stored::sitting(&haven, &cores(&tournament));
            let (header, issuer) = anew(draft, &now, &tournament, &settings, sitting)?;
            let writer = Writer::create(&settings.out, &header, announce);
            (writer.map_err(stored::failed)?, issuer)
        }
    };
    let path = writer.path().to_owned();
    let playing = playing(&tournament, &settings, Some(&haven));
    house.log = settings.log.clone().map(|folder| Log {
        folder,
        run: results::quoted(&path),
    });
    let cores = cores(&tournament);
    let pages = Server::of_run(settings.pages.as_ref(), &path, playing)?;
    house.gallery = pages.as_ref().and_then(Server::gallery);
    let until = deadline(tournament.minutes);
    let desk = Desk {
        progress: Progress::start(course(&issuer, until), issuer.settled().len()),
        issuer,
        tables: Local::start(&house, &cores).map_err(|e| no_thread(&e))?,
        writer,
        kept,
        anytime: settings.anytime,
        until,
        playing: 0,
        waiting: 0,
        weight: 0,
    };
    if let Some(warning) = cores.warning {
        desk.progress.say(&format!("referee: warning: {warning}"));
    }
    let closed = serve(desk, &mut signals).await;
    drop((house, haven));
    if let Some(pages) = &pages {
        pages.run_is_over();
    }
    Ok(Finished {
        path,
        closed: closed?,
        before: false,
        pages,
    })
}

/// How much there is to play.
fn course(issuer: &Issuer, until: Option<Instant>) -> Course {
    Course {
        games: issuer.schedule().most(),
        at_most: issuer.schedule().size().is_none(),
        until,
    }
}

/// A run that was at its end before.
fn finished(run: &Run, tournament: &Tournament, settings: &Settings) -> Result<Finished> {
    let path = run.path().to_owned();
    let playing = playing(tournament, settings, None);
    Ok(Finished {
        pages: Server::of_run(settings.pages.as_ref(), &path, playing)?,
        path,
        closed: Closed::Done,
        before: true,
    })
}

/// Against whom people play meanwhile; with a haven while the run goes on in it.
fn playing(tournament: &Tournament, settings: &Settings, haven: Option<&Haven>) -> Playing {
    Playing {
        field: Field {
            game: tournament.game.clone(),
            bots: tournament.bots.clone(),
            haven: haven.cloned(),
        },
        jail: settings.jail.or(tournament.jail),
        cores: haven.map(|_| cores(tournament)),
    }
}

/// Plays until nothing is left to do, then closes everything, however it ended.
async fn serve(mut desk: Desk, signals: &mut Signals) -> Result<Closed> {
    let ended = desk.serve(signals).await;
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
    let closed = ended?;
    written.map_err(stored::failed)?;
    Ok(closed)
}

/// What is played next in a run that is gone on with; nobody else can write into it any more.
fn go_on(writer: Writer, tournament: &Tournament) -> Result<(Writer, Issuer)> {
    let run = Run::open(writer.path()).map_err(unreadable)?;
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
    sitting: Sitting,
) -> Result<(Header, Issuer)> {
    let plan = plan(tournament);
    let issuer = issuer(&plan, &settings.file)?;
    let mut edition = stored::edition(tournament, &plan, now, issuer.schedule().size())?;
    let plays = |name: &str| tournament.bots.iter().any(|bot| bot.name == name);
    edition.bots = draft.bots;
    edition.bots.retain(|bot| plays(&bot.name));
    let header = Header::new(tournament.seed, edition, sitting);
    Ok((header, issuer))
}

/// A thread that the system won't start.
fn no_thread(error: &io::Error) -> anyhow::Error {
    machine(format!(
        "no thread can be started: {error}; raise the limit of processes (`ulimit -u`), or lower \
         --concurrency"
    ))
}

/// What runs everything around the games.
pub fn runtime() -> Result<tokio::runtime::Runtime> {
    let files = getrlimit(Resource::Nofile).current;
    if let Some(files) = files.filter(|files| *files < FILES) {
        return Err(machine(format!(
            "at most {files} files may be open here; a run needs {FILES} at least: `ulimit -n {FILES}`"
        )));
    }
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

/// Says on stderr how a run ended; `again` is the command that played it.
pub fn tell_end(finished: &Finished, run: &Run, tally: &Tally, again: &str) -> Result<()> {
    let path = finished.path.display();
    match finished.closed {
        _ if finished.before => {
            let next = begin::next_free(&finished.path);
            out::remark(&format!(
                "this run is finished; to play it anew, into {}: {again} --new",
                next.display()
            ));
        }
        Closed::Done => {}
        Closed::TimeUp => out::remark(&format!(
            "the minutes of this tournament are over; to go on: {again}"
        )),
        Closed::Interrupted => out::remark(&format!(
            "interrupted: games in play were given up, all others are kept; to go on: {again}"
        )),
    }
    for line in faults::lines(run, tally)? {
        out::remark(&line);
    }
    out::remark(&format!("results: {path}"));
    Ok(())
}
