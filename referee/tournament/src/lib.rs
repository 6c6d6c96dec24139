//! A run from its first job to its last record: begun, resumed, extended, ruled on and verified.
//!
//! Begin at [`run`]. Jobs go from the schedule to the engine, records from the engine to the store, and what
//! the store has committed goes back to the schedule. A run has its name before it has anything else: the
//! database's lock is taken before the first build. [`results`] opens what was played, [`check`] replays it.
//!
//! It must never know how a run is shown: a [`Reporter`] is told, and draws.

pub mod calibration;
pub mod check;
mod compare;
mod differences;
mod dispatcher;
mod distinct_starts;
mod end;
mod estimate;
pub mod exam_faults;
mod extension;
mod faults;
mod format;
mod job_queue;
mod late;
mod machine;
mod mismatch;
mod needs;
mod places;
mod plan;
mod prepare;
mod reporter;
pub mod results;
mod resume;
mod rulings;
mod sharing;
mod signals;
mod start;
mod stored;
mod summary;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use referee_engine::{LocalExecutor, Log, Program};
use referee_schedule::JobQueue;
use referee_store::Run;
use rustix::process::{Resource, getrlimit};
use tokio::sync::mpsc::unbounded_channel;

use dispatcher::{Dispatcher, deadline};
use referee_build::BuildOptions;
use referee_build::jail::{self, JailRequest};
use referee_config::{ConfiguredBot, Tournament};
use referee_output::failure::machine;
use referee_output::stdout;
use resume::{Begin, begin};
use start::{Started, start};

pub use dispatcher::DispatchEnd;
pub use distinct_starts::{look as look_at_starts, look_at as look_at_so_many};
pub use end::tell_end;
pub use estimate::{forecast, jobs};
pub use faults::{lines as fault_lines, tell as tell_faults};
pub use job_queue::{feed, queue};
pub use needs::check_needs;
pub use places::closed;
pub use plan::plan;
pub use prepare::{inspect, playable, tell_refused};
pub use reporter::{Reporter, RunExtent, RunStart, Sitting};
pub use resume::{ChangedBots, is_over};
pub use rulings::may_rule_on;
pub use sharing::{check, check_load, cores, no_thread};
pub use signals::Signals;
pub use stored::{failed, now_ms};
pub use summary::summary;

/// Files that must be allowed to be open: with fewer, what runs around the games can't be set up.
const FILES: u64 = 64;

/// What somebody who starts a run may choose apart from the tournament.
pub struct RunSettings {
    /// The tournament file.
    pub file: PathBuf,
    /// Where the results go.
    pub out: PathBuf,
    /// The folder of traffic logs, if they are wanted.
    pub log: Option<PathBuf>,
    /// Whether to begin another run where there is one.
    pub new: bool,
    /// Whether bots may come and go, and the format may be raised; nothing where that can't be asked for.
    pub extend: Option<bool>,
    /// What becomes of games of bots that changed since; to be asked if nothing is said.
    pub changed: Option<ChangedBots>,
    /// Whether bots may fetch what their builds need.
    pub fetch: bool,
    /// Whether bots are built anew that were built before.
    pub anew: bool,
    /// How much of a jail there has to be.
    pub jail: JailRequest,
}

/// How a run ended.
pub struct Finished {
    /// Where the results are.
    pub path: PathBuf,
    /// Why it ended.
    pub closed: DispatchEnd,
    /// Whether every game was played before.
    pub before: bool,
}

