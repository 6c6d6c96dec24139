//! Prepares a tournament for its first game: builds and greets bots, calibrates the clock and opens the
//! results.

use std::path::Path;
use std::thread::Builder;

use anyhow::Result;
use referee_build::jail::JailRequest;
use referee_build::{BuildOptions, pack_game};
use referee_config::Tournament;
use referee_engine::{Cores, EngineContext, ProcessScope, stay_beside};
use referee_output::failure::{bad_input, machine};
use referee_output::remarks;
use referee_record::RunSession;
use referee_schedule::{JobQueue, RepeatFinder};
use referee_store::{self as store, Announcement, Header, Held, Reserved, Run, Writer};
use tokio::sync::oneshot;

use super::compare::PlayedConfig;
use super::distinct_starts::finder;
use super::prepare::{prepare, tell_look_alikes, tell_refused, tell_silent, tell_strays};
use super::resume::Begin;
use super::sharing::no_thread;
use super::{RunSettings, jail_of, plan, stored};
use crate::results::{RunResults, queue, unreadable};

/// Settled games from which on finding their starts again takes a while.
const MANY: u64 = 100_000;

/// A run that is ready for its first game.
pub(crate) struct Started {
    /// Context with the bots.
    pub context: EngineContext,
    /// Writer of the results, which holds their lock.
    pub writer: Writer,
    /// Jobs to be played next.
    pub queue: JobQueue,
    /// Games that were settled before.
    pub settled: u64,
}

