//! Begins a run: from nothing, or where an earlier one stopped.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use referee_build::Sources;
use referee_config::{ChangedBots, RejectedBot, Tournament};
use referee_output::failure::{bad_input, machine};
use referee_output::remarks;
use referee_output::sanitize::plain;
use referee_schedule::{Format, Plan};
use referee_store::{Filter, Held, OmittedSubmission, Ruling, Run};

use super::appeals::Appeals;
use super::compare::{Comparison, PlayedConfig, adopt, compare};
use super::distinct_starts::look;
use super::extension::{Extension, changed};
use super::{RunSettings, late, mismatch, plan, rulings, sharing, stored};
use crate::results;
use crate::results::{RunResults, queue, unreadable};

/// State from which a run begins.
pub(crate) enum Begin {
    /// No results exist.
    Anew(Box<PlayedConfig>),
    /// An unfinished database, and its extension, which is stored once the joining bots are ready.
    GoOn(Option<Box<Extension>>),
    /// A database of which every game is played.
    Finished(Box<Run>),
}

/// Looks at the existing results, and adapts them to the tournament where the settings ask for it. Also
/// returns each bot's sources by its name, as they were read.
pub(crate) fn begin(
    tournament: &mut Tournament,
    settings: &RunSettings,
) -> Result<(Begin, BTreeMap<String, Sources>)> {
    if settings.new || !settings.out.exists() {
        sharing::check_concurrency(tournament)?;
        look(tournament).map_err(bad_input)?;
        let revision = PlayedConfig::of(tournament).map_err(bad_input)?;
        queue(&revision.plan, &settings.file)?;
        let sources = revision.sources.clone();
        return Ok((Begin::Anew(Box::new(revision)), sources));
    }
    let run = open(&settings.out)?;
    results::warn(&run);
    let before = results::plan(&run)?;
    adopt(tournament, &before);
    let stored = before.setup.lines();
    let most = match &before.format {
        // More are drawn if more games are wanted, see `recap`.
        duel if duel.is_duel() => stored,
        _ => tournament.wanted_starts().max(stored),
    };
    tournament.draw_lines(most).map_err(bad_input)?;
    let (sources, extension) = settle(tournament, &run, settings, before)?;
    let joining = match extension {
        Some(extension) if extension.joins() => Some(extension),
        extension => {
            store_now(extension, tournament, settings)?;
            None
        }
    };
    // Opened again: rulings and revisions may have just been stored.
    let run = open(&settings.out)?;
    let begin = if joining.is_none() && is_over(&run)? {
        Begin::Finished(Box::new(run))
    } else {
        sharing::check_concurrency(tournament)?;
        Begin::GoOn(joining.map(Box::new))
    };
    Ok((begin, sources))
}

/// Returns whether every game of a run is played; an export counts as finished.
pub fn is_over(run: &Run) -> Result<bool> {
    if !run.is_database() {
        return Ok(true);
    }
    let plan = results::plan(run)?;
    // Only a lack of bots ends it, and without parking no result tells of that.
    if matches!(plan.format, Format::Standing { .. }) && plan.park_after.is_none() {
        let here = plan.everybody().count() - plan.withdrawn().len();
        return Ok(here < plan.setup.seats.len());
    }
    Ok(RunResults::by_plan(run, plan)?.is_over())
}

/// Opens the database; returns an error for an export, which can't be continued.
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

/// Stores an extension that doesn't wait for joining bots.
fn store_now(
    extension: Option<Extension>,
    tournament: &mut Tournament,
    settings: &RunSettings,
) -> Result<()> {
    let Some(extension) = extension else {
        return Ok(());
    };
    let mut held = Held::open(&settings.out).map_err(stored::failed)?;
    extension.store(tournament, &settings.file, &mut held)
}

/// Explains why the games of a bot could become those of another: a submission of its name has come, by which one of
/// them is called otherwise now.
fn unclear_name(tournament: &Tournament, comparison: &Comparison) -> Option<String> {
    let is_new = |name: &String| comparison.joined.iter().any(|new| new.name == *name);
    let lost =
        |name: &String| comparison.withdrawn.contains(name) || comparison.changed.contains(name);
    let bots = tournament.bots.iter().filter(|bot| is_new(&bot.name));
    let mut unclear = bots.filter_map(|bot| Some((bot, bot.wanted.as_ref()?)));
    let (bot, wanted) = unclear.find(|(_, wanted)| lost(wanted))?;
    Some(format!(
        "two submissions would be called {wanted}, as a bot is that has played, and one of them is {} now: it can't be \
         told which has played; rename the folder that came later, or its name in bot.toml",
        bot.name
    ))
}

