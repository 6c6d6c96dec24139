//! A run: jobs from the schedule to the tables, records from the tables to the file of results.

mod begin;
mod compare;
mod desk;
mod differences;
mod distinct;
mod end;
mod estimate;
mod faults;
mod format;
mod late;
mod machine;
mod needs;
mod places;
mod plan;
mod prepare;
mod progress;
mod rulings;
mod screen;
mod sharing;
mod signals;
mod start;
mod stored;
mod summary;
#[cfg(test)]
mod tests;
mod ways;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use referee_arena::{Cores, Haven, Local, Log, Program};
use referee_schedule::Issuer;
use referee_store::Run;
use rustix::process::{Resource, getrlimit};
use tokio::sync::mpsc::unbounded_channel;

use crate::build::Wishes;
use crate::config::{Entrant, Tournament};
use crate::exit::machine;
use crate::jail::{self, Wanted};
use crate::serve::play::Field;
use crate::serve::{Playing, ServeArgs, Server};
use crate::{out, results};
use begin::{Begin, begin};
use desk::{Desk, deadline};
use progress::{Course, Progress};
use start::{Started, start};

pub use begin::{ChangedBots, feed, is_over, issuer};
pub use desk::Closed;
pub use distinct::{look as look_at_starts, look_at as look_at_so_many};
pub use end::tell_end;
pub use estimate::{forecast, jobs};
pub use faults::{lines as fault_lines, tell as tell_faults};
pub use needs::check_needs;
pub use places::closed;
pub use plan::plan;
pub use prepare::{inspect, playable, tell_refused};
pub use progress::span;
pub use rulings::may_rule_on;
pub use sharing::{check, check_load, cores, no_thread};
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
    let (cores, claim) = sharing::claim(&tournament);
    let mut signals = Signals::catch()?;
    let ground = (&haven, &cores);
    let starting = start(
        &mut tournament,
        &settings,
        begin,
        ground,
        (&wishes, announce),
    );
    let Started {
        mut house,
        writer,
        issuer,
    } = signals.unless_they_come(&haven, starting).await?;
    let path = writer.path().to_owned();
    let playing = playing(&tournament, &settings, Some((&haven, &cores)));
    house.log = settings.log.clone().map(|folder| Log {
        folder,
        run: results::quoted(&path),
    });
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
        at_once: false,
    };
    if let Some(warning) = cores.warning {
        desk.progress.say(&format!("referee: warning: {warning}"));
    }
    let closed = serve(desk, &mut signals).await;
    drop((house, haven, claim));
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
fn playing(
    tournament: &Tournament,
    settings: &Settings,
    ground: Option<(&Haven, &Cores)>,
) -> Playing {
    Playing {
        field: Field {
            game: tournament.game.clone(),
            bots: tournament.bots.clone(),
            haven: ground.map(|(haven, _)| haven.clone()),
        },
        jail: settings.jail.or(tournament.jail),
        cores: ground.map(|(_, cores)| cores.clone()),
    }
}

/// Plays until nothing is left to do, then closes everything, however it ended.
async fn serve(mut desk: Desk, signals: &mut Signals) -> Result<Closed> {
    let ended = desk.serve(signals).await;
    let Desk {
        tables,
        writer,
        progress,
        at_once,
        ..
    } = desk;
    if !matches!(ended, Ok(Closed::Done | Closed::TimeUp)) {
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
pub fn programs(bots: &[Entrant]) -> Arc<HashMap<String, Program>> {
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
