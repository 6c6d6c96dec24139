//! Prepares a tournament for its first game: builds and greets bots, calibrates the clock and opens the
//! results.

use anyhow::Result;
use referee_build::jail::JailRequest;
use referee_build::{BuildOptions, pack_game};
use referee_config::Tournament;
use referee_engine::{Cores, EngineContext, ProcessScope, stay_beside};
use referee_output::failure::bad_input;
use referee_record::RunSession;
use referee_schedule::JobQueue;
use referee_store::{self as store, Announcement, Header, Held, Reserved, Run, Writer};

use super::compare::PlayedConfig;
use super::distinct_starts::finder;
use super::prepare::{prepare, tell_look_alikes, tell_refused, tell_silent, tell_strays};
use super::resume::Begin;
use super::{RunSettings, jail_of, plan, stored};
use crate::results::{RunResults, queue, unreadable};

/// A run that is ready for its first game.
pub(crate) struct Started {
    /// Context with the bots.
    pub context: EngineContext,
    /// Writer of the results, which holds their lock.
    pub writer: Writer,
    /// Jobs to be played next.
    pub queue: JobQueue,
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
    let _beside = (!elsewhere).then(|| stay_beside(cores));
    let writer = Writer::go_on(held, &session, announce).map_err(stored::failed)?;
    let queue = go_on(&writer, tournament)?;
    Ok(Started {
        context,
        writer,
        queue,
    })
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

/// Creates the queue of a run that is continued; its lock is already held. Returns an error if a bot of the
/// run can't play now.
fn go_on(writer: &Writer, tournament: &Tournament) -> Result<JobQueue> {
    let run = Run::open(writer.path()).map_err(unreadable)?;
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
    let mut queue = results.into_queue();
    if let Some(finder) = finder {
        queue.find_starts_by(finder);
    }
    Ok(queue)
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