/// Compares tournament and run. Returns each bot's sources, and the extension with its rulings where the
/// settings ask for one; or an error if the run can't be continued.
fn settle(
    tournament: &mut Tournament,
    run: &Run,
    settings: &RunSettings,
    before: Plan,
) -> Result<(BTreeMap<String, Sources>, Option<Extension>)> {
    let (was, mut now) = (
        revision_of(run, before),
        PlayedConfig::of(tournament).map_err(bad_input)?,
    );
    let before = &was.plan;
    let left_out = &run.header().revision.left_out;
    if leave_out_again(tournament, left_out, &now) {
        now.plan = plan(tournament);
    }
    let comparison = compare(&was, &now);
    if let Some(why) = unclear_name(tournament, &comparison) {
        return Err(bad_input(why));
    }
    let past = run.past().map_err(machine)?.unwrap_or_default();
    let mut change = comparison.change(before, &now.plan, past.highest);
    if let Ok(Some(new)) = &change
        && let Some(why) = late::plays_nothing(run, before, new)?
    {
        change = Err(why);
    }
    if let Some(why) = late::has_used_up(run, before, &now.plan)? {
        change = Err(why);
    }
    let (path, extension) = (run.path(), change.as_ref().map(|_| ()));
    let fits = comparison.same_games() || settings.extend == Some(true) && change.is_ok();
    if !fits {
        let next = next_free(path);
        let extension = extension.map_err(String::as_str);
        let joinable = (settings.extend.is_some() && !before.format.is_duel()).then_some(extension);
        let text = mismatch::refusal(&comparison, &settings.file, path, &next, joinable);
        return Err(bad_input(text));
    }
    let change = change.map_err(bad_input)?;
    let appeals = match settings.extend {
        Some(true) => Appeals::find(run, before, &comparison.withdrawn)?,
        _ => Appeals::default(),
    };
    let change = appeals.add_to(change, past.highest);
    let after = changed(before, change, tournament, &now)?;
    queue(&after, &settings.file)?;
    let others = settings.extend == Some(true) && others_are_left_out(tournament, left_out);
    let sources = now.sources.clone();
    if after == *before && comparison.changed.is_empty() && !others {
        return Ok((sources, None));
    }
    let choice = settings.changed.or(tournament.changed_bots);
    for line in appeals.describe(run)? {
        remarks::sentences(&plain(&line));
    }
    // Checked before anything is written that can't be undone.
    sharing::check_concurrency(tournament)?;
    let rulings = if comparison.changed.is_empty() {
        Vec::new()
    } else {
        rulings_on_changed(&comparison, run, choice, &after)?
    };
    let given = (appeals, rulings, past.highest);
    let extension = Extension::new((was, now), after, tournament, given);
    Ok((sources, Some(extension?)))
}

/// Returns whether submissions are left out that weren't before, or for another reason.
fn others_are_left_out(tournament: &Tournament, before: &[OmittedSubmission]) -> bool {
    let known = |refused: &RejectedBot| {
        let mut before = before.iter();
        before.any(|left| left.name == refused.name && left.why == refused.why)
    };
    !tournament.refused.iter().all(known)
}

/// Reads what was played so far, and with which sources.
fn revision_of(run: &Run, plan: Plan) -> PlayedConfig {
    let bots = run.header().revision.bots.iter();
    let sources = bots.filter_map(|bot| {
        let sources = Sources::stored(bot.sources.clone()?);
        Some((bot.name.clone(), sources))
    });
    let bots = run.header().revision.bots.iter();
    let commits = bots.filter_map(|bot| Some((bot.name.clone(), bot.commit.clone()?)));
    PlayedConfig {
        plan,
        commits: commits.collect(),
        sources: sources.collect(),
    }
}

/// Leaves out submissions that were left out before and are unchanged; returns whether there are any.
fn leave_out_again(
    tournament: &mut Tournament,
    left_out: &[OmittedSubmission],
    now: &PlayedConfig,
) -> bool {
    let same = |left: &&OmittedSubmission| {
        let (stored, now) = (left.sources.as_ref(), now.sources.get(&left.name));
        stored
            .zip(now)
            .is_some_and(|(stored, now)| now.hash == *stored)
    };
    let again: Vec<&OmittedSubmission> = left_out.iter().filter(same).collect();
    for left in &again {
        tournament.leave_out(RejectedBot {
            name: left.name.clone(),
            why: left.why.clone(),
            log: left.log.clone(),
        });
    }
    !again.is_empty()
}

/// Asks, unless the choice is made, what happens to the games of changed bots. Returns the rulings by which
/// they are played again, or none if they are kept.
fn rulings_on_changed(
    comparison: &Comparison,
    run: &Run,
    choice: Option<ChangedBots>,
    plan: &Plan,
) -> Result<Vec<Ruling>> {
    if plan.format.is_duel() {
        let next = next_free(run.path());
        return Err(bad_input(mismatch::changed_duel(
            &comparison.changed,
            &comparison.moved,
            run.path(),
            &next,
        )));
    }
    let choice = match choice {
        Some(choice) => choice,
        None => ask(&mismatch::changed_bots(
            &comparison.changed,
            &comparison.moved,
            run.path(),
        ))?,
    };
    if choice == ChangedBots::Keep {
        return Ok(Vec::new());
    }
    if let Some(why) = rulings::replays_nothing(plan) {
        return Err(bad_input(format!(
            "the games of changed bots can't be replayed: {why}"
        )));
    }
    let gone = plan.withdrawn();
    let mut rulings = BTreeMap::new();
    for bot in &comparison.changed {
        let filter = Filter {
            bot: Some(bot.clone()),
            ..Filter::default()
        };
        for outcome in run.outcomes(&filter).map_err(machine)? {
            let outcome = outcome.map_err(machine)?;
            // Games against a bot that has left are kept: they can't be played again.
            let stays = outcome
                .seats
                .iter()
                .any(|seated| gone.contains(&*seated.bot));
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
    Ok(rulings.into_values().collect())
}

/// Asks on a terminal; without one, returns an error that says how to answer beforehand.
fn ask(question: &str) -> Result<ChangedBots> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Err(bad_input(question));
    }
    remarks::lines(question);
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

/// Returns the path for a new run: `cup-2.db` next to `cup.db`, and so on.
pub(crate) fn next_free(path: &Path) -> PathBuf {
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
