//! Runs tournaments, from the first job to the last record: begin, resume, extend, rule on games and
//! verify.
//!
//! Begin at [`run`]. Jobs go from the schedule to the engine, records go from the engine to the store, and
//! games that the store has committed go back to the schedule. A run reserves its name before anything
//! else: the database's lock is taken before the first build. [`results`] opens results, [`verify()`]
//! replays them.
//!
//! This crate must not know how a run is shown: it informs a [`Reporter`], which draws.

mod appeals;
pub mod calibration;
mod compare;
mod differences;
mod dispatcher;
mod distinct_starts;
mod end;
mod estimate;
mod exam_faults;
mod extension;
mod faults;
mod format;
mod games_hash;
mod ignored_signal;
mod late;
mod machine;
mod marking;
mod mismatch;
mod needs;
mod pace;
mod places;
mod plan;
mod prepare;
mod preview;
mod remote;
mod reporter;
pub mod results;
mod resume;
mod retries;
mod rulings;
mod sharing;
mod signals;
mod start;
mod stored;
mod summary;
#[cfg(test)]
mod tests;
mod verify;
mod verify_book;

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use referee_engine::{Executor, LocalExecutor, Log, stay_beside};
use referee_schedule::JobQueue;
use referee_store::Run;
use rustix::process::{Resource, getrlimit};
use tokio::sync::Notify;
use tokio::sync::mpsc::unbounded_channel;

use dispatcher::{Dispatcher, deadline};
use pace::Pace;
use referee_build::jail::{self, JailRequest};
use referee_build::{BuildOptions, Sources};
use referee_config::{ChangedBots, ConfiguredBot, Tournament};
use referee_output::failure::machine;
use referee_output::remarks;
use referee_output::sanitize::plain;
use resume::{Begin, begin};
use retries::Retries;
use start::{Started, start};

pub use appeals::appeals;
pub use dispatcher::DispatchEnd;
pub use distinct_starts::{look as look_at_starts, look_at as look_at_so_many};
pub use end::{SpoiltGames, tell_end};
pub use estimate::{TimeForecast, jobs, longest_game};
pub use exam_faults::ExamFaults;
pub use faults::{lines_of_match as fault_lines, tell as tell_faults};
pub use marking::{marking, worth};
pub use needs::{check_needs, jail_of, runs_on};
pub use places::closed;
pub use plan::plan;
pub use prepare::{inspect, playable, tell_look_alikes, tell_refused, tell_strays};
pub use preview::Preview;
pub use remote::{RemoteExecutor, RemoteRun};
pub use reporter::{PlayedSession, Reporter, RunExtent, RunStart};
pub use resume::is_over;
pub use rulings::{RulingCheck, rules_on_workers};
pub use sharing::{check_concurrency, check_load, cores, no_thread};
pub use signals::Signals;
pub use stored::{failed, now_ms, session};
pub use summary::TournamentSummary;
pub use verify::{Findings, describe_error, verify};
pub use verify_book::verify_book;

/// Minimum of files that must be allowed to be open: with fewer, a run can't be set up.
const FILES: u64 = 64;

/// Choices for a run that are not in the tournament file.
pub struct RunSettings {
    /// Path of the tournament file.
    pub file: PathBuf,
    /// Database for the results.
    pub out: PathBuf,
    /// Folder for traffic logs, if they are wanted.
    pub log: Option<PathBuf>,
    /// Whether to begin another run if there is one already.
    pub new: bool,
    /// Whether bots may join and leave, and the bounds of the format may be raised; `None` if that can't be
    /// requested.
    pub extend: Option<bool>,
    /// Treatment of the games of bots that have changed since; as the tournament says if `None`.
    pub changed: Option<ChangedBots>,
    /// Whether bots may fetch what their builds need.
    pub fetch: bool,
    /// Whether to rebuild bots that were built before.
    pub anew: bool,
    /// The requested jail.
    pub jail: JailRequest,
    /// Most games that begin in a minute; as many as can be played if `None`.
    pub games_per_minute: Option<NonZeroU32>,
    /// Once it is notified, no game begins any more, and the run ends as if its time was up.
    pub no_more: Arc<Notify>,
    /// Plays the games elsewhere, if they aren't to be played on this machine.
    pub remote: Option<Box<dyn RemoteExecutor>>,
}

/// How a run ended.
pub struct Finished {
    /// Database with the results.
    pub path: PathBuf,
    /// Why it ended.
    pub closed: DispatchEnd,
    /// Whether every game was already played before.
    pub before: bool,
}

