//! `referee run`: plays a tournament.

mod absent;
mod dry;
mod repeats;

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::args::ChangedBotsArg;
use crate::args::PageArgs;
use crate::args::number::{positive, whole};
use referee_build::BuildOptions;
use referee_config::TournamentFile;
use referee_output::failure::machine;
use referee_output::sanitize::document;
use referee_output::{Exit, remarks, stdout};
use referee_report::exam::{self, Audience, ExamResults};
use referee_store::Run;
use referee_tournament::results::quoted;
use referee_tournament::{self as run, DispatchEnd, RunSettings, SpoiltGames};

use super::at_once::AtOnceArgs;
use super::result::RunResult;
use crate::args::{FleetArgs, JailArgs};
use crate::display::TerminalReporter;
use crate::ready_game::games_of;

/// Play a tournament.
///
/// Shows the progress on stderr, and prints the final standings and the crosstable; of a match its
/// figures, of a tuning the parameters over time (docs/tuning.md), of an exam the marks. The results go
/// into a database next to the tournament file. Run the same command again to resume a run that was
/// stopped. Earlier results are never overwritten. A test that accepts elo0 ends with exit code 1.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  referee run tournaments/quickstart.toml
  referee run cup.toml --concurrency 4 --log traffic/
  referee run cup.toml --new
  referee run cup.toml --extend --changed-bots keep
  referee run cup.toml --max-minutes 90
  referee run cup.toml --dry-run
  referee run cup.toml --jail strict
  referee run cup.toml --serve
  referee run cup.toml --fleet nats://10.0.0.1:4222
  referee run tournaments/tune.toml
  referee run cup.toml --json > standings.json")]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own")]
pub struct RunArgs {
    /// The tournament file.
    file: PathBuf,
    /// Find, build and start the bots, print the tournament, its expected length and the bots that
    /// would not play, and play no game.
    #[arg(long)]
    dry_run: bool,
    /// Print JSON instead of tables.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    at_once: AtOnceArgs,
    /// Start no game after this many minutes, instead of the file's; the same command resumes the
    /// run.
    #[arg(long, value_name = "MINUTES", value_parser = positive)]
    max_minutes: Option<NonZeroU32>,
    /// Seed of everything random, instead of the file's.
    #[arg(long, value_parser = whole::<u64, 0, { i64::MAX as u64 }>)]
    seed: Option<u64>,
    /// The file for the results [default: NAME.db next to the tournament file].
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Log the messages to and from each bot, and its stderr, into this folder.
    #[arg(long, value_name = "DIR", conflicts_with = "fleet")]
    log: Option<PathBuf>,
    /// Allow bots to run their `fetch` command, which has network access, before the build.
    #[arg(long)]
    allow_fetch: bool,
    /// Build every bot again, without the build cache.
    #[arg(long)]
    build_anew: bool,
    /// Serve the run as web pages, during the run and then until Ctrl-C.
    #[arg(long)]
    serve: bool,
    #[command(flatten)]
    again: Again,
    #[command(flatten)]
    pages: PageArgs,
    #[command(flatten)]
    jail: JailArgs,
    #[command(flatten)]
    fleet: FleetArgs,
}

/// What to do if there is a run already.
#[derive(clap::Args)]
#[command(next_help_heading = "If there is a run already")]
struct Again {
    /// Start a new run even if there is one, in NAME-2.db and so on.
    #[arg(long, conflicts_with = "extend")]
    new: bool,
    /// Resume the run with the file's changes: other bots (the games of new bots come last, removed
    /// bots play no more), or more rounds or games; in an exam also with annulled errors of the
    /// qualification, which are played again.
    #[arg(long)]
    extend: bool,
    /// Replay or keep the games of bots whose sources have changed since, instead of the file's
    /// `changed_bots`.
    #[arg(long, value_name = "WHAT")]
    changed_bots: Option<ChangedBotsArg>,
}

