//! Plays a match, and prints its result as text or JSON and as files for other programs.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use referee_build::Sources;
use referee_config::{Tournament, TournamentFile};
use referee_games::GameSource;
use referee_output::failure::{bad_input, machine};
use referee_output::sanitize::plain;
use referee_output::{Exit, remarks, stdout};
use referee_report::ci::CheckReport;
use referee_report::head_to_head::verdict;
use referee_store::Run;
use referee_tournament::{self as run, RunSettings};

use super::match_order::{MatchOrder, here};
use crate::commands::head_to_head::args::OrderArgs;
use crate::commands::result::RunResult;
use crate::display::TerminalReporter;

/// A match to be played.
pub struct MatchRequest {
    /// The name of the command.
    pub command: &'static str,
    /// The tournament.
    pub order: MatchOrder,
    /// The options for its games.
    pub args: OrderArgs,
    /// In a gauntlet, the number of starts that a new bot needs.
    pub starts: Option<u64>,
    /// True if the confidence interval that is valid at any time is shown.
    pub anytime: bool,
}

/// Plays a match until it ends or is interrupted.
pub fn play(asked: MatchRequest) -> anyhow::Result<Exit> {
    let MatchRequest {
        command,
        order,
        args,
        starts,
        anytime,
    } = asked;
    let outputs = args.outputs.wanted();
    outputs.look()?;
    let jail = args.jail.wanted();
    let refuse = |why: String| bad_input(format!("{}: {why}", order.title));
    let file = TournamentFile::of_text(&order.text, &order.title, here(), jail.said())?;
    let mut tournament = file.resolve(order.games)?;
    args.at_once.apply(&mut tournament);
    tournament.minutes = args.max_minutes;
    remark_same(&tournament);
    if let Some(starts) = starts {
        run::look_at_so_many(&mut tournament, starts).map_err(refuse)?;
    }
    let settings = RunSettings {
        file: PathBuf::from(&order.title),
        out: order.out,
        log: None,
        new: args.new,
        extend: None,
        changed: args.changed_bots.map(Into::into),
        fetch: args.allow_fetch,
        anew: false,
        jail,
        games_per_minute: None,
        no_more: Arc::default(),
        remote: args.fleet.remote()?,
    };
    // From the build on, output of other programs may be printed.
    let hushed = outputs.hush(args.json)?;
    let began = Instant::now();
    let games = tournament.games.clone();
    let finished = run::runtime()?.block_on(run::run(
        &mut tournament,
        settings,
        &mut TerminalReporter::of_match(anytime),
    ))?;
    let played = Run::open(&finished.path).map_err(machine)?;
    let result = RunResult::of(&played, finished.closed, here(), anytime)?;
    let exit = result.exit(finished.closed);
    let verdict = check_report(command, (&played, &games), &result, exit, began.elapsed())?;
    stdout::text(&if args.json {
        result.json()?
    } else {
        result.text()
    })?;
    if let RunResult::Match(report) = &result {
        for line in run::fault_lines(&played, &report.faults)? {
            remarks::sentences(&line);
        }
    } else {
        let tallies = played.tallies().map_err(machine)?;
        run::tell_faults(&played, tallies.main())?;
    }
    drop(hushed);
    outputs.write(&verdict, args.json)?;
    Ok(verdict.exit)
}

/// Warns if both bots are the same, because such a match measures nothing. Errors in reading them are
/// reported later.
fn remark_same(tournament: &Tournament) {
    if let [one, other] = &tournament.bots[..]
        && Sources::of(one).is_ok_and(|first_sources| Sources::of(other) == Ok(first_sources))
    {
        let (one, other) = (plain(&one.name), plain(&other.name));
        remarks::lines(&format!(
            "referee: warning: {one} and {other} are the same bot"
        ));
    }
}

/// Returns the result in the form for files and pull requests.
fn check_report(
    command: &'static str,
    (played, games): (&Run, &GameSource),
    result: &RunResult,
    exit: Exit,
    took: Duration,
) -> anyhow::Result<CheckReport> {
    match result {
        RunResult::Match(report) => verdict::of_match(command, played, games, report, took),
        RunResult::Gauntlet(result) => verdict::of_gauntlet(played, games, result, exit, took),
        RunResult::Tuning(_) | RunResult::Standings(_) => Err(bad_input("this run is no match")),
    }
}