/// Prepares everything for the first game. Dropping the future ends it.
pub(crate) async fn start(
    tournament: &mut Tournament,
    settings: &RunSettings,
    begin: Begin,
    (process_scope, cores, elsewhere): (&ProcessScope, &Cores, bool),
    (build_options, announce): (&BuildOptions, impl Fn(Announcement) + Send + 'static),
) -> Result<Started> {
    let jail = jail_of(&settings.jail, tournament);
    let extension = match begin {
        Begin::Anew(now) => {
            // Builds may take minutes; the reservation keeps other processes from beginning the same run
            // meanwhile.
            let out = &settings.out;
            let reserved = if settings.new {
                Reserved::next(out)
            } else {
                Reserved::exactly(out)
            };
            let reserved = reserved.map_err(stored::failed)?;
            let draft = stored::revision(tournament, &now.plan, &now, None)?;
            let context = ready(tournament, process_scope, build_options).await?;
            let session = session(process_scope, cores, &jail, elsewhere).await?;
            let (header, queue) = anew(draft, &now, tournament, settings, session)?;
            // The thread of the store runs where this one does when it is started.
            let _beside = (!elsewhere).then(|| stay_beside(cores));
            let writer = Writer::create_at(reserved, &header, announce);
            return Ok(Started {
                context,
                writer: writer.map_err(stored::failed)?,
                queue,
                settled: 0,
            });
        }
        Begin::GoOn(extension) => extension,
        Begin::Finished(_) => None,
    };
    let mut held = Held::open(&settings.out).map_err(stored::failed)?;
    let session = session(process_scope, cores, &jail, elsewhere).await?;
    let context = ready(tournament, process_scope, build_options).await?;
    if let Some(extension) = extension {
        extension.store(tournament, &settings.file, &mut held)?;
    }
    let (mut queue, finder) = go_on(&settings.out, tournament)?;
    let settled = queue.settled().len();
    if let Some(finder) = finder {
        queue.find_starts_by(finder);
        queue = caught_up(queue).await?;
    }
    let _beside = (!elsewhere).then(|| stay_beside(cores));
    let writer = Writer::go_on(held, &session, announce).map_err(stored::failed)?;
    Ok(Started {
        context,
        writer,
        queue,
        settled,
    })
}

/// Lets a queue come to its next game, for which the starts of all games before it are drawn again.
async fn caught_up(mut queue: JobQueue) -> Result<JobQueue> {
    let games = queue.settled().len();
    if games >= MANY {
        remarks::lines(&format!(
            "referee: finding the starts of the {games} games that were played"
        ));
    }
    let (tell, told) = oneshot::channel();
    let work = move || {
        if let Some(next) = queue.issue_first() {
            queue.give_back(next);
        }
        drop(tell.send(queue));
    };
    // Not by the runtime, whose end would wait for it after an interrupt.
    let thread = Builder::new().name("starts".to_owned()).spawn(work);
    thread.map_err(|e| no_thread(&e))?;
    told.await.map_err(machine)
}

async fn session(
    scope: &ProcessScope,
    cores: &Cores,
    jail: &JailRequest,
    elsewhere: bool,
) -> Result<RunSession> {
    if elsewhere {
        return Ok(stored::session_elsewhere());
    }
    stored::session(scope, cores, jail).await
}

/// Creates the queue of a run that is continued, and what finds the starts that its plan foresees; the lock of the run
/// is already held. Returns an error if a bot of the run can't play now.
fn go_on(
    path: &Path,
    tournament: &Tournament,
) -> Result<(JobQueue, Option<Box<dyn RepeatFinder>>)> {
    let run = Run::open(path).map_err(unreadable)?;
    let results = RunResults::read(&run)?;
    let plan = &results.plan;
    let gone = plan.withdrawn();
    let plays = |name: &str| tournament.bots.iter().any(|bot| bot.name == name);
    let missing =
        |bot: &&referee_schedule::Entrant| !gone.contains(&*bot.name) && !plays(&bot.name);
    if let Some(bot) = plan.everybody().find(missing) {
        let refused = tournament.refused.iter().find(|one| one.name == bot.name);
        let why = refused.map_or("it isn't there any more", |refused| &refused.why);
        return Err(bad_input(format!(
            "bot {} takes part in this run and can't play now: {why}; mend it, or take it out of the \
             tournament file and use --extend",
            bot.name
        )));
    }
    let finder = finder(&tournament.games, &plan.setup).map_err(bad_input)?;
    Ok((results.into_queue(), finder))
}

/// Creates the header and the queue of a new run. Bots may have been left out since the draft was made; the
/// draft holds their commands as they were before any build.
fn anew(
    draft: store::ConfigRevision,
    now: &PlayedConfig,
    tournament: &Tournament,
    settings: &RunSettings,
    session: RunSession,
) -> Result<(Header, JobQueue)> {
    let file = settings.file.display();
    let enough = tournament.check_bots();
    enough.map_err(|why| bad_input(format!("{file}: {why}")))?;
    let plan = plan(tournament);
    let mut queue = queue(&plan, &settings.file)?;
    if let Some(finder) = finder(&tournament.games, &plan.setup).map_err(bad_input)? {
        queue.find_starts_by(finder);
    }
    let mut revision = stored::revision(tournament, &plan, now, queue.schedule().size())?;
    let plays = |name: &str| tournament.bots.iter().any(|bot| bot.name == name);
    revision.bots = draft.bots;
    if let Some(game) = &tournament.program {
        let stored = pack_game(game).map_err(bad_input)?;
        if Some(&stored.sources) != tournament.rules.as_ref() {
            let name = &stored.name;
            return Err(bad_input(format!(
                "{file}: the folder of {name} changed while the run began; begin it again"
            )));
        }
        revision.game = Some(stored);
    }
    revision.bots.retain(|bot| plays(&bot.name));
    let header = Header::new(tournament.seed, revision, session);
    Ok((header, queue))
}

/// Prepares the bots, and reports which could be confused, which were left out and which aren't ready.
async fn ready(
    tournament: &mut Tournament,
    scope: &ProcessScope,
    options: &BuildOptions,
) -> Result<EngineContext> {
    tell_strays(tournament);
    tell_look_alikes(tournament);
    let prepared = prepare(tournament, scope, options).await?;
    tell_refused(tournament);
    tell_silent(&prepared.silent);
    Ok(prepared.context)
}
