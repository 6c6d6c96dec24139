//! The last part of a dry run: the bots that would not play, and why.

use std::collections::BTreeSet;

use referee_config::read_roster;
use referee_config::{RejectedBot, Tournament};
use referee_output::failure::bad_input;
use referee_output::sanitize::{plain, plain_lines};
use referee_output::text_layout;

/// Number of lines that are shown of the output of a build or a start.
const LAST: usize = 8;

/// Returns the bots that are left out, and those that would play and can't be started; says so if there are
/// none.
pub fn text(left_out: &[RejectedBot], silent: &[RejectedBot]) -> String {
    if left_out.is_empty() && silent.is_empty() {
        return "would not play  nobody: all bots are built and ready\n".to_owned();
    }
    list(left_out, silent)
}

/// Returns the bots that are left out, and those that would play and can't be started; empty if there are
/// none.
pub fn list(left_out: &[RejectedBot], silent: &[RejectedBot]) -> String {
    part("would not play", left_out) + &part("would lose, not ready", silent)
}

/// Returns the students on an exam's roster who have no submission.
pub fn without_folder(tournament: &Tournament) -> anyhow::Result<Vec<RejectedBot>> {
    let roster = (tournament.exam.as_ref()).and_then(|exam| exam.roster.as_deref());
    let roster = roster.map(read_roster).transpose().map_err(bad_input)?;
    let bots = tournament.bots.iter().map(|bot| &bot.name);
    let there: BTreeSet<&String> = bots
        .chain(tournament.refused.iter().map(|bot| &bot.name))
        .collect();
    let missing = roster.iter().flat_map(|roster| roster.keys());
    Ok(missing
        .filter(|id| !there.contains(id))
        .map(|id| RejectedBot {
            name: id.clone(),
            why: "no submission: the roster has this id, and no folder is called so".to_owned(),
            log: None,
        })
        .collect())
}

fn part(title: &str, bots: &[RejectedBot]) -> String {
    if bots.is_empty() {
        return String::new();
    }
    let mut bots: Vec<&RejectedBot> = bots.iter().collect();
    bots.sort_by(|one, other| one.name.cmp(&other.name));
    let each = bots.iter().map(|bot| one(bot));
    format!("{title:<14}  {}\n{}", bots.len(), each.collect::<String>())
}

fn one(bot: &RejectedBot) -> String {
    let why = plain_lines(&bot.why).replace('\n', "\n    ");
    // Several lines aren't wrapped, because some point at others.
    let why = if why.contains('\n') {
        why
    } else {
        let wrapped = text_layout::wrap(&format!("    {why}"), 4);
        wrapped.trim_start().to_owned()
    };
    let log = plain_lines(bot.log.as_deref().unwrap_or_default());
    let log: Vec<&str> = log.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = log[log.len().saturating_sub(LAST)..].iter();
    let last = last.map(|line| format!("    | {line}\n"));
    format!(
        "  {}\n    {why}\n{}",
        plain(&bot.name),
        last.collect::<String>()
    )
}
