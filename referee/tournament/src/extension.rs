//! What a run is extended by. It is stored when those who join are built and greeted: who of them can't
//! play is left out of it, and where nothing is played nothing is stored.

use std::path::Path;

use anyhow::Result;
use referee_config::Tournament;
use referee_output::failure::bad_input;
use referee_schedule::{Plan, PlanChange};
use referee_store::{self as store, Held, Ruling};

use super::compare::{PlayedConfig, compare};
use super::distinct_starts::recap;
use super::job_queue::queue;
use super::{plan, stored};

/// Another edition of a run, and rulings on its games.
pub struct Extension {
    was: PlayedConfig,
    now: PlayedConfig,
    after: Plan,
    /// The bots, with their commands as they were before any build.
    bots: Vec<store::StoredBot>,
    rulings: Vec<Ruling>,
    highest: u64,
}

impl Extension {
    /// One from an edition to another, by which a plan is played; with rulings, of a run of which this is
    /// the highest number that a recorded game has.
    pub fn new(
        (was, now): (PlayedConfig, PlayedConfig),
        after: Plan,
        tournament: &Tournament,
        (rulings, highest): (Vec<Ruling>, u64),
    ) -> Result<Extension> {
        let bots = stored::edition(tournament, &after, &now, None)?.bots;
        Ok(Extension {
            was,
            now,
            after,
            bots,
            rulings,
            highest,
        })
    }

    /// Whether anybody joins.
    pub fn joins(&self) -> bool {
        !compare(&self.was, &self.now).joined.is_empty()
    }

    /// Extends the run for those who take part, who may be fewer than before the builds.
    pub fn store(
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
            let change = change.map_err(bad_input)?;
            self.after = changed(&self.was.plan, change, tournament, &self.now)?;
        }
        let games = queue(&self.after, file)?.schedule().size();
        let mut edition = stored::edition(tournament, &self.after, &self.now, games)?;
        let plays = |name: &str| tournament.bots.iter().any(|bot| bot.name == name);
        edition.bots = self.bots;
        edition.bots.retain(|bot| plays(&bot.name));
        if !self.rulings.is_empty() {
            held.annul(&self.rulings).map_err(stored::failed)?;
        }
        held.extend(&edition).map_err(stored::failed)
    }
}

/// The plan that a change makes of the one before.
pub fn changed(
    before: &Plan,
    change: Option<PlanChange>,
    tournament: &mut Tournament,
    now: &PlayedConfig,
) -> Result<Plan> {
    let mut after = before.clone();
    after.changes.extend(change);
    after.setup.start.clone_from(&now.plan.setup.start);
    recap(tournament, &mut after).map_err(bad_input)?;
    Ok(after)
}
