//! What all games of a tournament have in common, and how a job is made of it.

use std::collections::{BTreeMap, HashSet};

use referee_record::{
    Job, JobId, Limits, Place, Pondering, Restart, SeatAssignment, Seed, Start, StartFrom,
    Substitutions, TimeControl,
};
use serde::{Deserialize, Serialize};

use crate::head_to_head::Distinct;
use crate::plan::PlanError;
use crate::seeds;

/// A bot that takes part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entrant {
    /// Its name, which no other bot has.
    pub name: String,
    /// Its time, odds included.
    pub time: TimeControl,
    /// Its own limits, where they aren't everybody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<Limits>,
    /// What it is set to, where the format sets it.
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
    /// One state line a deal, in order.
    States(Vec<String>),
}

/// What all games of a tournament have in common.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameConfig {
    /// What all seeds are derived from.
    pub master: u64,
    /// The game's name.
    pub game: String,
    /// Options of the game that differ from the default.
    pub options: BTreeMap<String, String>,
    /// The letters of the game's seats, in order.
    pub seats: Vec<char>,
    /// Where the games start from.
    pub start: Starts,
    /// Random legal plies that are played from there.
    pub openings: u32,
    /// Which deals begin alike, where that was looked at: duels do without them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distinct: Option<Distinct>,
    /// What is enforced beside the time.
    pub limits: Limits,
    /// Whether a process serves one game or more.
    pub restart: Restart,
    /// What becomes of a bot while it isn't its turn, where the tournament says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pondering: Option<Pondering>,
}

/// Where a game stands, by everything but the names of its bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSlot<'a> {
    /// The stage's name.
    pub stage: &'a str,
    /// From 1.
    pub round: u32,
    /// The number of the deal, from 1; equal numbers mean equal starts within a run.
    pub deal: u32,
    /// From 0: how far the bots of the block have moved on over the seats.
    pub rotation: usize,
    /// How many games the block plays with this deal.
    pub rotations: usize,
}

impl GameConfig {
    /// Says what is wrong with the seats or the limits, if anything is.
    pub(crate) fn check(&self) -> Result<(), PlanError> {
        let seats = self.seats.len();
        if seats < 2 || self.seats.iter().collect::<HashSet<_>>().len() < seats {
            return Err(PlanError::Seats(self.seats.iter().collect()));
        }
        self.limits.check().map_err(PlanError::Limits)
    }

    /// Whether there is a start for every deal up to this number.
    pub(crate) fn check_deals(&self, rounds: u32, deals: u64) -> Result<(), PlanError> {
        let needed = u64::from(rounds).saturating_mul(deals);
        let available = self.distinct.as_ref().map(Distinct::count);
        if let Some(too_few) = available.filter(|too_few| *too_few < needed) {
            return Err(PlanError::Starts {
                needed,
                found: too_few,
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

    /// The number of a deal by how many there are before it: those that begin as an earlier one are
    /// passed over, where that was looked at.
    pub(crate) fn deal(&self, index: usize) -> u32 {
        let Some(distinct) = &self.distinct else {
            return from_one(index);
        };
        u32::try_from(distinct.nth(index as u64)).unwrap_or(u32::MAX)
    }

    /// The job with this number: the bots of the block sit down in their order, moved on by the
    /// rotation. A block has as many bots as there are seats.
    pub(crate) fn job(&self, number: u64, block: &[&Entrant], spot: GameSlot<'_>) -> Job {
        let start = self.start_of(spot.deal);
        self.job_from(number, block, spot, start)
    }

    /// The same from a start of its own.
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
        let chair = |(i, seat): (usize, &char)| {
            let bot = block[(i + spot.rotation) % block.len()];
            SeatAssignment {
                seat: *seat,
                bot: bot.name.clone(),
                seed: seeds::chair(self.master, &place, *seat),
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
            options: self.options.clone(),
            start: Start {
                from,
                ..self.start(place.deal)
            },
            dice: seeds::dice(self.master, &place),
            seats: self.seats.iter().enumerate().map(chair).collect(),
            place,
            limits: self.limits,
            restart: self.restart,
            pondering: self.pondering,
        }
        .identify()
    }

    /// How a deal begins, by its number from 1.
    pub fn start(&self, deal: u32) -> Start {
        Start {
            from: self.start_of(deal),
            plies: self.openings,
            seed: seeds::deal(self.master, deal),
        }
    }

    /// What a deal starts from, by its number from 1; files of states are gone through again where
    /// they are shorter than a format without a known length needs.
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

/// A number that people see; a checked plan has none beyond the range.
pub(crate) fn from_one(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}
