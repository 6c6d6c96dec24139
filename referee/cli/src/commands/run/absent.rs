//! The end of a dry run: who would not play, and why.

use std::collections::BTreeSet;

use referee_config::roster::read as read_roster;
use referee_config::{RejectedBot, Tournament};
use referee_output::failure::bad_input;
use referee_output::sanitize::{plain, plain_lines};
use referee_output::text_layout;

/// Lines of what a build or a start wrote that are shown.
const LAST: usize = 8;

/// Bots that are left out, and such as would play and can't be started.
pub fn text(left_out: &[RejectedBot], silent: &[RejectedBot]) -> String {
    if left_out.is_empty() && silent.is_empty() {
        return "would not play  nobody: all bots are built and ready\n".to_owned();
    }
    list(left_out, silent)
}

/// The same, but nothing where there is nobody.
pub fn list(left_out: &[RejectedBot], silent: &[RejectedBot]) -> String {
    part("would not play", left_out) + &part("would lose, unable to start", silent)
}

/// Those of an exam's roster of whom there is no submission.
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
    // Of several lines some point at others.
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
