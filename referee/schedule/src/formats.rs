//! The schedule of each format.

use crate::batches::{AdaptiveSettings, StandingSettings};
use crate::exam::ExamSchedule;
use crate::gauntlet::gauntlet;
use crate::head_to_head::HeadToHead;
use crate::plan::{Format, Plan, PlanError};
use crate::round_robin::round_robin;
use crate::swiss::Seats;
use crate::tune::TuningSchedule;
use crate::{Schedule, batches, rounds};

impl Plan {
    /// Creates the schedule from its beginning; returns an error if the plan can't be played.
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
                    Seats::Single
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
                batches::adaptive(self, settings)?
            }
            Format::Standing {
                games_per_pair,
                batch,
                placement,
                separated,
            } => {
                let settings = StandingSettings {
                    games_per_pair: *games_per_pair,
                    batch: *batch,
                    placement: *placement,
                    separated: *separated,
                };
                batches::standing(self, settings)?
            }
            Format::Match { .. } | Format::Sprt { .. } => Box::new(HeadToHead::new(self)?),
            Format::Tune(tuning) => Box::new(TuningSchedule::new(self, tuning)?),
            Format::Exam(exam) => Box::new(ExamSchedule::new(self, exam)?),
        })
    }
}
