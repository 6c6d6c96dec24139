//! A plan: everything that determines a schedule, as it is stored with the results.

pub(crate) mod distinct;
mod error;
pub(crate) mod exam;
pub(crate) mod game_config;
pub(crate) mod hypotheses;
mod raise;
pub(crate) mod tuning;

use std::collections::{BTreeSet, HashSet};

use serde::{Deserialize, Serialize};

pub use error::{PlanError, RaiseError};
use exam::{Appeal, Exam};
use game_config::{Entrant, GameConfig};
use hypotheses::Hypotheses;
use tuning::Tuning;

/// A tournament, as far as its games are concerned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The title on pages and in PGN; `None` for the name of the file of results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Settings that all games share.
    pub setup: GameConfig,
    /// Bots that took part from the beginning, in the order of the configuration.
    pub bots: Vec<Entrant>,
    /// The format at the beginning; see [`Plan::format_now`] for the present one.
    pub format: Format,
    /// Number of games in a row that a bot must lose by its own fault to be parked; nothing is parked if
    /// None.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub park_after: Option<u32>,
    /// True if a match goes on whatever share of its games is lost by faults.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub allow_faults: bool,
    /// Bots that joined or were withdrawn during the run, and raised bounds, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<PlanChange>,
}

/// Tournament format: which bots meet each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// All bots meet each other.
    RoundRobin {
        /// Number of meetings of each pair or block, from 1.
        rounds: u32,
        /// Games of each pair or block in a round: a multiple of the number of seats, since each
        /// deal is played once for each rotation of the bots over the seats.
        games_per_pair: u32,
        /// If there are more bots than seats: how many blocks each bot plays in a round, in a balanced choice
        /// of them; without it all blocks are played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        groups: Option<u32>,
    },
    /// Newcomers meet all other bots; neither the newcomers nor the others play among themselves.
    Gauntlet {
        /// The newcomers, by name.
        newcomers: Vec<String>,
        /// As in [`Format::RoundRobin`].
        rounds: u32,
        /// As in [`Format::RoundRobin`].
        games_per_pair: u32,
    },
    /// Each round pairs bots with scores as equal as possible, and no two bots twice.
    Swiss {
        /// Number of rounds, from 1.
        rounds: u32,
        /// Games of a meeting; 1 if it isn't mirrored.
        games_per_pair: u32,
        /// True if a meeting plays each deal with both seatings.
        mirrored: bool,
    },
    /// A bot is out after losing one meeting or, with `double`, two.
    Knockout {
        /// Games of a meeting.
        games_per_pair: u32,
        /// True if losers go on in a losers' bracket.
        double: bool,
        /// True if the final of a double knockout is played again when the winner of the losers' bracket wins
        /// it.
        reset: bool,
        /// Number of times in total that a meeting is played until one bot is ahead; after that the better
        /// seed goes on.
        tries: u32,
    },
    /// King of the hill: neighbours on the ladder meet, and the winner takes the upper rung.
    Ladder {
        /// Number of rounds, from 1.
        rounds: u32,
        /// Games of a meeting.
        games_per_pair: u32,
    },
    /// A round robin in batches that goes on until the ranks are separated.
    Adaptive {
        /// Games of each pair in the first batch, and of a selected pair in a later one.
        games_per_pair: u32,
        /// Number of pairs in a later batch.
        batch: u32,
        /// Probability, from 0.5 to below 1, that no ranks ever called separated in the run, however long it
        /// is, are in the wrong order.
        separated: f64,
        /// Largest number of games in total. Without it, equal bots play until the user ends the run.
        games: Option<u64>,
    },
    /// A ladder without an end: newcomers are placed, then neighbours in the order meet.
    Standing {
        /// Games of a meeting.
        games_per_pair: u32,
        /// Number of meetings in a batch.
        batch: u32,
        /// Number of meetings after which a bot is no newcomer any more.
        placement: u32,
        /// As in [`Format::Adaptive`].
        separated: f64,
    },
    /// Two bots play mirrored pairs; the match ends at the first of its bounds.
    Match {
        /// Number of games in total, an even number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        games: Option<u64>,
        /// Half of the requested 95 % confidence interval, in Elo.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        precision: Option<f64>,
    },
    /// Two bots play mirrored pairs until a sequential test between two hypotheses is decided.
    Sprt {
        /// The hypotheses and error probabilities of the test.
        #[serde(flatten)]
        test: Hypotheses,
        /// Largest number of games, an even number; without it, as many as there are different starts for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        games: Option<u64>,
    },
    /// One bot plays against itself with two sets of parameter values, and moves towards the better one.
    Tune(Tuning),
    /// Questions and a qualification for all students; the eligible ones meet each other.
    Exam(Exam),
}

