//! Runs sequential tests against a base. Each is played as a tournament, whose games are kept in a database
//! next to the file, so that the same test continues where it stopped.

use std::fmt::Write as _;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use anyhow::Result;
use referee_build::jail::JailRequest;
use referee_build::{Sources, make_results_folder};
use referee_config::match_files::{PARK_AFTER, SEATS, apart, quoted};
use referee_config::{ProgramLookup, Tournament, TournamentFile};
use referee_games::GameSource;
use referee_output::failure::{bad_input, machine, unwritable};
use referee_record::derive;
use referee_report::head_to_head::{MatchReport, MatchStatus};
use referee_store::Run;
use referee_tournament::results::RunResults;
use referee_tournament::{self as run, Reporter, RunSettings};

use super::bench::named;
use super::model::{CaseEnd, RegressionCase, TestKind, TestReport};
use super::plan::RegressionPlan;
use super::spec;

/// Name of the only case of a match: whether the tested bot is good enough.
const CASE: &str = "verdict";
/// Reason to skip a match of a bot against itself.
const SAME: &str = "the base is the same bot";
/// Hidden folder for the games, which isn't part of a bot in the same folder.
const FOLDER: &str = ".referee";

/// A match that is ready to be played.
pub(super) struct PreparedMatch {
    name: String,
    /// Prefix of its error messages.
    title: String,
    tournament: Tournament,
    out: PathBuf,
    /// Whether both bots are the same.
    same: bool,
}

/// Prepares all matches, before anything is played. Returns an error if one can't be set up.
pub(super) fn prepare(plan: &RegressionPlan, jail: &JailRequest) -> Result<Vec<PreparedMatch>> {
    let each = plan.spec.matches.iter();
    each.map(|match_spec| PreparedMatch::of(plan, match_spec, jail))
        .collect()
}

impl PreparedMatch {
    fn of(
        plan: &RegressionPlan,
        match_spec: &spec::MatchTestSpec,
        jail: &JailRequest,
    ) -> Result<PreparedMatch> {
        let title = format!("{}: matches {:?}", plan.file.display(), match_spec.name);
        let text = tournament(plan, match_spec, jail)?;
        let file = TournamentFile::of_text(&text, &title, &plan.folder, jail.said())?;
        let mut tournament = file.resolve(GameSource::built_in())?;
        tournament.concurrency = match_spec.concurrency;
        tournament.oversubscribe = match_spec.oversubscribe;
        let hashes = tournament.bots.iter().map(|bot| Ok(Sources::of(bot)?.hash));
        let hashes: Vec<String> = hashes.collect::<Result<_, String>>().map_err(bad_input)?;
        let out = results(
            plan,
            match_spec,
            &uncapped(plan, match_spec, jail)?,
            &hashes,
        )?;
        if let Ok(file) = File::options().write(true).open(&out) {
            // Programs that clean up the games of old versions go by the time of the file.
            let _ = file.set_modified(SystemTime::now());
        }
        Ok(PreparedMatch {
            name: match_spec.name.clone(),
            title,
            tournament,
            out,
            same: matches!(&hashes[..], [one, other] if one == other),
        })
    }

    /// Plays the match until its verdict, its cap, or an interrupt.
    pub(super) async fn play(
        mut self,
        jail: &JailRequest,
        fetch: bool,
        reporter: &mut dyn Reporter,
    ) -> Result<TestReport> {
        let began = Instant::now();
        let mut test = TestReport::new(TestKind::Matches, &self.name);
        let case = |end: CaseEnd, says: &str| RegressionCase {
            name: CASE.to_owned(),
            end,
            says: says.to_owned(),
            why: Vec::new(),
            regression: false,
            took: began.elapsed(),
        };
        if self.same {
            test.cases.push(case(CaseEnd::Skipped, SAME));
            return Ok(test);
        }
        let settings = RunSettings {
            file: PathBuf::from(&self.title),
            out: self.out,
            log: None,
            new: false,
            extend: None,
            changed: None,
            fetch,
            anew: false,
            jail: jail.clone(),
            games_per_minute: None,
            no_more: Arc::default(),
            remote: None,
        };
        let finished = Box::pin(run::run(&mut self.tournament, settings, reporter)).await?;
        let played = Run::open(&finished.path).map_err(machine)?;
        let results = RunResults::read(&played)?;
        let report = MatchReport::of(&played, &results, Some(finished.closed), false)?;
        let report = report.ok_or_else(|| machine("the run is no match of two"))?;
        test.cases.push(RegressionCase {
            why: run::fault_lines(&played, &report.faults)?,
            ..case(end(report.verdict), &report.says)
        });
        test.games = Some(Box::new(report));
        Ok(test)
    }
}

