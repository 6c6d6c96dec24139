//! Resolves the commits that a file of tests names: each revision is looked up once, so that all tests
//! judge the same versions even if a branch moves on meanwhile.

use anyhow::Result;
use referee_config::{ProgramLookup, SourceCommit};
use referee_output::remarks;
use referee_output::sanitize::plain;

use super::bench::named;
use super::plan::RegressionPlan;

/// Replaces revisions in a plan by the ids of their commits. As long as the returned values are held, the
/// files of the commits stay on disk and aren't written again.
pub(super) fn fix(plan: &mut RegressionPlan, places: ProgramLookup) -> Result<Vec<SourceCommit>> {
    let mut held: Vec<SourceCommit> = Vec::new();
    let bases = plan
        .spec
        .matches
        .iter_mut()
        .map(|match_spec| &mut match_spec.base);
    for bot in std::iter::once(&mut plan.spec.bot).chain(bases) {
        let configured_bot = named(bot, &plan.folder, places)?;
        let Some(commit) = configured_bot.commit else {
            continue;
        };
        if !held.contains(&commit) {
            let (name, said) = (&configured_bot.name, &commit.named);
            remarks::lines(&plain(&format!(
                "bot {name} is {said} at commit {}",
                commit.id
            )));
        }
        *bot = commit.fixed();
        held.push(commit);
    }
    Ok(held)
}