/// Change of a run after it had begun: bots that joined or were withdrawn, and raised bounds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlanChange {
    /// The highest number of a recorded game at that time; 0 if there was none.
    pub after: u64,
    /// Bots that take part from then on.
    pub joined: Vec<Entrant>,
    /// Bots that were withdrawn: their games that weren't played by then are skipped.
    pub withdrawn: Vec<String>,
    /// The format from then on, if its bounds were raised; see [`Format::goes_on_as`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
    /// Students of an exam who play games of the qualification again after the main stage was paired.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub appeals: Vec<Appeal>,
}

/// Bots that were there before and bots that are new, by their index among all bots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Attendance {
    /// Bots that were there before and have stayed.
    pub(crate) here: Vec<usize>,
    /// Bots that joined.
    pub(crate) new: Vec<usize>,
}

impl Plan {
    /// Returns the present format, after all changes.
    pub fn format_now(&self) -> &Format {
        let mut raised = self.changes.iter().rev();
        let last = raised.find_map(|change| change.format.as_ref());
        last.unwrap_or(&self.format)
    }

    /// Returns the number of a deal within its stage, from 1: records number an exam's deals through all its
    /// stages.
    pub fn deal_in_stage(&self, stage: &str, deal: u32) -> u32 {
        match &self.format {
            Format::Exam(exam) => exam.deal_in_stage(stage, deal),
            _ => deal,
        }
    }

    /// Iterates over all bots that take part or took part, in the order in which they joined.
    pub fn everybody(&self) -> impl Iterator<Item = &Entrant> {
        let joined = self.changes.iter().flat_map(|change| &change.joined);
        self.bots.iter().chain(joined)
    }

    /// Iterates over the bots of the beginning that don't compete: an exam's examiner and partner.
    pub fn staff(&self) -> impl Iterator<Item = &Entrant> {
        let exam = match &self.format {
            Format::Exam(exam) => Some(exam),
            _ => None,
        };
        let bots = self.bots.iter();
        bots.filter(move |bot| exam.is_some_and(|exam| exam.is_staff(&bot.name)))
    }

    /// Returns the names of the withdrawn bots.
    pub fn withdrawn(&self) -> BTreeSet<&str> {
        let withdrawn = self.changes.iter().flat_map(|change| &change.withdrawn);
        withdrawn.map(String::as_str).collect()
    }

    /// Returns the bots at the beginning and after each change, without those that were withdrawn by then.
    pub(crate) fn arrivals(&self) -> Vec<Attendance> {
        let mut arrivals = vec![Attendance {
            here: Vec::new(),
            new: (0..self.bots.len()).collect(),
        }];
        let everybody: Vec<&str> = self.everybody().map(|bot| bot.name.as_str()).collect();
        let mut gone = HashSet::new();
        let mut known = self.bots.len();
        for change in &self.changes {
            gone.extend(change.withdrawn.iter().map(String::as_str));
            let stays = |bot: &usize| !gone.contains(everybody[*bot]);
            let joined = known + change.joined.len();
            arrivals.push(Attendance {
                here: (0..known).filter(stays).collect(),
                new: (known..joined).filter(stays).collect(),
            });
            known = joined;
        }
        arrivals
    }

    fn check_parking(&self) -> Result<(), PlanError> {
        match self.park_after {
            Some(0) => Err(PlanError::Parking {
                after: 0,
                why: "expected at least 1 game in a row; leave it out to park nobody",
            }),
            _ => Ok(()),
        }
    }

    pub(crate) fn check(&self) -> Result<(), PlanError> {
        self.setup.check()?;
        self.check_parking()?;
        let mut format = &self.format;
        let changes = self.changes.iter();
        for raised in changes.filter_map(|change| change.format.as_ref()) {
            format.goes_on_as(raised)?;
            format = raised;
        }
        let seats = self.setup.seats.len();
        if self.bots.len() < seats {
            let game = self.setup.game.clone();
            let bots = self.bots.len() - self.staff().count();
            return Err(PlanError::Bots { game, seats, bots });
        }
        let mut names = HashSet::new();
        if let Some(bot) = self
            .everybody()
            .find(|bot| !names.insert(bot.name.as_str()))
        {
            return Err(PlanError::Name(bot.name.clone()));
        }
        match self.withdrawn().iter().find(|name| !names.contains(*name)) {
            Some(name) => Err(PlanError::Stranger((*name).to_owned())),
            None => Ok(()),
        }
    }
}
