//! Checks a version before it plays: it is built, and goes through the cases of `referee check` in the ladder's game.

use std::mem;
use std::path::Path;
use std::sync::Mutex;

use anyhow::Result;
use referee_build::jail::JailRequest;
use referee_build::{BuildOptions, build_each, programs};
use referee_checks::conformance::{
    BOT, BotUnderTest, BusyWatch, CaseResult, CheckCase, Marks, Notes, OPPONENT, check, line,
};
use referee_config::{ConfiguredBot, ProgramLookup, Tournament, find_bot};
use referee_engine::{EngineContext, ProcessScope};
use referee_output::failure::machine;
use referee_output::sanitize::{plain, plain_lines};
use referee_record::TimeBudget;
use tokio::task::spawn_blocking;

use crate::durable::replace;

/// Name of the file with the words of a check, in the folder of a version.
pub const CHECK_TEXT: &str = "check.txt";
/// Name of the file with what a build printed, in the folder of a version.
pub const BUILD_TEXT: &str = "build.txt";
/// Milliseconds for a move where the ladder's games have a clock for the whole game.
const MOVE_MS: u64 = 1000;

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CheckResult {
    Passed,
    /// The bot is at fault, for this reason.
    Failed(String),
    /// The machine was too busy to tell.
    Undecided,
}

/// Checks the one bot of a tournament, and writes what its author may read into the folder of its version. Returns an
/// error if the machine fails.
pub(crate) async fn check_version(
    mut tournament: Tournament,
    scope: &ProcessScope,
    request: &JailRequest,
    version: &Path,
) -> Result<CheckResult> {
    if let Some(refused) = tournament.refused.first() {
        return Ok(CheckResult::Failed(plain(&refused.why)));
    }
    let options = BuildOptions {
        advise: true,
        ..BuildOptions::new(tournament.builds, request)
    };
    let unbuilt = build_each(&mut tournament.bots, scope, &options).await?;
    if let Some(refused) = unbuilt.refused.into_iter().next() {
        let log = plain_lines(refused.log.as_deref().unwrap_or_default());
        write(&version.join(BUILD_TEXT), &log)?;
        return Ok(CheckResult::Failed(plain(&refused.why)));
    }
    let subject = subject(&mut tournament, scope)?;
    let game = tournament.game.clone();
    let cases = spawn_blocking(move || {
        let busy = BusyWatch::begin();
        check(&subject, Some(&game), busy, &mut |_| Ok(()))
    });
    let cases = cases.await.map_err(machine)??;
    let lines = cases.iter().map(|case| line(case, Marks::plain()));
    write(&version.join(CHECK_TEXT), &lines.collect::<String>())?;
    Ok(result(&cases))
}

/// Returns the bot under test, beside an opponent.
fn subject(tournament: &mut Tournament, scope: &ProcessScope) -> Result<BotUnderTest> {
    let mut opponent = find_bot("house:random", ProgramLookup::at(scope.jail().level()))?;
    OPPONENT.clone_into(&mut opponent.name);
    let mut bots: Vec<ConfiguredBot> = mem::take(&mut tournament.bots);
    bots.truncate(1);
    let bot = bots
        .first_mut()
        .ok_or_else(|| machine("the bot is gone after its build"))?;
    BOT.clone_into(&mut bot.name);
    let limits = bot
        .limits_under(&tournament.limits)
        .unwrap_or(tournament.limits);
    let move_ms = match bot.time.budget {
        TimeBudget::Move { ms } => ms,
        TimeBudget::Clock { .. } | TimeBudget::Untimed { .. } => MOVE_MS,
    };
    let program = bot.program.clone();
    bots.push(opponent);
    Ok(BotUnderTest {
        program,
        scope: scope.clone(),
        limits,
        move_ms,
        notes: Mutex::new(Notes::default()),
        context: EngineContext {
            games: tournament.games.clone(),
            ..EngineContext::new(programs(&bots), scope.clone())
        },
    })
}

fn result(cases: &[CheckCase]) -> CheckResult {
    let faults = cases.iter().filter_map(|case| match &case.finding {
        CaseResult::Fault(fault) => Some((case, fault)),
        _ => None,
    });
    let faults: Vec<_> = faults.collect();
    if let Some((case, fault)) = faults.first() {
        let others = match faults.len() - 1 {
            0 => String::new(),
            others => format!(", and {others} more"),
        };
        return CheckResult::Failed(plain(&format!("{}: {}{others}", case.title, fault.words())));
    }
    if cases.iter().any(|case| case.finding.is_undecided()) {
        return CheckResult::Undecided;
    }
    CheckResult::Passed
}

fn write(path: &Path, text: &str) -> Result<()> {
    replace(path, text).map_err(|e| machine(format!("{}: {e}", path.display())))
}
