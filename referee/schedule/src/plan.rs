//! What a round robin is made of, and what is wrong with it.

use std::collections::{BTreeMap, HashSet};

use referee_record::{Limits, Restart, StartFrom, TimeControl};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::blocks::Blocks;

/// A bot that takes part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entrant {
    /// Its name, which no other bot has.
    pub name: String,
    /// Its time, odds included.
    pub time: TimeControl,
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

/// A round robin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// What all seeds are derived from.
    pub master: u64,
    /// The game's name.
    pub game: String,
    /// Options of the game that differ from the default.
    pub options: BTreeMap<String, String>,
    /// The letters of the game's seats, in order.
    pub seats: Vec<char>,
    /// Who takes part, in the order of the configuration.
    pub bots: Vec<Entrant>,
    /// How often everybody meets everybody, from 1.
    pub rounds: u32,
    /// Games of each pair or block in a round: a multiple of the number of seats, since each deal
    /// is played once for each rotation of the bots over the seats.
    pub games_per_pair: u32,
    /// Where the games start from.
    pub start: Starts,
    /// Random legal plies that are played from there.
    pub openings: u32,
    /// What is enforced beside the time.
    pub limits: Limits,
    /// Whether a process serves one game or more.
    pub restart: Restart,
}

/// Why a plan can't be played.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PlanError {
    /// A game has two seats or more, each once.
    #[error("seats {0:?}: expected at least two different letters")]
    Seats(String),
    /// Too few bots.
    #[error("{game} is played by {seats} bots, but only {bots} take part; add some")]
    Bots {
        /// The game's name.
        game: String,
        /// How many it takes.
        seats: usize,
        /// How many there are.
        bots: usize,
    },
    /// Two bots of one name.
    #[error("two bots are called {0:?}; results go by name, so give one of them another")]
    Name(String),
    /// No round at all.
    #[error("rounds = 0: expected at least 1")]
    Rounds,
    /// Somebody would sit in one seat more often than in another.
    #[error(
        "games_per_pair = {games}: expected a multiple of {seats}, so that every bot sits in each \
         of the {seats} seats equally often; the next is {next}"
    )]
    Rotations {
        /// What the plan says.
        games: u32,
        /// The number of seats.
        seats: usize,
        /// The next higher number that fits.
        next: u64,
    },
    /// Fewer state lines than deals.
    #[error(
        "{rounds} rounds of {deals} deals need {} state lines, but there are only {lines}; add \
         lines, or play fewer rounds or games", u64::from(*.rounds) * .deals
    )]
    States {
        /// The number of rounds.
        rounds: u32,
        /// Deals in a round.
        deals: u64,
        /// How many lines there are.
        lines: usize,
    },
    /// More games or deals than can be numbered.
    #[error("the schedule has more games than can be numbered; play fewer rounds")]
    TooMany,
    /// A limit is out of range.
    #[error("{0}")]
    Limits(String),
}

impl Plan {
    /// Says what is wrong with the plan, if anything is.
    pub fn check(&self) -> Result<(), PlanError> {
        self.check_seats()?;
        self.check_games()?;
        self.limits.check().map_err(PlanError::Limits)
    }

    fn check_seats(&self) -> Result<(), PlanError> {
        let seats = self.seats.len();
        if seats < 2 || self.seats.iter().collect::<HashSet<_>>().len() < seats {
            return Err(PlanError::Seats(self.seats.iter().collect()));
        }
        if self.bots.len() < seats {
            return Err(PlanError::Bots {
                game: self.game.clone(),
                seats,
                bots: self.bots.len(),
            });
        }
        let mut names = HashSet::new();
        match self.bots.iter().find(|bot| !names.insert(&bot.name)) {
            Some(bot) => Err(PlanError::Name(bot.name.clone())),
            None => Ok(()),
        }
    }

    fn check_games(&self) -> Result<(), PlanError> {
        let (games, seats) = (self.games_per_pair, self.seats.len());
        if self.rounds == 0 {
            return Err(PlanError::Rounds);
        }
        if games == 0 || !(games as usize).is_multiple_of(seats) {
            let seats_wide = seats as u64;
            return Err(PlanError::Rotations {
                games,
                seats,
                next: (u64::from(games) / seats_wide + 1) * seats_wide,
            });
        }
        let deals = self.deals() as u64;
        let needed = u64::from(self.rounds) * deals;
        if let Starts::States(lines) = &self.start
            && (lines.len() as u64) < needed
        {
            return Err(PlanError::States {
                rounds: self.rounds,
                deals,
                lines: lines.len(),
            });
        }
        let fits = self.games().is_some() && needed <= u32::MAX.into();
        fits.then_some(()).ok_or(PlanError::TooMany)
    }

    /// Deals of each block in a round.
    pub(crate) fn deals(&self) -> usize {
        self.games_per_pair as usize / self.seats.len()
    }

    /// Games in all, if they can be counted.
    pub(crate) fn games(&self) -> Option<usize> {
        let blocks = Blocks::count_of(self.bots.len(), self.seats.len())?;
        blocks
            .checked_mul(self.rounds as usize)?
            .checked_mul(self.games_per_pair as usize)
    }

    /// What a deal starts from, by its number from 1.
    pub(crate) fn start_of(&self, deal: u32) -> StartFrom {
        match &self.start {
            Starts::Default => StartFrom::Default,
            Starts::Deal => StartFrom::Deal,
            Starts::States(lines) => StartFrom::State(lines[deal as usize - 1].clone()),
        }
    }
}
