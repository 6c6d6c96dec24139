//! Units of statistics: the games of a pair or block with one deal, counted by their results.
//!
//! Games of one deal depend on each other, so errors are computed over units, never over games. Only the bots
//! and their places matter in a unit, so thousands of units fit in a few rows.

use std::collections::{BTreeMap, HashMap};

use referee_record::Outcome;
use serde::{Deserialize, Serialize};

use crate::field::{FieldGame, Unit};

/// Units with equal results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnitRow {
    /// The bots and their places.
    #[serde(flatten)]
    pub result: UnitResult,
    /// Number of units.
    pub count: u64,
    /// Number of units that differ from all others in start, dice or moves.
    pub distinct: u64,
}

/// Result of the games of a pair or block with one deal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct UnitResult {
    /// The bots, in the order of the block.
    pub block: Vec<String>,
    /// Its games, by rotation.
    pub games: Vec<GameResult>,
}

/// Result of one game of a unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GameResult {
    /// Rotation, from 1: seat number `s` (from 0) had the bot with index `s + rotation − 1` of the block
    /// (from 0), modulo the size of the block.
    pub rotation: u32,
    /// The place of each seat, in the order of the seats.
    pub places: Vec<u8>,
}

impl UnitResult {
    /// Returns the bots of one of its games, in the order of the seats.
    pub fn seated(&self, game: &GameResult) -> Vec<&str> {
        let all = self.block.len();
        (0..all)
            .map(|seat| self.block[(seat + game.rotation as usize - 1) % all].as_str())
            .collect()
    }

    /// Converts names to numbers, for rating; None if a bot isn't known.
    pub(crate) fn numbered(
        &self,
        index: &HashMap<String, usize>,
        repeats: Repeats,
    ) -> Option<Unit> {
        let games = self.games.iter().map(|game| {
            let seated = self.seated(game);
            let seats = seated.iter().map(|bot| index.get(*bot).copied());
            Some(FieldGame {
                seats: seats.collect::<Option<_>>()?,
                places: game.places.clone(),
            })
        });
        Some(Unit {
            games: games.collect::<Option<_>>()?,
            count: repeats.count,
            distinct: repeats.distinct,
        })
    }
}

impl UnitRow {
    /// Converts names to numbers, for rating; None if a bot isn't known.
    pub fn numbered(&self, index: &HashMap<String, usize>) -> Option<Unit> {
        let repeats = Repeats {
            count: self.count,
            distinct: self.distinct,
        };
        self.result.numbered(index, repeats)
    }
}

/// Number of equal results, and of the distinct ones among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Repeats {
    pub(crate) count: u64,
    pub(crate) distinct: u64,
}

/// Position of a unit in the tournament.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct UnitKey {
    round: u32,
    deal: u32,
    block: Vec<String>,
}

/// A unit with missing games; it is left out of the statistics if one of its games can't count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OpenUnit {
    games: BTreeMap<u32, Vec<u8>>,
    prints: Vec<u64>,
    left_out: bool,
}

impl UnitKey {
    pub(crate) fn of(outcome: &Outcome) -> UnitKey {
        UnitKey {
            round: outcome.place.round,
            deal: outcome.place.deal,
            block: outcome.place.block.clone(),
        }
    }
}

/// Adds a game to its unit; if that completes the unit, returns its result and a hash of its course. A unit is left
/// out if one of its games doesn't count, or no bot started in it.
pub(crate) fn add_game(
    open: &mut BTreeMap<UnitKey, OpenUnit>,
    outcome: &Outcome,
) -> Option<(UnitResult, u64)> {
    let key = UnitKey::of(outcome);
    let unit = open.entry(key.clone()).or_default();
    let fits = outcome.counts() && !outcome.verdict.nobody_started();
    let complete = unit.add(outcome, fits);
    if unit.is_done(outcome) {
        open.remove(&key);
    }
    complete
}

impl OpenUnit {
    /// Adds a game; if that completes the unit, returns its result and a hash of its course.
    fn add(&mut self, outcome: &Outcome, fits: bool) -> Option<(UnitResult, u64)> {
        let seats = &outcome.verdict.seats;
        let places = seats.iter().map(|seat| seat.place).collect();
        self.games.insert(outcome.place.rotation, places);
        self.prints.push(outcome.print);
        self.left_out |= !fits;
        if (self.games.len() as u64) < outcome.place.rotations.into() || self.left_out {
            return None;
        }
        let games = std::mem::take(&mut self.games).into_iter();
        let result = UnitResult {
            block: outcome.place.block.clone(),
            games: games
                .map(|(rotation, places)| GameResult { rotation, places })
                .collect(),
        };
        // The hash of a unit of a single game must differ from that of the game.
        let mut print = 0x9e37_79b9_7f4a_7c15_u64;
        self.prints.sort_unstable();
        for game in &self.prints {
            print = (print ^ game)
                .wrapping_mul(0xbf58_476d_1ce4_e5b9)
                .rotate_left(31);
        }
        Some((result, print >> 1))
    }

    /// Returns true if no more games are expected.
    fn is_done(&self, outcome: &Outcome) -> bool {
        self.games.is_empty() || self.games.len() as u64 >= outcome.place.rotations.into()
    }
}
