//! Finds changes that come too late for a run that has begun: bots for which no game is left, and starts
//! that can't be added any more.

use anyhow::Result;
use referee_output::failure::machine;
use referee_schedule::{Format, Plan, PlanChange, Starts};
use referee_store::{Filter, Run};

use super::differences::{lines_were_added, list};
use super::format::ends;
use super::results::RunResults;

/// Explains why the bots that join by a change would play no games, or too few of them; `None` if they can
/// play.
pub(crate) fn plays_nothing(
    run: &Run,
    before: &Plan,
    change: &PlanChange,
) -> Result<Option<String>> {
    if change.joined.is_empty() {
        return Ok(None);
    }
    let names: Vec<&str> = change.joined.iter().map(|bot| bot.name.as_str()).collect();
    let (whose, format) = (list(&names), change.format.as_ref());
    match format.unwrap_or(before.format_now()) {
        swiss @ Format::Swiss { rounds, .. } => {
            let last = run.outcomes_after(change.after.saturating_sub(1));
            let last = last.map_err(machine)?.last().transpose().map_err(machine)?;
            let paired = last.is_some_and(|last| last.place.round >= *rounds);
            let why = ends(swiss).unwrap_or_default();
            Ok(paired.then(|| format!("the last round is paired without {whose}, and {why}")))
        }
        Format::Adaptive {
            games: Some(games),
            games_per_pair,
            ..
        } => {
            let begun = begun(run, before, change)?;
            let needed = meetings(before, change).saturating_mul(u64::from(*games_per_pair));
            let all = begun.saturating_add(needed);
            Ok((all > *games).then(|| {
                format!(
                    "games: {games}, of which {begun} are played or begun by then, and {whose} needs \
                     {needed} to meet everybody; raise games to {all} at least"
                )
            }))
        }
        _ => Ok(None),
    }
}

/// Explains why no start can be added, if games have used up the starts and begun them again: with more
/// starts, these games would have begun differently.
pub(crate) fn has_used_up(run: &Run, before: &Plan, now: &Plan) -> Result<Option<String>> {
    let Starts::States(lines) = &before.setup.start else {
        return Ok(None);
    };
    if !lines_were_added(before, now) {
        return Ok(None);
    }
    for outcome in run.outcomes(&Filter::default()).map_err(machine)? {
        let outcome = outcome.map_err(machine)?;
        if outcome.place.deal as usize > lines.len() {
            return Ok(Some(format!(
                "game {} began the {} state lines anew, so no line can be added to them",
                outcome.number,
                lines.len()
            )));
        }
    }
    Ok(None)
}

/// Returns the number of the last game that is played before a bot can join: batches are played to their
/// end.
fn begun(run: &Run, before: &Plan, change: &PlanChange) -> Result<u64> {
    let mut plan = before.clone();
    plan.changes.push(PlanChange {
        after: change.after,
        format: change.format.clone(),
        ..PlanChange::default()
    });
    let mut queue = RunResults::by_plan(run, plan)?.into_queue();
    let rest = std::iter::from_fn(|| queue.issue()).map(|task| task.job.number);
    Ok(rest.fold(change.after, u64::max))
}

/// Counts the groups of bots that can meet in a game and include a joining bot.
fn meetings(before: &Plan, change: &PlanChange) -> u64 {
    let (all, gone) = (before.everybody().count(), before.withdrawn().len());
    let here = (all - gone).saturating_sub(change.withdrawn.len()) as u64;
    let seats = before.setup.seats.len() as u64;
    tables(here + change.joined.len() as u64, seats) - tables(here, seats)
}

/// Binomial coefficient: the number of ways to choose `seats` of so many bots.
fn tables(bots: u64, seats: u64) -> u64 {
    (0..seats).fold(1, |n: u64, i| {
        n.saturating_mul(bots.saturating_sub(i)) / (i + 1)
    })
}
