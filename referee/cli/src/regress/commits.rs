//! The commits that a file of tests names: each revision is looked up once, so that all tests judge the
//! same versions even if a branch moves on meanwhile.

use anyhow::Result;

use super::bench::named;
use super::plan::Plan;
use crate::config::{Commit, Places};
use crate::out;
use crate::sinks::plain;

/// Names the bots of a plan by their commits from now on. The files of these are there, and not laid
/// out again, as long as somebody holds what comes back.
pub fn fix(plan: &mut Plan, places: Places) -> Result<Vec<Commit>> {
    let mut held: Vec<Commit> = Vec::new();
    let bases = plan.spec.matches.iter_mut().map(|own| &mut own.base);
    for bot in std::iter::once(&mut plan.spec.bot).chain(bases) {
        let found = named(bot, &plan.folder, places)?;
        let Some(commit) = found.commit else {
            continue;
        };
        if !held.contains(&commit) {
            let (name, said) = (&found.name, &commit.named);
            out::remark(&plain(&format!(
                "bot {name} is {said} at commit {}",
                commit.id
            )));
        }
        *bot = commit.fixed();
        held.push(commit);
    }
    Ok(held)
}
