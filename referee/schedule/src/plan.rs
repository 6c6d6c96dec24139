//! A plan: everything that a schedule is made of, as it is stored with the results.

use std::collections::{BTreeSet, HashSet};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::adaptive::{Adaptive, AdaptiveSettings};
use crate::exam::{Exam, ExamSchedule};
use crate::game_config::{Entrant, GameConfig};
use crate::gauntlet::gauntlet;
use crate::head_to_head::{HeadToHead, Hypotheses};
use crate::raise::RaiseError;
use crate::round_robin::round_robin;
use crate::swiss::Seats;
use crate::tune::{Tuning, TuningSchedule};
use crate::{Schedule, rounds};

/// A tournament, as far as its games go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// What all games have in common.
    pub setup: GameConfig,
    /// Who took part from the beginning, in the order of the configuration.
    pub bots: Vec<Entrant>,
    /// Who meets whom, as it was in the beginning; see [`Plan::format_now`].
    pub format: Format,
    /// A bot that loses so many games in a row by its own fault is parked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub park_after: Option<u32>,
    /// Who came and went while it was played, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<PlanChange>,
}

/// Who meets whom.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin {
        /// How often everybody meets everybody, from 1.
        rounds: u32,
        /// Games of each pair or block in a round: a multiple of the number of seats, since each
        /// deal is played once for each rotation of the bots over the seats.
        games_per_pair: u32,
        /// In a field larger than the table: how many blocks each bot plays in a round, in a
        /// balanced choice of them; without it all blocks are played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        groups: Option<u32>,
    },
    /// Newcomers meet everybody else, but neither each other nor the others among themselves.
    Gauntlet {
        /// The newcomers, by name.
        newcomers: Vec<String>,
        /// As in a round robin.
        rounds: u32,
        /// As in a round robin.
        games_per_pair: u32,
    },
    /// Each round pairs bots with scores as equal as can be, and nobody twice.
    Swiss {
        /// How many rounds, from 1.
        rounds: u32,
        /// Games of a meeting; 1 where it isn't mirrored.
        games_per_pair: u32,
        /// Whether a meeting plays each deal from both sides.
        mirrored: bool,
    },
    /// Who loses a meeting is out, or, with `double`, who loses two.
    Knockout {
        /// Games of a meeting.
        games_per_pair: u32,
        /// Whether losers go on in a bracket of their own.
        double: bool,
        /// Whether the final of a double knockout is played again if the winner of the losers'
        /// bracket wins it.
        reset: bool,
        /// How many times in all a meeting is played until somebody is ahead; after that the better
        /// seed goes on.
        tries: u32,
    },
    /// King of the hill: neighbours on the ladder meet, and the winner stands above.
    Ladder {
        /// How many rounds, from 1.
        rounds: u32,
        /// Games of a meeting.
        games_per_pair: u32,
    },
    /// A round robin in batches that goes on until the ranks are separated.
    Adaptive {
        /// Games of each pair in the first batch, and of a pair that is chosen in a later one.
        games_per_pair: u32,
        /// How many pairs a later batch plays.
        batch: u32,
        /// With which probability, from 0.5 to below 1, none of all ranks that are called separated in the
        /// whole run, however long it is, is in the wrong order.
        separated: f64,
        /// The most games that are played in all. Without it, bots that are equal are played until
        /// whoever runs the tournament ends it.
        games: Option<u64>,
    },
    /// Two bots play mirrored pairs; it ends where the first of its bounds is reached.
    Match {
        /// How many games, in all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        games: Option<u64>,
        /// Half of the 95 % interval that is asked for, in Elo.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        precision: Option<f64>,
    },
    /// Two bots play mirrored pairs until a test between two hypotheses is decided.
    Sprt {
        /// The test.
        #[serde(flatten)]
        test: Hypotheses,
        /// The most games that are played; else as many as there are different starts for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        games: Option<u64>,
    },
    /// One bot plays against itself in two settings, and goes towards the better one.
    Tune(Tuning),
    /// Questions and a qualification for everybody; those who are eligible meet each other.
    Exam(Exam),
}

/// Bots that came and went after a run had begun, and how much further it goes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlanChange {
    /// The highest number that a recorded game had then; 0 where there was none.
    pub after: u64,
    /// Who takes part from then on.
    pub joined: Vec<Entrant>,
    /// Whose games that weren't played by then aren't played any more.
    pub withdrawn: Vec<String>,
    /// The format from then on, where it was raised; see [`Format::goes_on_as`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<Format>,
}

/// Who is there, and who is new; bots by their places among everybody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Attendance {
    /// Who was there and has stayed.
    pub(crate) here: Vec<usize>,
    /// Who joined.
    pub(crate) new: Vec<usize>,
}

