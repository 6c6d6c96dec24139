//! Extends a run. The extension is stored once the joining bots are built and greeted: bots that can't play
//! are left out of it, and if nothing is played, nothing is stored.

use std::path::Path;

use anyhow::Result;
use referee_config::Tournament;
use referee_output::failure::bad_input;
use referee_schedule::{Plan, PlanChange};
use referee_store::{self as store, Held, Ruling};

use super::appeals::Appeals;
use super::compare::{PlayedConfig, compare};
use super::distinct_starts::recap;
use super::results::queue;
use super::{plan, stored};

/// New revision of a run, and rulings on its games.
pub(crate) struct Extension {
    was: PlayedConfig,
    now: PlayedConfig,
    after: Plan,
    /// Bots, with their commands as they were before any build.
    bots: Vec<store::StoredBot>,
    appeals: Appeals,
    rulings: Vec<Ruling>,
    highest: u64,
}

impl Extension {
    /// Creates an extension from one revision to another. `after` is the plan that is then played, `highest`
    /// the highest number of a recorded game of the run.
    pub(crate) fn new(
        (was, now): (PlayedConfig, PlayedConfig),
        after: Plan,
        tournament: &Tournament,
        (appeals, rulings, highest): (Appeals, Vec<Ruling>, u64),
    ) -> Result<Extension> {
        let bots = stored::revision(tournament, &after, &now, None)?.bots;
        Ok(Extension {
            was,
            now,
            after,
            bots,
            appeals,
            rulings,
            highest,
        })
    }

    /// Returns whether a bot joins.
    pub(crate) fn joins(&self) -> bool {
        !compare(&self.was, &self.now).joined.is_empty()
    }

    /// Stores the extension for the bots that take part, which may be fewer than before the builds.
    pub(crate) fn store(
        mut self,
        tournament: &mut Tournament,
        file: &Path,
        held: &mut Held,
    ) -> Result<()> {
        let fewer = plan(tournament);
        if fewer.bots != self.now.plan.bots {
            self.now.plan = fewer;
            let comparison = compare(&self.was, &self.now);
            let change = comparison.change(&self.was.plan, &self.now.plan, self.highest);
            let change = self
                .appeals
                .add_to(change.map_err(bad_input)?, self.highest);
            self.after = changed(&self.was.plan, change, tournament, &self.now)?;
        }
        let games = queue(&self.after, file)?.schedule().size();
        let mut revision = stored::revision(tournament, &self.after, &self.now, games)?;
        let plays = |name: &str| tournament.bots.iter().any(|bot| bot.name == name);
        revision.bots = self.bots;
        revision.bots.retain(|bot| plays(&bot.name));
        if !self.rulings.is_empty() {
            held.annul(&self.rulings).map_err(stored::failed)?;
        }
        held.extend(&revision).map_err(stored::failed)
    }
}

/// Applies a change to the plan before it.
pub(crate) fn changed(
    before: &Plan,
    change: Option<PlanChange>,
    tournament: &mut Tournament,
    now: &PlayedConfig,
) -> Result<Plan> {
    let mut after = before.clone();
    after.changes.extend(change);
    after.setup.start.clone_from(&now.plan.setup.start);
    after.setup.book.clone_from(&now.plan.setup.book);
    recap(tournament, &mut after).map_err(bad_input)?;
    Ok(after)
}
