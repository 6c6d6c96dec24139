//! How a run begins: from nothing, or where an earlier one stopped.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use referee_schedule::{Issuer, Plan};
use referee_store::{Filter, LeftOut, Ruling, Run, annul, extend};

use super::compare::{Comparison, Edition, adopt, compare};
use super::distinct::{look, recap};
use super::{Settings, late, plan, rulings, sharing, stored, ways};
use crate::config::{Refused, Tournament};
use crate::exit::{bad_input, machine};
use crate::results::unreadable;
use crate::sources::Sources;
use crate::{out, results};

/// What to do about games of bots that have changed since.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ChangedBots {
    /// Play their games again.
    Replay,
    /// Keep them.
    Keep,
}

/// What a run begins with.
pub enum Begin {
    /// Nothing is there.
    Anew(Edition),
    /// A database that isn't finished.
    GoOn,
    /// A database of which every game is played.
    Finished(Run),
}

/// Looks at what is there, and makes it fit the tournament, if that was asked for. Gives with it each
/// bot's sources, as they were read, by its name.
pub fn begin(
    tournament: &mut Tournament,
    settings: &Settings,
) -> Result<(Begin, BTreeMap<String, Sources>)> {
    if settings.new || !settings.out.exists() {
        sharing::check(tournament)?;
        look(tournament).map_err(bad_input)?;
        let edition = Edition::of(tournament).map_err(bad_input)?;
        issuer(&edition.plan, &settings.file)?;
        let sources = edition.sources.clone();
        return Ok((Begin::Anew(edition), sources));
    }
    let run = open(&settings.out)?;
    results::warn(&run);
    let before = results::plan(&run)?;
    adopt(tournament, &before);
    let sources = settle(tournament, &run, settings, &before)?;
    // Rulings and editions may have come just now.
    let run = open(&settings.out)?;
    let begin = if is_over(&run)? {
        Begin::Finished(run)
    } else {
        sharing::check(tournament)?;
        Begin::GoOn
    };
    Ok((begin, sources))
}

/// Whether every game of a run is played; an export is of a run that is over.
pub fn is_over(run: &Run) -> Result<bool> {
    if !run.is_database() {
        return Ok(true);
    }
    let mut issuer = issuer(&results::plan(run)?, run.path())?;
    feed(&mut issuer, run)?;
    Ok(issuer.issue().is_none() && issuer.finished())
}

/// The database, which must be one that can go on.
fn open(path: &Path) -> Result<Run> {
    let run = Run::open(path).map_err(unreadable)?;
    if run.is_database() {
        return Ok(run);
    }
    Err(bad_input(format!(
        "--out {}: this is an export, which can only be read; give the name of a database",
        path.display()
    )))
}

/// Who gives out the games of a plan.
pub fn issuer(plan: &Plan, file: &Path) -> Result<Issuer> {
    Issuer::new(plan).map_err(|why| bad_input(format!("{}: {why}", file.display())))
}

/// Tells an issuer what was played.
pub fn feed(issuer: &mut Issuer, run: &Run) -> Result<()> {
    let past = run.past().map_err(machine)?;
    let settled = past.map_or(0, |past| past.settled);
    let known = if issuer.pass(settled) { settled } else { 0 };
    for outcome in run.outcomes_after(known).map_err(machine)? {
        issuer.record(&outcome.map_err(machine)?);
    }
    Ok(())
}

/// Compares tournament and run; extends the run or rules on its games as the settings say, or refuses
/// to go on.
fn settle(
    tournament: &mut Tournament,
    run: &Run,
    settings: &Settings,
    before: &Plan,
) -> Result<BTreeMap<String, Sources>> {
    let (was, mut now) = (
        edition_of(run, before),
        Edition::of(tournament).map_err(bad_input)?,
    );
    if leave_out_again(tournament, &run.header().edition.left_out, &now) {
        now.plan = plan(tournament);
    }
    let found = compare(&was, &now);
    let past = run.past().map_err(machine)?.unwrap_or_default();
    let mut change = found.change(before, &now.plan, past.highest);
    if let Ok(Some(new)) = &change
        && let Some(why) = late::plays_nothing(run, before, new)?
    {
        change = Err(why);
    }
    if let Some(why) = late::has_used_up(run, before, &now.plan)? {
        change = Err(why);
    }
    let (path, extension) = (run.path(), change.as_ref().map(|_| ()));
    let fits = found.same_games() || settings.extend == Some(true) && change.is_ok();
    if !fits {
        let next = next_free(path);
        let extension = extension.map_err(String::as_str);
        let joinable = (settings.extend.is_some() && !before.format.is_duel()).then_some(extension);
        let text = ways::refusal(&found, &settings.file, path, &next, joinable);
        return Err(bad_input(text));
    }
    let mut after = before.clone();
    after.changes.extend(change.map_err(bad_input)?);
    after.setup.start.clone_from(&now.plan.setup.start);
    recap(tournament, &mut after).map_err(bad_input)?;
    let games = issuer(&after, &settings.file)?.schedule().size();
    if after != *before || !found.changed.is_empty() {
        // Before anything is written that can't be taken back.
        sharing::check(tournament)?;
    }
    if !found.changed.is_empty() {
        rule_on_changed(&found, run, settings, &after)?;
    }
    if after != *before || !found.changed.is_empty() {
        let edition = stored::edition(tournament, &after, &now, games)?;
        extend(path, &edition).map_err(stored::failed)?;
    }
    Ok(now.sources)
}

