//! A run: jobs from the schedule to the tables, records from the tables to the file of results.

mod compare;
mod differences;
mod dispatcher;
mod distinct_starts;
mod end;
mod estimate;
mod extension;
mod faults;
mod format;
mod late;
mod machine;
mod mismatch;
mod needs;
mod places;
mod plan;
mod prepare;
mod progress;
mod resume;
mod rulings;
mod screen;
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
use referee_arena::{Cores, LocalExecutor, Log, ProcessScope, Program};
use referee_schedule::JobQueue;
use referee_store::Run;
use rustix::process::{Resource, getrlimit};
use tokio::sync::mpsc::unbounded_channel;

use crate::build::BuildOptions;
use crate::config::{ConfiguredBot, Tournament};
use crate::exit::machine;
use crate::jail::{self, JailRequest};
use crate::serve::play::RunBots;
use crate::serve::{Playing, ServeArgs, Server};
use crate::{results, stdout};
use dispatcher::{Dispatcher, deadline};
use progress::{ProgressDisplay, RunExtent};
use resume::{Begin, begin};
use start::{Started, start};

pub use dispatcher::DispatchEnd;
pub use distinct_starts::{look as look_at_starts, look_at as look_at_so_many};
pub use end::tell_end;
pub use estimate::{forecast, jobs};
pub use faults::{lines as fault_lines, tell as tell_faults};
pub use needs::check_needs;
pub use places::closed;
pub use plan::plan;
pub use prepare::{inspect, playable, tell_refused};
pub use progress::span;
pub use resume::{ChangedBots, feed, is_over, queue};
pub use rulings::may_rule_on;
pub use sharing::{check, check_load, cores, no_thread};
pub use signals::Signals;
pub use stored::{failed, now_ms};
pub use summary::summary;

/// Files that must be allowed to be open: with fewer, what runs around the games can't be set up.
const FILES: u64 = 64;

/// What somebody who starts a run may choose apart from the tournament.
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
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
    /// Whether a match of two shows the interval that holds at any time.
    pub anytime: bool,
    /// How much of a jail there has to be.
    pub jail: JailRequest,
    /// Where the run is shown in browsers, if it is.
    pub pages: Option<ServeArgs>,
}

/// How a run ended.
pub struct Finished {
    /// Where the results are.
    pub path: PathBuf,
    /// Why it ended.
    pub closed: DispatchEnd,
    /// Whether every game was played before.
    pub before: bool,
    /// The pages, which go on.
    pub pages: Option<Server>,
}

/// Plays a tournament to its end, or until it is interrupted; goes on with a run that was begun.
pub async fn run(mut tournament: Tournament, settings: RunSettings) -> Result<Finished> {
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
        return finished(&run, &tournament, &settings);
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
    let playing = playing(&tournament, &settings, Some((&scope, &cores)));
    context.log = settings.log.clone().map(|folder| Log {
        folder,
        run: results::quoted(&path),
    });
    let pages = Server::of_run(settings.pages.as_ref(), &path, playing)?;
    context.observers = pages.as_ref().and_then(Server::observers);
    scope
        .jail()
        .expect(processes(&tournament, cores.sets.len()));
    let until = deadline(tournament.minutes);
    let dispatcher = Dispatcher {
        progress: ProgressDisplay::start(course(&queue, until), queue.settled().len()),
        queue,
        tables: LocalExecutor::start(&context, &cores).map_err(|e| no_thread(&e))?,
        writer,
        kept,
        anytime: settings.anytime,
        until,
        playing: 0,
        waiting: 0,
        weight: 0,
        at_once: false,
    };
    if let Some(warning) = cores.warning {
        dispatcher
            .progress
            .say(&format!("referee: warning: {warning}"));
    }
    let closed = serve(dispatcher, &mut signals).await;
    drop((context, scope, claim));
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

/// How many processes and threads all bots may run that play at so many tables.
fn processes(tournament: &Tournament, tables: usize) -> u64 {
    let usual = &tournament.limits;
    let processes_of = |bot: &ConfiguredBot| bot.limits_under(usual).unwrap_or(*usual).processes;
    let most = tournament.bots.iter().map(processes_of).max().unwrap_or(0);
    most.saturating_mul((tables * tournament.seats.len()) as u64)
}

/// How much there is to play.
fn course(queue: &JobQueue, until: Option<Instant>) -> RunExtent {
    RunExtent {
        games: queue.schedule().most(),
        at_most: queue.schedule().size().is_none(),
        until,
    }
}

/// A run that was at its end before.
fn finished(run: &Run, tournament: &Tournament, settings: &RunSettings) -> Result<Finished> {
    let path = run.path().to_owned();
    let playing = playing(tournament, settings, None);
    Ok(Finished {
        pages: Server::of_run(settings.pages.as_ref(), &path, playing)?,
        path,
        closed: DispatchEnd::Done,
        before: true,
    })
}

/// Against whom people play meanwhile; with a haven while the run goes on in it.
fn playing(
    tournament: &Tournament,
    settings: &RunSettings,
    ground: Option<(&ProcessScope, &Cores)>,
) -> Playing {
    Playing {
        field: RunBots {
            game: tournament.game.clone(),
            bots: tournament.bots.clone(),
            scope: ground.map(|(scope, _)| scope.clone()),
        },
        jail: settings.jail.or(tournament.jail),
        cores: ground.map(|(_, cores)| cores.clone()),
    }
}

/// Plays until nothing is left to do, then closes everything, however it ended.
async fn serve(mut dispatcher: Dispatcher, signals: &mut Signals) -> Result<DispatchEnd> {
    let ended = dispatcher.serve(signals).await;
    let Dispatcher {
        tables,
        writer,
        progress,
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
    progress.finish();
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
