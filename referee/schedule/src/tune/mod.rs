//! Tuning: SPSA over the parameters of one bot.
//!
//! An iteration is a batch of mirrored pairs between two sides of the bot, θ+ and θ−: all parameters
//! at once are moved a little, each up on one side and down on the other. Then the middle goes
//! towards the side that made more points, along the way between the two that were really played:
//! rounded, and within bounds and constraints. All that is chosen follows from the master seed, the
//! number of the iteration, and the games of those before it; so whoever feeds the stored records to
//! a fresh schedule is where the run stopped.

mod constraint;
mod course;
mod gains;
mod parameter;
mod space;

use std::collections::HashSet;

use referee_record::{Job, Outcome};
use serde::{Deserialize, Serialize};

use crate::Schedule;
use crate::game_config::{Entrant, GameConfig, GameSlot, Starts};
use crate::plan::{Plan, PlanError};

pub use constraint::Constraint;
pub use course::{Iteration, TuningState};
pub use gains::Gains;
pub use parameter::Parameter;

/// The most iterations.
const ITERATIONS: u32 = 1_000_000;
/// The most pairs of an iteration.
const PAIRS: u32 = 100_000;

/// What is tuned, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuning {
    /// What is tuned.
    pub parameters: Vec<Parameter>,
    /// What holds between them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<Constraint>,
    /// How many iterations there are.
    pub iterations: u32,
    /// Mirrored pairs of an iteration.
    pub pairs: u32,
    /// How wide it looks, and how far it goes.
    pub gains: Gains,
}

impl Tuning {
    /// What is wrong with it, and at which key of its table, if anything is.
    pub fn check(&self) -> Result<(), (String, String)> {
        for (key, value, most) in [
            ("iterations", self.iterations, ITERATIONS),
            ("pairs", self.pairs, PAIRS),
        ] {
            if !(1..=most).contains(&value) {
                let why = format!("{key} = {value}: expected a whole number from 1 to {most}");
                return Err((key.to_owned(), why));
            }
        }
        if self.parameters.is_empty() {
            let why = "parameters: found none, expected at least one, such as { name = \"depth\", \
                       start = 3, min = 1, max = 9 }";
            return Err(("parameters".to_owned(), why.to_owned()));
        }
        let mut names = HashSet::new();
        for (index, tuned) in self.parameters.iter().enumerate() {
            let place = |key: &str| format!("parameters.{index}.{key}");
            tuned
                .check()
                .map_err(|(key, why)| (place(key), format!("parameter {}: {why}", tuned.name)))?;
            if !names.insert(&*tuned.name) {
                return Err((
                    place("name"),
                    format!("two parameters are named {}", tuned.name),
                ));
            }
        }
        for (index, constraint) in self.constraints.iter().enumerate() {
            if let Some(name) = constraint
                .weights
                .keys()
                .find(|name| !names.contains(&***name))
            {
                let why = format!(
                    "constraint {:?}: no parameter is named {name}",
                    constraint.text
                );
                return Err((format!("constraints.{index}"), why));
            }
        }
        self.gains
            .check()
            .map_err(|(key, why)| (key.to_owned(), why))?;
        space::Space::new(&self.parameters, &self.constraints)
            .map(|_| ())
            .map_err(|why| ("constraints".to_owned(), why))
    }

    /// Games of an iteration.
    pub fn games_each(&self) -> u64 {
        2 * u64::from(self.pairs)
    }

    /// Games of all iterations.
    pub fn games(&self) -> u64 {
        self.games_each() * u64::from(self.iterations)
    }
}

/// A tuning of the bot of a plan, which stands there twice: as θ+ and as θ−.
pub(crate) struct TuningSchedule {
    setup: GameConfig,
    bots: [Entrant; 2],
    course: TuningState,
    /// The next game.
    next: u64,
}

impl TuningSchedule {
    /// Checks what the plan says; nothing is issued so far.
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

    /// A game of the iteration that is being played.
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
        // What was recorded before it was asked for isn't asked for again.
        let number = self.next.max(numbers.start);
        self.next = number + 1;
        Some(self.job(number))
    }

    fn record(&mut self, outcome: &Outcome) {
        self.course.settle(outcome.number, Some(outcome.clone()));
    }

    fn skip(&mut self, job: &Job, _gone: &[String]) {
        self.course.settle(job.number, None);
    }

    fn finished(&self) -> bool {
        self.course.is_finished()
    }

    /// A bot that fails all the time ends it.
    fn size(&self) -> Option<u64> {
        None
    }

    fn most(&self) -> Option<u64> {
        Some(self.course.tuning().games())
    }

    fn ended(&self) -> bool {
        self.course.is_failing()
    }

    fn tune(&self) -> Option<&TuningState> {
        Some(&self.course)
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