/// Why a plan can't be played.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum PlanError {
    /// A game has two seats or more, each once.
    #[error("seats {0:?}: expected at least two different letters")]
    Seats(String),
    /// Too few bots.
    #[error("{game} is played by {seats} bots, but {}; add some", taking_part(*.bots))]
    Bots {
        /// The game's name.
        game: String,
        /// How many it takes.
        seats: usize,
        /// How many there are; the examiner's own bots take no part in an exam.
        bots: usize,
    },
    /// Two bots of one name.
    #[error(
        "two bots are called {0:?}; results go by name, and a name isn't used again after its bot \
         was withdrawn, so give one of them another"
    )]
    Name(String),
    /// Somebody is to leave who doesn't take part.
    #[error("{0:?} is withdrawn, but doesn't take part")]
    Stranger(String),
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
    /// Fewer starts that differ than are needed.
    #[error(
        "{} games need {needed} different starts, but there are only {found}, for {} games; play \
         fewer, add lines to the book, or raise openings", 2 * .needed, 2 * .found
    )]
    Starts {
        /// How many pairs there are to be.
        needed: u64,
        /// How many starts there are.
        found: u64,
    },
    /// More games or deals than can be numbered.
    #[error("the schedule has more games than can be numbered; play fewer rounds")]
    TooMany,
    /// A bot would be parked before it lost a game, or where all games are owed to it.
    #[error("park_after = {after}: {why}")]
    Parking {
        /// What the plan says.
        after: u32,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A limit is out of range.
    #[error("{0}")]
    Limits(String),
    /// A setting of the format can't be.
    #[error("{0}")]
    Format(String),
    /// A format can't go on as another one.
    #[error(transparent)]
    Raise(#[from] RaiseError),
}

/// So many bots, in words.
fn taking_part(bots: usize) -> String {
    match bots {
        0 => "nobody takes part".to_owned(),
        1 => "only 1 takes part".to_owned(),
        _ => format!("only {bots} take part"),
    }
}

impl Plan {
    /// The schedule from its beginning, or what is wrong with the plan.
    pub fn schedule(&self) -> Result<Box<dyn Schedule>, PlanError> {
        self.check()?;
        Ok(match self.format_now() {
            Format::RoundRobin { groups, .. } => Box::new(round_robin(self, *groups)?),
            Format::Gauntlet { newcomers, .. } => Box::new(gauntlet(self, newcomers)?),
            Format::Swiss {
                rounds,
                games_per_pair,
                mirrored,
            } => {
                let seats = if *mirrored {
                    Seats::Mirrored
                } else {
                    Seats::Single { best_first: true }
                };
                rounds::swiss(self, *rounds, *games_per_pair, seats)?
            }
            Format::Knockout {
                games_per_pair,
                double,
                reset,
                tries,
            } => rounds::knockout(self, *games_per_pair, (*double, *reset), *tries)?,
            Format::Ladder { rounds, .. } => rounds::ladder(self, *rounds)?,
            Format::Adaptive {
                games_per_pair,
                batch,
                separated,
                games,
            } => {
                let settings = AdaptiveSettings {
                    games_per_pair: *games_per_pair,
                    batch: *batch,
                    separated: *separated,
                    games: *games,
                };
                Box::new(Adaptive::new(self, settings)?)
            }
            Format::Match { .. } | Format::Sprt { .. } => Box::new(HeadToHead::new(self)?),
            Format::Tune(tuning) => Box::new(TuningSchedule::new(self, tuning)?),
            Format::Exam(exam) => Box::new(ExamSchedule::new(self, exam)?),
        })
    }

    /// Who meets whom by now.
    pub fn format_now(&self) -> &Format {
        let mut raised = self.changes.iter().rev();
        let last = raised.find_map(|change| change.format.as_ref());
        last.unwrap_or(&self.format)
    }

    /// The number of a deal as people know it, from 1: records number those of an exam through its stages.
    pub fn deal_in_stage(&self, stage: &str, deal: u32) -> u32 {
        match &self.format {
            Format::Exam(exam) => exam.deal_in_stage(stage, deal),
            _ => deal,
        }
    }

    /// Everybody who takes part or took part, in the order in which they came.
    pub fn everybody(&self) -> impl Iterator<Item = &Entrant> {
        let joined = self.changes.iter().flat_map(|change| &change.joined);
        self.bots.iter().chain(joined)
    }

    /// The bots of the beginning that take no part themselves: those of an examiner.
    pub fn staff(&self) -> impl Iterator<Item = &Entrant> {
        let exam = match &self.format {
            Format::Exam(exam) => Some(exam),
            _ => None,
        };
        let bots = self.bots.iter();
        bots.filter(move |bot| exam.is_some_and(|exam| exam.is_staff(&bot.name)))
    }

    /// Who was withdrawn.
    pub fn withdrawn(&self) -> BTreeSet<&str> {
        let withdrawn = self.changes.iter().flat_map(|change| &change.withdrawn);
        withdrawn.map(String::as_str).collect()
    }

    /// Who is there at the beginning and after each change, without those who were withdrawn by
    /// then.
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

    fn check(&self) -> Result<(), PlanError> {
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