/// Plays a tournament until it ends or is interrupted; continues a run that was begun before. Returns an
/// error if the run can't begin or fails. Bots that can't play are then among the tournament's refused ones.
pub async fn run(
    tournament: &mut Tournament,
    mut settings: RunSettings,
    reporter: &mut dyn Reporter,
) -> Result<Finished> {
    places::check(&settings)?;
    let (begin, sources) = begin(tournament, &settings)?;
    let options = build_options(tournament, &settings, sources);
    remarks::lines(&format!(
        "{} with seed {}",
        settings.file.display(),
        tournament.seed
    ));
    if let Begin::Finished(run) = begin {
        return finished(&run, tournament, &settings, reporter);
    }
    let (cores, claim) = sharing::claim(tournament, settings.remote.is_some());
    let preview = Preview::begin(settings.remote.is_none().then_some(&cores));
    // Checked before anything is written: if the machine lacks what the tournament needs, nothing is
    // played.
    let scope = jail::open(&jail_of(&settings.jail, tournament))?;
    check_needs(tournament, &scope)?;
    let mut remote = settings.remote.take();
    if let Some(remote) = &mut remote {
        remote.prepare(&tournament.bots)?;
    }
    let (announce, kept) = unbounded_channel();
    let announce = move |announcement| drop(announce.send(announcement));
    let mut signals = Signals::catch()?;
    let ground = (&scope, &cores, remote.is_some());
    let starting = start(tournament, &settings, begin, ground, (&options, announce));
    let Started {
        mut context,
        writer,
        queue,
        settled,
    } = signals.unless_they_come(&scope, starting).await?;
    let path = writer.path().to_owned();
    context.log = settings.log.clone().map(|folder| Log {
        folder,
        run: results::quoted(&path),
    });
    let until = deadline(tournament.minutes);
    context.observers = reporter.begin(&RunStart {
        path: &path,
        tournament,
        jail: jail_of(&settings.jail, tournament),
        session: Some(PlayedSession {
            scope: &scope,
            cores: &cores,
            extent: extent(&queue, until),
            schedule: queue.schedule(),
            settled,
        }),
    })?;
    scope.jail().expect(processes(tournament, cores.sets.len()));
    let is_local = remote.is_none();
    let foreseen = preview.end(tournament);
    let tables: Box<dyn Executor> = match remote {
        None => Box::new(LocalExecutor::start(&context, &cores).map_err(|e| no_thread(&e))?),
        Some(remote) => remote.start(&RemoteRun {
            results: &path,
            tournament,
            jail: jail_of(&settings.jail, tournament),
        })?,
    };
    warn(cores.warning.iter().chain(&foreseen), reporter);
    let dispatcher = Dispatcher {
        reporter,
        queue,
        tables,
        retries: Retries::new(is_local.then(|| cores.clone())),
        writer,
        kept,
        pace: Pace::new(settings.games_per_minute),
        no_more: settings.no_more,
        until,
        playing: 0,
        waiting: 0,
        weight: 0,
        failed_rules: 0,
        at_once: false,
    };
    let closed = {
        let _beside = is_local.then(|| stay_beside(&cores));
        serve(dispatcher, &mut signals).await
    };
    drop((context, scope, claim));
    reporter.end();
    Ok(Finished {
        path,
        closed: closed?,
        before: false,
    })
}

/// Returns how the bots of a run are built from these sources.
fn build_options(
    tournament: &Tournament,
    settings: &RunSettings,
    sources: BTreeMap<String, Sources>,
) -> BuildOptions {
    BuildOptions {
        fetch: settings.fetch,
        anew: settings.anew,
        sources,
        closed: places::closed(
            tournament,
            &settings.file,
            &settings.out,
            settings.log.as_deref(),
        ),
        ..BuildOptions::new(tournament.builds, &settings.jail)
    }
}

/// Tells of what will make bots late that isn't theirs.
fn warn<'a>(warnings: impl Iterator<Item = &'a String>, reporter: &mut dyn Reporter) {
    for warning in warnings {
        reporter.remark(&format!("referee: warning: {}", plain(warning)));
    }
}

/// Returns how many processes and threads all bots may run that play `tables` games at a time.
pub fn processes(tournament: &Tournament, tables: usize) -> u64 {
    let usual = &tournament.limits;
    let processes_of = |bot: &ConfiguredBot| bot.limits_under(usual).unwrap_or(*usual).processes;
    let most = tournament.bots.iter().map(processes_of).max().unwrap_or(0);
    most.saturating_mul((tables * tournament.seats.len()) as u64)
}

/// Returns how much there is to play.
fn extent(queue: &JobQueue, until: Option<Instant>) -> RunExtent {
    RunExtent {
        games: queue.schedule().most(),
        at_most: queue.schedule().size().is_none(),
        until,
    }
}

/// Reports a run that was already finished.
fn finished(
    run: &Run,
    tournament: &Tournament,
    settings: &RunSettings,
    reporter: &mut dyn Reporter,
) -> Result<Finished> {
    reporter.begin(&RunStart {
        path: run.path(),
        tournament,
        jail: jail_of(&settings.jail, tournament),
        session: None,
    })?;
    Ok(Finished {
        path: run.path().to_owned(),
        closed: DispatchEnd::Done,
        before: true,
    })
}

/// Plays until nothing is left to do, then closes everything, however the run ended.
async fn serve(mut dispatcher: Dispatcher<'_>, signals: &mut Signals) -> Result<DispatchEnd> {
    let ended = dispatcher.serve(signals).await;
    let Dispatcher {
        mut tables,
        writer,
        at_once,
        reporter,
        ..
    } = dispatcher;
    if !matches!(ended, Ok(DispatchEnd::Done | DispatchEnd::TimeUp)) {
        tables.stop();
    }
    tables.close();
    let written = if at_once {
        // The writer's thread ends with the process.
        drop(writer);
        Ok(())
    } else {
        writer.close()
    };
    reporter.played();
    let closed = ended?;
    written.map_err(stored::failed)?;
    Ok(closed)
}

/// Builds the async runtime of a run. Returns an error if too few files may be open.
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

/// Returns the default database for a tournament file: next to it, with the ending `.db`.
pub fn results_of(file: &Path) -> PathBuf {
    file.with_extension("db")
}
