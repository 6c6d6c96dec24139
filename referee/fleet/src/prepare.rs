//! Prepares a worker for a run: takes the bots from the coordinator, builds them, and measures the machine.

use std::path::Path;

use anyhow::Result;
use referee_build::jail::JailRequest;
use referee_build::{BuildOptions, GameBuild, bring, build_each, jail, programs, unpack_game};
use referee_config::{BuildLimits, Builds, ProgramLookup};
use referee_engine::{Claim, Cores, EngineContext, ProcessScope};
use referee_games::GameSource;
use referee_jail::Level;
use referee_output::failure::{bad_input, machine};
use referee_record::RunSession;
use referee_tournament::session;

use crate::bots::{LARGEST, unpack_bot};
use crate::bounds::memory_here;
use crate::messages::{Beacon, RunManifest};
use crate::objects::fetch;
use crate::speed::work_us;
use crate::voice::CoordinatorVoice;
use crate::worker_settings::WorkerSettings;

/// Most bytes of a manifest.
const MANIFEST: u64 = 64 << 20;

/// What plays the games of one run on this machine.
pub(crate) struct PreparedRun {
    pub(crate) scope: ProcessScope,
    pub(crate) cores: Cores,
    _claim: Claim,
    /// Bytes of the bots' files as they came.
    pub(crate) files: u64,
    /// Memory of this machine, in MiB.
    pub(crate) here: u64,
    _folder: tempfile::TempDir,
    pub(crate) context: EngineContext,
    /// This machine, its jail and its clock.
    pub(crate) description: RunSession,
}

/// Takes the bots of a run from the coordinator and builds them.
pub(crate) async fn prepare(
    voice: &mut CoordinatorVoice<'_>,
    settings: &WorkerSettings,
    beacon: &Beacon,
) -> Result<PreparedRun> {
    let manifest = (beacon.manifest).ok_or_else(|| bad_input("the run has no manifest"))?;
    let bytes = fetch(voice, manifest, MANIFEST).await?;
    let run: RunManifest = serde_json::from_slice(&bytes)
        .map_err(|e| bad_input(format!("the run can't be read: {e}")))?;
    let level = stricter(settings.jail.level(), run.jail);
    let wanted = settings.jail.at(level).waiving(!run.pin, run.idle);
    let scope = jail::open(&wanted)?;
    let folder = tempfile::tempdir().map_err(machine)?;
    let jailed = scope.jail().confines();
    if run.cpu && !jailed {
        return Err(bad_input(
            "the run charges CPU time, which needs the jail, and there is none here; see what `referee jail` says",
        ));
    }
    let (bounds, here) = (&settings.bounds, memory_here());
    let (mut bots, mut files) = (Vec::new(), 0);
    for bot in &run.bots {
        let archive = match bot.archive {
            Some(id) => Some(fetch(voice, id, LARGEST + (LARGEST >> 3)).await?),
            None => None,
        };
        files += archive.as_ref().map_or(0, |archive| archive.len() as u64);
        let allowed = bounds.allow(here, ("the bots' files", 1), [0, files >> 20]);
        allowed.map_err(bad_input)?;
        let made = unpack_bot(bot, archive.as_deref(), folder.path(), jailed);
        bots.push(made.map_err(|why| bad_input(format!("bot {}: {why}", bot.name)))?);
    }
    run.build_limits.check().map_err(bad_input)?;
    let builds = bots.iter().any(|bot| bot.source.build.is_some());
    if builds {
        let wanted = [run.build_limits.memory_mib, 0];
        let usual = BuildLimits::default().memory_mib;
        let allowed = bounds.allow(here.max(usual), ("a build of this run", 1), wanted);
        allowed.map_err(bad_input)?;
    }
    let builds = Builds {
        jailed,
        limits: run.build_limits,
    };
    let options = BuildOptions {
        fetch: bounds.allow_fetch,
        ..BuildOptions::new(builds, &settings.jail)
    };
    let unbuilt = build_each(&mut bots, &scope, &options).await?;
    if let Some((_, why)) = unbuilt.broken.first() {
        return Err(bad_input(why));
    }
    let games = bring_game(&run, settings, (&wanted, jailed), folder.path()).await?;
    let (cores, claim) = Cores::claim(bounds.concurrency, run.cores.max(1), run.pin);
    let tables = cores.sets.len() as u64;
    scope.jail().expect(run.processes.saturating_mul(tables));
    let context = EngineContext {
        games,
        ..EngineContext::new(programs(&bots), scope.clone())
    };
    let description = RunSession {
        worker: Some(settings.name.clone()),
        work_us: Some(work_us()?),
        ..session(&scope, &cores, &wanted).await?
    };
    Ok(PreparedRun {
        description,
        scope,
        cores,
        _claim: claim,
        files,
        here,
        _folder: folder,
        context,
    })
}

/// Makes the run's game ready, if its rules are a program; it may use no more of this machine than the bots.
async fn bring_game(
    run: &RunManifest,
    settings: &WorkerSettings,
    (wanted, jailed): (&JailRequest, bool),
    folder: &Path,
) -> Result<GameSource> {
    let Some(game) = &run.game else {
        return Ok(GameSource::built_in());
    };
    let refuse = |why: String| bad_input(format!("game {}: {why}", game.name));
    let place = folder.join("game");
    let configured = unpack_game(game, &place, ProgramLookup { jailed }).map_err(refuse)?;
    let bounds = &settings.bounds;
    let limits = &configured.limits;
    // One for each game at a time, and some that rest.
    let many = bounds.concurrency.unwrap_or(1) as u64 + 2;
    let (memory, scratch) = (limits.memory_mib * many, limits.scratch_mib * many);
    let allowed = bounds.allow(
        memory_here(),
        ("the programs of the game", many),
        [memory, scratch],
    );
    allowed.map_err(refuse)?;
    if configured.program.is_built() {
        let build = [run.build_limits.memory_mib, 0];
        let usual = BuildLimits::default().memory_mib;
        let allowed = bounds.allow(
            memory_here().max(usual),
            ("the build of the game", 1),
            build,
        );
        allowed.map_err(refuse)?;
    }
    let how = GameBuild {
        builds: Builds {
            jailed,
            limits: run.build_limits,
        },
        fetch: bounds.allow_fetch,
        anew: false,
    };
    bring(Some(&configured), wanted, how).await
}

/// Returns the stricter of the worker's level and the run's.
fn stricter(own: Level, runs: Level) -> Level {
    match (own, runs) {
        (Level::Strict, _) | (_, Level::Strict) => Level::Strict,
        (Level::Auto, _) | (_, Level::Auto) => Level::Auto,
        (Level::Off, Level::Off) => Level::Off,
    }
}