impl RunArgs {
    /// Plays the tournament.
    pub fn run(self) -> anyhow::Result<Exit> {
        let jail = self.jail.wanted();
        let file = TournamentFile::read(&self.file, jail.said())?;
        let games = games_of(&file, &jail, (self.allow_fetch, self.build_anew))?;
        let mut tournament = if self.dry_run {
            file.resolve_any(games)?
        } else {
            file.resolve(games)?
        };
        tournament.seed = self.seed.unwrap_or(tournament.seed);
        tournament.seed_given |= self.seed.is_some();
        self.at_once.apply(&mut tournament);
        tournament.minutes = self.max_minutes.or(tournament.minutes);
        let runtime = run::runtime()?;
        let fleet = self.fleet.words();
        let out = self.out.unwrap_or_else(|| run::results_of(&self.file));
        if self.dry_run {
            let options = BuildOptions {
                fetch: self.allow_fetch,
                anew: self.build_anew,
                advise: true,
                closed: run::closed(&tournament, &self.file, &out, self.log.as_deref()),
                ..BuildOptions::new(tournament.builds, &jail)
            };
            let jail = run::jail_of(&jail, &tournament);
            return runtime.block_on(dry::run(&self.file, tournament, &options, &jail, self.json));
        }
        let settings = RunSettings {
            out,
            log: self.log,
            file: self.file.clone(),
            new: self.again.new,
            extend: Some(self.again.extend),
            changed: self.again.changed_bots.map(Into::into),
            fetch: self.allow_fetch,
            anew: self.build_anew,
            jail,
            games_per_minute: None,
            no_more: Arc::default(),
            remote: self.fleet.remote()?,
        };
        let pages = (self.serve || self.pages.any()).then(|| self.pages.wanted());
        let mut reporter = TerminalReporter::with_pages(pages);
        let exam = tournament.exam.as_ref().map(|exam| exam.roster.clone());
        let finished = runtime.block_on(run::run(&mut tournament, settings, &mut reporter))?;
        let played = Run::open(&finished.path).map_err(machine)?;
        let (text, exit) = if let Some(roster) = exam {
            let exit = match finished.closed {
                DispatchEnd::Interrupted => Exit::Interrupted,
                DispatchEnd::Done | DispatchEnd::TimeUp => Exit::Fine,
            };
            let text = marks(&finished.path, roster.as_deref(), self.json)?;
            (text, exit)
        } else {
            let result = RunResult::of(&played, finished.closed, &self.file, false)?;
            let text = if self.json {
                result.json()?
            } else {
                result.text()
            };
            (text, result.exit(finished.closed))
        };
        if self.json {
            stdout::text(&text)?;
        } else {
            stdout::table(&text)?;
        }
        let tallies = played.tallies().map_err(machine)?;
        let spoilt = SpoiltGames::of(&played, tallies.main())?;
        let is_duel = run::results::plan(&played)?.format.is_duel();
        let exit = match exit {
            Exit::Fine if !is_duel && !spoilt.is_empty() => Exit::Undecided,
            exit => exit,
        };
        let usual = finished.path == run::results_of(&self.file);
        let out = (!usual).then(|| format!(" --out {}", quoted(&finished.path)));
        let out = out.unwrap_or_default();
        let again = format!("referee run {}{out}{fleet}", quoted(&self.file));
        let counts = (tallies.main(), &spoilt);
        run::tell_end(&finished, &played, counts, (&self.file, &again))?;
        if let Some(server) = reporter
            .server()
            .filter(|_| finished.closed != DispatchEnd::Interrupted)
        {
            remarks::lines(&format!("{} stays until Ctrl-C", server.url()));
            runtime.block_on(async {
                run::Signals::catch()?.come().await;
                anyhow::Ok(())
            })?;
        }
        Ok(exit)
    }
}

/// Returns the marks that are printed at the end of an exam.
fn marks(path: &Path, roster: Option<&Path>, json: bool) -> anyhow::Result<String> {
    let results = ExamResults::read(path, roster)?;
    if json {
        return Ok(document(&exam::json(&results, Audience::Instructor))?);
    }
    Ok(exam::text(&results, Audience::Instructor))
}