/// What was played so far, and by which sources.
fn edition_of(run: &Run, plan: &Plan) -> Edition {
    let bots = run.header().edition.bots.iter();
    let sources = bots.filter_map(|bot| {
        let sources = Sources::stored(bot.sources.clone()?);
        Some((bot.name.clone(), sources))
    });
    let bots = run.header().edition.bots.iter();
    let commits = bots.filter_map(|bot| Some((bot.name.clone(), bot.commit.clone()?)));
    Edition {
        plan: plan.clone(),
        commits: commits.collect(),
        sources: sources.collect(),
    }
}

/// Submissions that were left out before and haven't changed aren't tried again.
fn leave_out_again(tournament: &mut Tournament, left_out: &[LeftOut], now: &Edition) -> bool {
    let same = |left: &&LeftOut| {
        left.sources.is_some() && left.sources.as_ref() == now.hash_of(&left.name)
    };
    let again: Vec<&LeftOut> = left_out.iter().filter(same).collect();
    for left in &again {
        tournament.leave_out(Refused {
            name: left.name.clone(),
            why: left.why.clone(),
            log: left.log.clone(),
        });
    }
    !again.is_empty()
}

/// Asks, if need be, what becomes of the games of changed bots, and has them played again if that is
/// the answer.
fn rule_on_changed(found: &Comparison, run: &Run, settings: &Settings, plan: &Plan) -> Result<()> {
    if plan.format.is_duel() {
        let next = next_free(run.path());
        return Err(bad_input(ways::changed_duel(
            &found.changed,
            &found.moved,
            run.path(),
            &next,
        )));
    }
    let choice = match settings.changed {
        Some(choice) => choice,
        None => ask(&ways::changed_bots(
            &found.changed,
            &found.moved,
            run.path(),
        ))?,
    };
    if choice == ChangedBots::Keep {
        return Ok(());
    }
    if let Some(why) = rulings::replays_nothing(plan) {
        return Err(bad_input(format!("--changed-bots replay: {why}")));
    }
    let gone = plan.withdrawn();
    let mut rulings = BTreeMap::new();
    for bot in &found.changed {
        let filter = Filter {
            bot: Some(bot.clone()),
            ..Filter::default()
        };
        for outcome in run.outcomes(&filter).map_err(machine)? {
            let outcome = outcome.map_err(machine)?;
            // What was played against somebody who has left stays: nobody could play it again.
            let stays = outcome.seats.iter().any(|own| gone.contains(&*own.bot));
            if outcome.again || stays {
                continue;
            }
            let ruling = Ruling {
                number: outcome.number,
                attempt: outcome.attempt,
                because: format!("the sources of {bot} changed"),
                replay: true,
                at_ms: stored::now_ms(),
            };
            rulings
                .entry((outcome.number, outcome.attempt))
                .or_insert(ruling);
        }
    }
    let rulings: Vec<Ruling> = rulings.into_values().collect();
    annul(run.path(), &rulings).map_err(stored::failed)
}

/// Asks on a terminal; elsewhere says how to answer beforehand.
fn ask(question: &str) -> Result<ChangedBots> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Err(bad_input(question));
    }
    out::remark(question);
    loop {
        let mut stderr = io::stderr();
        let _ = write!(stderr, "replay or keep (Ctrl-C to leave all as it is)? ");
        let mut answer = String::new();
        if io::stdin().read_line(&mut answer).map_err(machine)? == 0 {
            return Err(bad_input("no answer, so nothing was changed"));
        }
        match answer.trim() {
            "replay" | "r" => return Ok(ChangedBots::Replay),
            "keep" | "k" => return Ok(ChangedBots::Keep),
            _ => {}
        }
    }
}

/// Where a new run would go: `cup-2.db` beside `cup.db`, and so on.
pub fn next_free(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map_or_else(String::new, |ending| {
        format!(".{}", ending.to_string_lossy())
    });
    let numbered = (2_u32..).map(|n| path.with_file_name(format!("{stem}-{n}{ending}")));
    numbered
        .into_iter()
        .find(|path| !path.exists())
        .unwrap_or_default()
}
