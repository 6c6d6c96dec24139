//! Builds what a run stores about itself (revisions, sessions), and converts errors of the store.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use referee_build::jail::{self, JailRequest};
use referee_config::{ConfiguredBot, Tournament};
use referee_engine::{Cores, ProcessScope};
use referee_output::failure::{bad_input, machine};
use referee_record::RunSession;
use referee_schedule::Plan;
use referee_store::{self as store, OmittedSubmission, StoredBot, WriteError};

use super::compare::{PlayedConfig, stored_commit};
use super::prepare::aside;
use crate::calibration;

/// Describes the tournament as it is played from now on; `now` knows the bots' sources as they were before
/// any build.
pub(crate) fn revision(
    tournament: &Tournament,
    plan: &Plan,
    now: &PlayedConfig,
    games: Option<u64>,
) -> Result<store::ConfigRevision> {
    let bots = tournament.bots.iter().map(|bot| StoredBot {
        name: bot.name.clone(),
        command: words(bot),
        sources: now.hash_of(&bot.name).cloned(),
        commit: bot.commit.as_ref().map(stored_commit),
        fetched: bot.fetch.as_ref().map(|fetch| fetch.words.clone()),
        version: None,
    });
    let left_out = tournament.refused.iter().map(|refused| OmittedSubmission {
        name: refused.name.clone(),
        why: refused.why.clone(),
        log: refused.log.clone(),
        sources: now.hash_of(&refused.name).cloned(),
    });
    Ok(store::ConfigRevision {
        config: tournament.text.clone(),
        plan: serde_json::to_value(plan)?,
        games,
        game: None,
        bots: bots.collect(),
        left_out: left_out.collect(),
        since_ms: now_ms(),
    })
}

fn words(bot: &ConfiguredBot) -> Vec<String> {
    let words = (bot.program.through.iter())
        .map(|word| word.to_string_lossy())
        .chain([bot.program.executable.to_string_lossy()])
        .chain(bot.program.args.iter().map(|arg| arg.to_string_lossy()));
    let with_commit = |name: std::borrow::Cow<'_, str>| match &bot.commit {
        Some(commit) => commit.replace_root(&name),
        None => name.into_owned(),
    };
    words.map(with_commit).collect()
}

/// Describes a session that begins now, without what is known only where its games are played.
pub(crate) fn session_elsewhere() -> RunSession {
    RunSession {
        began_ms: now_ms(),
        referee: env!("CARGO_PKG_VERSION").to_owned(),
        machine: super::machine::describe(),
        ..RunSession::default()
    }
}

/// Describes a session that begins now and whose games are played on this machine; calibrates the clock. Returns an
/// error if the machine can't.
pub async fn session(
    scope: &ProcessScope,
    cores: &Cores,
    wanted: &JailRequest,
) -> Result<RunSession> {
    let began = session_elsewhere();
    let context = calibration::context(scope)?;
    let (engine_context, sets) = (context.clone(), cores.clone());
    let calibrated = aside(&context, "calibration", move || {
        calibration::play(&engine_context, &sets, 1)
    });
    Ok(RunSession {
        jail: Some(jail::stored(scope.jail(), wanted)),
        clock: calibrated.await?.ok(),
        crowded: cores.warning.clone(),
        ..began
    })
}

/// Milliseconds since 1970.
pub fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let ms = now.unwrap_or_default().as_millis();
    u64::try_from(ms).unwrap_or(u64::MAX)
}

/// Converts the error of a store that can't be written: the fault is the user's or the machine's.
pub fn failed(error: WriteError) -> anyhow::Error {
    if error.is_machines() {
        machine(error)
    } else {
        bad_input(error)
    }
}
