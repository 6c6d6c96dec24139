//! Tuning: optimizes the parameters of one bot with SPSA (simultaneous perturbation stochastic
//! approximation).
//!
//! An iteration is a batch of mirrored pairs between two sides of the bot, θ+ and θ−: all parameters are
//! perturbed at once, each up on one side and down on the other. Then the middle moves towards the side that
//! scored more points, along the difference of the values that were really played: rounded, and within bounds
//! and constraints. Everything chosen follows from the master seed, the number of the iteration, and the
//! games of those before it; so feeding the stored records to a new schedule restores the state at which the
//! run stopped.

mod course;

use referee_record::{Job, Outcome};

use crate::plan::game_config::{Entrant, GameConfig, GameSlot, Starts};
use crate::plan::{Plan, PlanError};
use crate::{FormatResults, Schedule};

pub use crate::plan::tuning::{Constraint, Gains, Parameter, Tuning};
pub use course::{Iteration, TuningState};

/// Schedule that tunes the bot of a plan, which lists it twice: as θ+ and as θ−.
pub(crate) struct TuningSchedule {
    setup: GameConfig,
    bots: [Entrant; 2],
    course: TuningState,
    /// Number of the next game.
    next: u64,
}

impl TuningSchedule {
    /// Checks the plan and issues no game yet; returns an error if it isn't a game of two seats between two
    /// sides of one bot, or if a setting is invalid.
    pub(crate) fn new(plan: &Plan, tuning: &Tuning) -> Result<TuningSchedule, PlanError> {
        let refuse = |why: String| Err(PlanError::Format(why));
        let (setup, seats) = (&plan.setup, plan.setup.seats.len());
        if seats != 2 {
            return refuse(format!(
                "a tuning plays games of two seats, but {} has {seats} here; expected an option that \
                 leaves two, such as seats=AC",
                setup.game
            ));
        }
        let [up, down] = &plan.bots[..] else {
            return refuse(format!(
                "a tuning is between two sides of one bot, not {} bots",
                plan.bots.len()
            ));
        };
        if !plan.changes.is_empty() {
            return refuse("nobody joins or leaves a tuning".to_owned());
        }
        tuning.check().map_err(|(_, why)| PlanError::Format(why))?;
        if tuning.games() / 2 > u64::from(u32::MAX) {
            return Err(PlanError::TooMany);
        }
        let names = [up, down].map(|bot| bot.name.clone());
        let course = TuningState::new(tuning, setup.master, names);
        Ok(TuningSchedule {
            setup: setup.clone(),
            bots: [up.clone(), down.clone()],
            course: course.map_err(PlanError::Format)?,
            next: 1,
        })
    }

    /// Creates a game of the current iteration.
    fn job(&self, number: u64) -> Job {
        let (pair, rotation) = ((number - 1) / 2, (number - 1) % 2);
        let round = (number - 1) / self.course.tuning().games_each();
        let spot = GameSlot {
            stage: "main",
            round: u32::try_from(round + 1).unwrap_or(u32::MAX),
            deal: u32::try_from(pair + 1).unwrap_or(u32::MAX),
            rotation: usize::from(rotation == 1),
            rotations: 2,
        };
        let [up, down] = [0, 1].map(|side| Entrant {
            settings: Some(self.course.side(side)),
            ..self.bots[side].clone()
        });
        self.setup.job(number, &[&up, &down], spot)
    }
}

impl Schedule for TuningSchedule {
    fn next(&mut self) -> Option<Job> {
        let numbers = self.course.numbers();
        if self.course.is_finished() || self.next >= numbers.end {
            return None;
        }
        // Games whose outcomes were recorded before they were issued are skipped.
        let number = self.next.max(numbers.start);
        self.next = number + 1;
        Some(self.job(number))
    }

    fn record(&mut self, outcome: &Outcome) {
        self.course.settle(outcome.number, Some(outcome.clone()));
    }

    fn skip(&mut self, job: &Job, _gone: &[String], _parked: &[String]) {
        self.course.settle(job.number, None);
    }

    fn finished(&self) -> bool {
        self.course.is_finished()
    }

    /// None: a bot that always fails ends the tuning early.
    fn size(&self) -> Option<u64> {
        None
    }

    fn most(&self) -> Option<u64> {
        Some(self.course.tuning().games())
    }

    fn ended(&self) -> bool {
        self.course.is_failing()
    }

    fn results(&self) -> FormatResults<'_> {
        FormatResults::Tuning(&self.course)
    }

    fn notes(&self) -> Vec<String> {
        let (past, all) = (self.course.past().len(), self.course.tuning().iterations);
        let mut notes = vec![format!("{past} of {all} iterations are finished")];
        if self.course.is_failing() {
            notes = vec![format!(
                "ended after iteration {past}, in which every game was lost by a fault"
            )];
        }
        let pairs = self.course.tuning().games() / 2;
        if let Starts::States(lines) = &self.setup.start
            && (lines.len() as u64) < pairs
        {
            notes.push(format!(
                "{pairs} pairs start from {} positions, which come again",
                lines.len()
            ));
        }
        notes
    }
}