/// Returns the database for the games: in a hidden folder next to the file, or in the folder that the test
/// names. Its name contains the names of file and test and a hash of what is played, so that games of
/// another version aren't touched.
fn results(
    plan: &RegressionPlan,
    match_spec: &spec::MatchTestSpec,
    text: &str,
    hashes: &[String],
) -> Result<PathBuf> {
    let parts = std::iter::once(text).chain(hashes.iter().map(String::as_str));
    let parts: Vec<&str> = parts.collect();
    let hash = derive(plan.spec.seed, "results", &parts).small();
    let fit = |c: char| {
        if c.is_alphanumeric() || "-._+=".contains(c) {
            c
        } else {
            '-'
        }
    };
    let name: String = match_spec.name.chars().map(fit).collect();
    let stem = plan.file.file_stem().unwrap_or_default().to_string_lossy();
    let folder = match_spec.results.as_deref().unwrap_or(Path::new(FOLDER));
    let folder = plan.folder.join(folder);
    make_results_folder(&folder).map_err(|error| {
        let shown = folder.display();
        unwritable(
            &error,
            format!("{shown}: {error}; expected a folder for the games, or a name for one"),
        )
    })?;
    Ok(folder.join(format!("{stem}.{name}.{hash:08x}.db")))
}

/// Returns the tournament of a match without its caps: if a cap is raised, the match continues with the
/// games it has.
fn uncapped(
    plan: &RegressionPlan,
    match_spec: &spec::MatchTestSpec,
    jail: &JailRequest,
) -> Result<String> {
    let uncapped_spec = spec::MatchTestSpec {
        games: None,
        minutes: None,
        ..match_spec.clone()
    };
    tournament(plan, &uncapped_spec, jail)
}

fn end(verdict: MatchStatus) -> CaseEnd {
    match verdict {
        MatchStatus::H1 => CaseEnd::Passed,
        MatchStatus::H0 => CaseEnd::Failed,
        MatchStatus::Parked => CaseEnd::Parked,
        MatchStatus::Interrupted => CaseEnd::Skipped,
        MatchStatus::Finished
        | MatchStatus::Undecided
        | MatchStatus::Copies
        | MatchStatus::Unfinished => CaseEnd::Undecided,
    }
}

/// Returns the text of the tournament file for a match.
fn tournament(
    plan: &RegressionPlan,
    match_spec: &spec::MatchTestSpec,
    jail: &JailRequest,
) -> Result<String> {
    let places = ProgramLookup::at(jail.level());
    let bots = [&plan.spec.bot, &match_spec.base];
    let mut names = Vec::new();
    for bot in bots {
        names.push(named(bot, &plan.folder, places)?.name);
    }
    let names = apart(&names, &["new", "base"].map(str::to_owned));
    let mut options = plan.options.clone();
    let (key, two) = SEATS;
    if plan.rules.options().iter().any(|(name, _)| *name == *key) {
        options.entry(key.to_owned()).or_insert(two.to_owned());
    }
    let mut text = String::new();
    let mut say = |key: &str, value: String| {
        let _ = writeln!(text, "{key} = {value}");
    };
    say("game", quoted(&plan.spec.game));
    if !options.is_empty() {
        let pairs = options
            .iter()
            .map(|(key, value)| format!("{key} = {}", quoted(value)));
        say(
            "options",
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", ")),
        );
    }
    say("format", quoted("sprt"));
    say("park_after", PARK_AFTER.to_string());
    say("seed", plan.spec.seed.to_string());
    if let Some(book) = &match_spec.book {
        say("start", quoted(book));
    }
    if let Some(plies) = match_spec.openings {
        say("openings", plies.to_string());
    }
    let time = toml::to_string(&match_spec.time)?;
    let time: Vec<&str> = time.lines().collect();
    say("time", format!("{{ {} }}", time.join(", ")));
    say("\n[sprt]\nmodel", quoted(&match_spec.model));
    say("elo0", format!("{:?}", match_spec.elo0));
    say("elo1", format!("{:?}", match_spec.elo1));
    say("alpha", format!("{:?}", match_spec.alpha));
    say("beta", format!("{:?}", match_spec.beta));
    if let Some(games) = match_spec.games {
        say("games", games.to_string());
    }
    if let Some(minutes) = match_spec.minutes {
        say("minutes", minutes.to_string());
    }
    for (name, bot) in names.iter().zip(bots) {
        say("\n[[bots]]\nname", quoted(name));
        say("bot", quoted(bot));
    }
    Ok(text)
}
