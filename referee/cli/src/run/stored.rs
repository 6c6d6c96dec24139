//! What a run writes about itself: editions, sittings, and how a failing store is told.

use std::io;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use referee_schedule::{Format, Plan};
use referee_store::{self as store, Bot, LeftOut, Sitting, WriteError};

use super::compare::Edition;
use super::machine;
use crate::config::{Entrant, Tournament};
use crate::exit;

/// The tournament as it is played from now on; `now` knows the bots' sources as they were before any
/// build.
pub fn edition(
    tournament: &Tournament,
    plan: &Plan,
    now: &Edition,
    games: Option<u64>,
) -> Result<store::Edition> {
    let bots = tournament.bots.iter().map(|bot| Bot {
        name: bot.name.clone(),
        command: words(bot),
        sources: now.sources.get(&bot.name).cloned(),
        version: None,
    });
    let left_out = tournament.refused.iter().map(|refused| LeftOut {
        name: refused.name.clone(),
        why: refused.why.clone(),
        log: refused.log.clone(),
        sources: now.sources.get(&refused.name).cloned(),
    });
    Ok(store::Edition {
        config: tournament.text.clone(),
        plan: serde_json::to_value(plan)?,
        games,
        bots: bots.collect(),
        left_out: left_out.collect(),
        since_ms: now_ms(),
    })
}

fn words(bot: &Entrant) -> Vec<String> {
    let words = std::iter::once(bot.program.executable.to_string_lossy())
        .chain(bot.program.args.iter().map(|arg| arg.to_string_lossy()));
    words.map(std::borrow::Cow::into_owned).collect()
}

/// This start of the run, on this machine.
pub fn sitting() -> Sitting {
    Sitting {
        began_ms: now_ms(),
        referee: env!("CARGO_PKG_VERSION").to_owned(),
        machine: machine::describe(),
    }
}

/// Milliseconds since 1970.
pub fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let ms = now.unwrap_or_default().as_millis();
    u64::try_from(ms).unwrap_or(u64::MAX)
}

/// Why games that were played can't be taken back in a format, if they can't.
pub fn rests_on_results(format: &Format) -> Option<&'static str> {
    match format {
        Format::RoundRobin { .. } | Format::Gauntlet { .. } => None,
        _ => Some(
            "in this format later pairings rest on earlier results, so games that were played can't \
             be taken back; begin another run with --new",
        ),
    }
}

/// The error of a store that can't be written: the fault of whoever named it, or of the machine.
pub fn failed(error: WriteError) -> anyhow::Error {
    let kind = match &error {
        WriteError::Create { source, .. } | WriteError::Open { source, .. } => source.kind(),
        WriteError::Failed { .. } => io::ErrorKind::Other,
        _ => return exit::bad_input(error),
    };
    match kind {
        io::ErrorKind::NotFound
        | io::ErrorKind::AlreadyExists
        | io::ErrorKind::NotADirectory
        | io::ErrorKind::IsADirectory
        | io::ErrorKind::PermissionDenied => exit::bad_input(error),
        _ => exit::machine(error),
    }
}
