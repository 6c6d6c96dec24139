//! Settings that all games of a tournament share, and the creation of jobs from them.

use std::collections::{BTreeMap, HashSet};

use referee_record::{
    Adjudication, BookOrigin, Job, JobId, Limits, Place, Pondering, Restart, SeatAssignment, Seed,
    Start, StartFrom, Substitutions, TimeControl,
};
use serde::{Deserialize, Serialize};

use super::PlanError;
use super::distinct::{Distinct, MOST_FORESEEN};
use crate::seeds;

/// A bot that takes part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entrant {
    /// Unique name.
    pub name: String,
    /// Time control, including time odds.
    pub time: TimeControl,
    /// Its own limits, where they differ from those of all bots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    /// Parameter values of the bot, where the format sets them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<Substitutions>,
}

/// Where the games start from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Starts {
    /// The game's default start.
    Default,
    /// Each deal is drawn from its own seed.
    Deal,
    /// One state line per deal, in order.
    States(Vec<String>),
}

/// Settings that all games of a tournament share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameConfig {
    /// Master seed from which all seeds are derived.
    pub master: u64,
    /// The game's name.
    pub game: String,
    /// Hash of the program that holds the rules, in hexadecimal digits; `None` for a game that is built in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// Options of the game that differ from the default.
    pub options: BTreeMap<String, String>,
    /// The letters of the game's seats, in order.
    pub seats: Vec<char>,
    /// Where the games start from.
    pub start: Starts,
    /// The book from which the state lines were drawn, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<BookOrigin>,
    /// Random legal plies that are played from the start.
    pub openings: u32,
    /// Deals with equal starts, where that was checked: the repeated ones are skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct: Option<Distinct>,
    /// Limits that are enforced in addition to the time.
    pub limits: Limits,
    /// When a bot gets a new process: for each game, never, or after a failure.
    pub restart: Restart,
    /// Treatment of a bot between its turns: suspended, running or pondering; None if the tournament doesn't
    /// set it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pondering: Option<Pondering>,
    /// When games end before their rules end them.
    #[serde(default, skip_serializing_if = "Adjudication::is_off")]
    pub adjudicate: Adjudication,
}

/// Position of a game in the tournament, without the names of its bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GameSlot<'a> {
    /// Name of the stage.
    pub stage: &'a str,
    /// Round, from 1.
    pub round: u32,
    /// Number of the deal, from 1; equal numbers mean equal starts within a run.
    pub deal: u32,
    /// By how many seats the bots of the block are rotated, from 0.
    pub rotation: usize,
    /// How many games the block plays with this deal.
    pub rotations: usize,
}

impl GameConfig {
    /// Returns an error if there are fewer than two seats, equal seats, more starts foreseen than can be, or invalid
    /// limits.
    pub(crate) fn check(&self) -> Result<(), PlanError> {
        let seats = self.seats.len();
        if seats < 2 || self.seats.iter().collect::<HashSet<_>>().len() < seats {
            return Err(PlanError::Seats(self.seats.iter().collect()));
        }
        let foreseen = self.distinct.as_ref().and_then(|known| known.foreseen);
        if foreseen.is_some_and(|foreseen| foreseen > MOST_FORESEEN) {
            return Err(PlanError::TooMany);
        }
        self.limits.check().map_err(PlanError::Limits)
    }

    /// Checks that every deal has a start: `deals` deals in each of `rounds` rounds.
    pub(crate) fn check_deals(&self, rounds: u32, deals: u64) -> Result<(), PlanError> {
        let needed = u64::from(rounds).saturating_mul(deals);
        let available = self.distinct.as_ref().map(Distinct::count);
        if let Some(too_few) = available.filter(|too_few| *too_few < needed) {
            return Err(PlanError::Starts {
                needed,
                found: too_few,
                more: self.more_starts(),
            });
        }
        match &self.start {
            _ if needed > u32::MAX.into() => Err(PlanError::TooMany),
            Starts::States(lines) if (lines.len() as u64) < needed => Err(PlanError::States {
                rounds,
                deals,
                lines: lines.len(),
            }),
            _ => Ok(()),
        }
    }

    /// Creates the job with this number: the bots of the block are seated in their order, rotated by the
    /// slot's rotation. A block has as many bots as there are seats.
    pub(crate) fn job(&self, number: u64, block: &[&Entrant], spot: GameSlot<'_>) -> Job {
        let start = self.start_of(spot.deal);
        self.job_from(number, block, spot, start)
    }

    /// Creates the job with this number, but from the given start instead of the deal's.
    pub(crate) fn job_from(
        &self,
        number: u64,
        block: &[&Entrant],
        spot: GameSlot<'_>,
        from: StartFrom,
    ) -> Job {
        let place = Place {
            stage: spot.stage.to_owned(),
            round: spot.round,
            block: block.iter().map(|bot| bot.name.clone()).collect(),
            deal: spot.deal,
            rotation: from_one(spot.rotation),
            rotations: u32::try_from(spot.rotations).unwrap_or(u32::MAX),
        };
        let seated = |(i, seat): (usize, &char)| {
            let bot = block[(i + spot.rotation) % block.len()];
            SeatAssignment {
                seat: *seat,
                bot: bot.name.clone(),
                seed: seeds::seated(self.master, &place, *seat),
                time: bot.time,
                examiner: false,
                limits: bot.limits,
                settings: bot.settings.clone(),
            }
        };
        Job {
            id: JobId(Seed([0; 16])),
            number,
            game: self.game.clone(),
            rules: self.rules.clone(),
            options: self.options.clone(),
            start: Start {
                from,
                ..self.start(place.deal)
            },
            dice: seeds::dice(self.master, &place),
            seats: self.seats.iter().enumerate().map(seated).collect(),
            place,
            limits: self.limits,
            restart: self.restart,
            pondering: self.pondering,
            adjudicate: self.adjudicate,
        }
        .identify()
    }

    /// Says what gives more different starts.
    pub(crate) fn more_starts(&self) -> &'static str {
        match self.start {
            Starts::States(_) => "add lines to the book",
            Starts::Default | Starts::Deal => "raise openings",
        }
    }

    /// Returns the number of state lines from which games start.
    pub fn lines(&self) -> u64 {
        match &self.start {
            Starts::States(lines) => lines.len() as u64,
            Starts::Default | Starts::Deal => 0,
        }
    }

    /// Returns the start, opening plies and seed of a deal, by its number from 1.
    pub fn start(&self, deal: u32) -> Start {
        Start {
            from: self.start_of(deal),
            plies: self.openings,
            seed: seeds::deal(self.master, deal),
        }
    }

    /// Returns the start position of a deal, by its number from 1; the state lines are used again from the
    /// first where there are fewer than a format without a known length needs.
    fn start_of(&self, deal: u32) -> StartFrom {
        match &self.start {
            Starts::Default => StartFrom::Default,
            Starts::Deal => StartFrom::Deal,
            Starts::States(lines) => {
                let line = lines.get((deal as usize - 1) % lines.len().max(1));
                StartFrom::State(line.cloned().unwrap_or_default())
            }
        }
    }
}

/// Converts an index (from 0) to a number from 1; a checked plan never exceeds the range.
pub(crate) fn from_one(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}