/// Plays a tournament to its end, or until it is interrupted; goes on with a run that was begun.
pub async fn run(
    mut tournament: Tournament,
    settings: RunSettings,
    reporter: &mut dyn Reporter,
) -> Result<Finished> {
    places::check(&settings)?;
    let (begin, sources) = begin(&mut tournament, &settings)?;
    let options = BuildOptions {
        fetch: settings.fetch,
        anew: settings.anew,
        sources,
        closed: places::closed(
            &tournament,
            &settings.file,
            &settings.out,
            settings.log.as_deref(),
        ),
        ..BuildOptions::new(tournament.builds, &settings.jail)
    };
    stdout::remark(&format!(
        "{} with seed {}",
        settings.file.display(),
        tournament.seed
    ));
    if let Begin::Finished(run) = begin {
        return finished(&run, &tournament, &settings, reporter);
    }
    // Before anything is written: where too little can be kept, nothing is played.
    let scope = jail::open(&settings.jail.or(tournament.jail))?;
    check_needs(&tournament, &scope)?;
    let (announce, kept) = unbounded_channel();
    let announce = move |announcement| drop(announce.send(announcement));
    let (cores, claim) = sharing::claim(&tournament);
    let mut signals = Signals::catch()?;
    let ground = (&scope, &cores);
    let starting = start(
        &mut tournament,
        &settings,
        begin,
        ground,
        (&options, announce),
    );
    let Started {
        mut context,
        writer,
        queue,
    } = signals.unless_they_come(&scope, starting).await?;
    let path = writer.path().to_owned();
    context.log = settings.log.clone().map(|folder| Log {
        folder,
        run: results::quoted(&path),
    });
    let until = deadline(tournament.minutes);
    context.observers = reporter.begin(&RunStart {
        path: &path,
        tournament: &tournament,
        jail: settings.jail.or(tournament.jail),
        sitting: Some(Sitting {
            scope: &scope,
            cores: &cores,
            extent: extent(&queue, until),
            settled: queue.settled().len(),
        }),
    })?;
    scope
        .jail()
        .expect(processes(&tournament, cores.sets.len()));
    let dispatcher = Dispatcher {
        reporter,
        queue,
        tables: LocalExecutor::start(&context, &cores).map_err(|e| no_thread(&e))?,
        writer,
        kept,
        until,
        playing: 0,
        waiting: 0,
        weight: 0,
        at_once: false,
    };
    if let Some(warning) = cores.warning {
        dispatcher
            .reporter
            .remark(&format!("referee: warning: {warning}"));
    }
    let closed = serve(dispatcher, &mut signals).await;
    drop((context, scope, claim));
    reporter.end();
    Ok(Finished {
        path,
        closed: closed?,
        before: false,
    })
}

/// How many processes and threads all bots may run that play at so many tables.
fn processes(tournament: &Tournament, tables: usize) -> u64 {
    let usual = &tournament.limits;
    let processes_of = |bot: &ConfiguredBot| bot.limits_under(usual).unwrap_or(*usual).processes;
    let most = tournament.bots.iter().map(processes_of).max().unwrap_or(0);
    most.saturating_mul((tables * tournament.seats.len()) as u64)
}

/// How much there is to play.
fn extent(queue: &JobQueue, until: Option<Instant>) -> RunExtent {
    RunExtent {
        games: queue.schedule().most(),
        at_most: queue.schedule().size().is_none(),
        until,
    }
}

/// A run that was at its end before.
fn finished(
    run: &Run,
    tournament: &Tournament,
    settings: &RunSettings,
    reporter: &mut dyn Reporter,
) -> Result<Finished> {
    reporter.begin(&RunStart {
        path: run.path(),
        tournament,
        jail: settings.jail.or(tournament.jail),
        sitting: None,
    })?;
    Ok(Finished {
        path: run.path().to_owned(),
        closed: DispatchEnd::Done,
        before: true,
    })
}

/// Plays until nothing is left to do, then closes everything, however it ended.
async fn serve(mut dispatcher: Dispatcher<'_>, signals: &mut Signals) -> Result<DispatchEnd> {
    let ended = dispatcher.serve(signals).await;
    let Dispatcher {
        tables,
        writer,
        at_once,
        ..
    } = dispatcher;
    if !matches!(ended, Ok(DispatchEnd::Done | DispatchEnd::TimeUp)) {
        tables.stop();
    }
    tables.close();
    let written = if at_once {
        // Its thread ends with the process.
        drop(writer);
        Ok(())
    } else {
        writer.close()
    };
    let closed = ended?;
    written.map_err(stored::failed)?;
    Ok(closed)
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
pub fn programs(bots: &[ConfiguredBot]) -> Arc<HashMap<String, Program>> {
    Arc::new(
        bots.iter()
            .map(|bot| (bot.name.clone(), bot.program.clone()))
            .collect(),
    )
}

/// Where the results of a tournament file go if nothing else is said: beside it.
pub fn results_of(file: &Path) -> PathBuf {
    file.with_extension("db")
}
