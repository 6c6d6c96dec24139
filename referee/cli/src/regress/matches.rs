//! Sequential tests against a base: a tournament is made of the file, and a database beside it keeps
//! the games, so that the same test goes on where it stopped.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use referee_record::derive;
use referee_store::Run;

use super::bench::named;
use super::model::{Case, End, Kind, Test};
use super::plan::Plan;
use super::spec;
use crate::config::{self, Entrant, Places};
use crate::duel::order::{PARK_AFTER, SEATS, apart, quoted};
use crate::duel::{Ending, Match};
use crate::exit::{bad_input, machine, unwritable};
use crate::jail::Wanted;
use crate::run::{self, Settings};
use crate::sources::sources;

/// The case of a match: whether the tested bot is good enough.
const CASE: &str = "verdict";
/// A hidden folder is no part of a bot that lies beside it.
const FOLDER: &str = ".referee";

/// Plays it to its end, its cap, or an interruption.
pub async fn play(plan: &Plan, own: &spec::Match, jail: &Wanted, fetch: bool) -> Result<Test> {
    let began = Instant::now();
    let title = format!("{}: matches {:?}", plan.file.display(), own.name);
    let refuse = |why: String| bad_input(format!("{title}: {why}"));
    let text = tournament(plan, own, jail)?;
    let tournament = config::of_text(&text, &plan.folder, jail.said());
    let mut tournament = tournament.map_err(refuse)?;
    tournament.concurrency = own.concurrency;
    let settings = Settings {
        file: PathBuf::from(&title),
        out: results(plan, own, &text, &tournament.bots)?,
        log: None,
        new: false,
        extend: false,
        changed: None,
        fetch,
        anytime: false,
        anew: false,
        jail: jail.clone(),
    };
    let finished = run::run(tournament, settings).await?;
    let played = Run::open(&finished.path).map_err(machine)?;
    let found = Match::of(&played, Some(finished.closed), false)?;
    let found = found.ok_or_else(|| machine("the run is no match of two"))?;
    let tallies = played.tallies().map_err(machine)?;
    let mut test = Test::new(Kind::Matches, &own.name);
    test.cases.push(Case {
        name: CASE.to_owned(),
        end: end(found.verdict),
        says: found.says.clone(),
        why: run::fault_lines(&played, tallies.main())?,
        regression: false,
        took: began.elapsed(),
    });
    test.games = Some(Box::new(found));
    Ok(test)
}

/// Where the games are kept: in a folder beside the file that belongs to no bot, under names of file and
/// test and a hash of what is played, so that games of another version are left alone.
fn results(plan: &Plan, own: &spec::Match, text: &str, bots: &[Entrant]) -> Result<PathBuf> {
    if let Some(path) = &own.results {
        return Ok(plan.folder.join(path));
    }
    let mut parts = vec![text.to_owned()];
    for bot in bots {
        parts.push(sources(bot).map_err(bad_input)?);
    }
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let hash = derive(plan.spec.seed, "results", &parts).small();
    let fit = |c: char| {
        if c.is_alphanumeric() || "-._+=".contains(c) {
            c
        } else {
            '-'
        }
    };
    let name: String = own.name.chars().map(fit).collect();
    let stem = plan.file.file_stem().unwrap_or_default().to_string_lossy();
    let folder = plan.folder.join(FOLDER);
    fs::create_dir_all(&folder)
        .map_err(|error| unwritable(&error, format!("{}: {error}", folder.display())))?;
    Ok(folder.join(format!("{stem}.{name}.{hash:08x}.db")))
}

fn end(verdict: Ending) -> End {
    match verdict {
        Ending::H1 => End::Passed,
        Ending::H0 => End::Failed,
        Ending::Parked => End::Parked,
        Ending::Interrupted => End::Skipped,
        Ending::Finished | Ending::Undecided | Ending::Copies | Ending::Unfinished => {
            End::Undecided
        }
    }
}

/// The tournament file that says the same.
fn tournament(plan: &Plan, own: &spec::Match, jail: &Wanted) -> Result<String> {
    let places = Places::at(jail.level());
    let bots = [&plan.spec.bot, &own.base];
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
    if let Some(book) = &own.book {
        say("start", quoted(book));
    }
    if let Some(plies) = own.openings {
        say("openings", plies.to_string());
    }
    let time = toml::to_string(&own.time)?;
    let time: Vec<&str> = time.lines().collect();
    say("time", format!("{{ {} }}", time.join(", ")));
    say("\n[sprt]\nmodel", quoted(&own.model));
    say("elo0", format!("{:?}", own.elo0));
    say("elo1", format!("{:?}", own.elo1));
    say("alpha", format!("{:?}", own.alpha));
    say("beta", format!("{:?}", own.beta));
    if let Some(games) = own.games {
        say("games", games.to_string());
    }
    if let Some(minutes) = own.minutes {
        say("minutes", minutes.to_string());
    }
    for (name, bot) in names.iter().zip(bots) {
        say("\n[[bots]]\nname", quoted(name));
        say("bot", quoted(bot));
    }
    Ok(text)
}
