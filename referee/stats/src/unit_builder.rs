//! Builds units of games that come one by one, each once.

use std::collections::{BTreeMap, HashMap};

use referee_record::Outcome;

use crate::field::Unit;
use crate::print_set::PrintSet;
use crate::units::{OpenUnit, Repeats, UnitKey, add_game};

/// Builds units of games, and keeps of each no more than a hash of its course.
#[derive(Clone, Debug)]
pub struct UnitBuilder {
    index: HashMap<String, usize>,
    open: BTreeMap<UnitKey, OpenUnit>,
    /// The units so far, by a hash of their course.
    prints: PrintSet,
}

impl UnitBuilder {
    /// Creates a builder without games; in its units each bot has the number of its name, from 0.
    pub fn new(names: &[String]) -> UnitBuilder {
        UnitBuilder {
            index: names.iter().cloned().zip(0..).collect(),
            open: BTreeMap::new(),
            prints: PrintSet::default(),
        }
    }

    /// Adds a game, in any order. Returns the unit that it completes, unless a game of that doesn't count, a bot isn't
    /// known, or it is equal to an earlier one in start, dice and moves, so that it says nothing new.
    pub fn add(&mut self, outcome: &Outcome) -> Option<Unit> {
        let (result, print) = add_game(&mut self.open, outcome)?;
        let once = Repeats {
            count: 1,
            distinct: 1,
        };
        let unit = result.numbered(&self.index, once)?;
        self.prints.insert(print).then_some(unit)
    }
}
