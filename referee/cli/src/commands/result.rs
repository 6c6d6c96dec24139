//! The result of a run in the words of its format, the same by whichever command it was played.

use std::path::Path;

use referee_output::Exit;
use referee_output::sanitize::document;
use referee_report::head_to_head::field::{self, GauntletResult};
use referee_report::head_to_head::{self, MatchReport};
use referee_report::standings::{self, RunReport};
use referee_report::tune::{self, TuningReport};
use referee_stats::MAIN;
use referee_store::Run;
use referee_tournament::DispatchEnd;
use referee_tournament::results::{RunResults, plan};

/// The result of a run.
pub enum RunResult {
    /// Of two bots.
    Match(MatchReport),
    /// Of a newcomer against several bots.
    Gauntlet(GauntletResult),
    /// Of a bot against itself with other parameters.
    Tuning(TuningReport),
    /// Of every other format.
    Standings(RunReport),
}

impl RunResult {
    /// Computes the result of a run that ended so; the file names the tournament. `anytime` asks for the
    /// interval of a match that is valid at any time.
    pub fn of(
        run: &Run,
        closed: DispatchEnd,
        file: &Path,
        anytime: bool,
    ) -> anyhow::Result<RunResult> {
        if plan(run)?.format.is_duel() {
            let results = RunResults::read(run)?;
            if let Some(report) = TuningReport::of(run, &results, Some(closed), Some(file))? {
                return Ok(RunResult::Tuning(report));
            }
            if let Some(report) = MatchReport::of(run, &results, Some(closed), anytime)? {
                return Ok(RunResult::Match(report));
            }
        }
        if let Some(result) = GauntletResult::of(run)? {
            return Ok(RunResult::Gauntlet(result));
        }
        Ok(RunResult::Standings(RunReport::of(run, MAIN, u64::MAX)?))
    }

    /// Returns the text for people.
    pub fn text(&self) -> String {
        match self {
            RunResult::Match(report) => head_to_head::text::block(report),
            RunResult::Gauntlet(result) => field::text(result),
            RunResult::Tuning(report) => tune::block(report),
            RunResult::Standings(report) => standings::text::whole(report, false),
        }
    }

    /// Returns the document for programs.
    pub fn json(&self) -> anyhow::Result<String> {
        Ok(match self {
            RunResult::Match(report) => document(report)?,
            RunResult::Gauntlet(result) => document(result)?,
            RunResult::Tuning(report) => document(report)?,
            RunResult::Standings(report) => document(report)?,
        })
    }

    /// Returns the exit code of a command that played the run.
    pub fn exit(&self, closed: DispatchEnd) -> Exit {
        let exit = match self {
            RunResult::Match(report) => report.exit(),
            RunResult::Gauntlet(result) => result.exit(),
            RunResult::Tuning(report) => report.exit(),
            RunResult::Standings(_) => Exit::Fine,
        };
        match closed {
            DispatchEnd::Interrupted if exit == Exit::Fine => Exit::Interrupted,
            _ => exit,
        }
    }
}
