//! Tallies of a run, one for each stage.

use std::collections::BTreeMap;

use referee_record::Outcome;

use crate::stored::Changes;
use crate::tally::Tally;

/// Name of the stage that the standings are computed from.
pub const MAIN: &str = "main";

/// Tallies of all stages; the main stage is always there.
#[derive(Clone, Debug, PartialEq)]
pub struct Tallies(BTreeMap<String, Tally>);

impl Tallies {
    /// Creates tallies without a game; these bots have a row in the main stage from the beginning.
    pub fn new(names: &[String]) -> Tallies {
        Tallies(BTreeMap::from([(MAIN.to_owned(), Tally::new(names))]))
    }

    /// Creates tallies as [`Tallies::new`] does, but that are never stored; see [`Tally::unstored`].
    pub fn unstored(names: &[String]) -> Tallies {
        Tallies(BTreeMap::from([(MAIN.to_owned(), Tally::unstored(names))]))
    }

    /// Restores tallies that were stored, by their stages.
    pub fn restore(stages: impl IntoIterator<Item = (String, Tally)>) -> Tallies {
        let mut stages: BTreeMap<String, Tally> = stages.into_iter().collect();
        stages.entry(MAIN.to_owned()).or_default();
        Tallies(stages)
    }

    /// Counts a game in its stage; each outcome must be added once.
    pub fn add(&mut self, outcome: &Outcome) {
        let stage = &outcome.place.stage;
        if let Some(tally) = self.0.get_mut(stage) {
            tally.add(outcome);
            return;
        }
        let mut tally = self.main().empty();
        tally.add(outcome);
        self.0.insert(stage.clone(), tally);
    }

    /// Adds bots that join later to the main stage.
    pub fn enter(&mut self, names: &[String]) {
        let tally = self.0.entry(MAIN.to_owned()).or_default();
        for name in names {
            tally.bot(name);
        }
    }

    /// Returns the tally of the main stage.
    pub fn main(&self) -> &Tally {
        &self.0[MAIN]
    }

    /// Returns the tally of a stage; None if no game of it was added (the main stage always has a tally).
    pub fn stage(&self, name: &str) -> Option<&Tally> {
        self.0.get(name)
    }

    /// Iterates over the stages and their tallies, by name.
    pub fn stages(&self) -> impl Iterator<Item = (&str, &Tally)> {
        self.0.iter().map(|(name, tally)| (name.as_str(), tally))
    }

    /// Returns the changes of each stage since the last call; an error if a part can't be written as JSON.
    pub fn changes(&mut self) -> serde_json::Result<Vec<(String, Changes)>> {
        let stages = self.0.iter_mut();
        let changes = stages.map(|(name, tally)| Ok((name.clone(), tally.changes()?)));
        changes.collect()
    }
}
