//! Round robin: everybody meets everybody, in every seat.

use referee_record::{Chair, Job, JobId, Place, Record, Seed, Start};

use crate::blocks::Blocks;
use crate::plan::{Plan, PlanError};
use crate::{Schedule, seeds};

/// A round robin: for each round, each block of bots, each deal, each rotation over the seats.
///
/// A job is computed from its index alone, so a schedule of any length takes no time to start and
/// no memory to hold.
pub struct RoundRobin {
    plan: Plan,
    blocks: Blocks,
    games: usize,
    next: usize,
}

impl RoundRobin {
    /// Checks the plan; nothing is issued so far.
    pub fn new(plan: Plan) -> Result<RoundRobin, PlanError> {
        plan.check()?;
        let blocks = Blocks::new(plan.bots.len(), plan.seats.len()).ok_or(PlanError::TooMany)?;
        let games = plan.games().ok_or(PlanError::TooMany)?;
        Ok(RoundRobin {
            plan,
            blocks,
            games,
            next: 0,
        })
    }

    fn job(&self, index: usize) -> Job {
        let plan = &self.plan;
        let (rest, rotation) = split(index, plan.seats.len());
        let (rest, deal) = split(rest, plan.deals());
        let (round, block) = split(rest, self.blocks.count());
        let block = self.blocks.nth(block);
        let place = Place {
            stage: "main".to_owned(),
            round: from_one(round),
            block: block
                .iter()
                .map(|bot| plan.bots[*bot].name.clone())
                .collect(),
            deal: from_one(round * plan.deals() + deal),
            rotation: from_one(rotation),
        };
        let chair = |(i, seat): (usize, &char)| {
            let bot = &plan.bots[block[(i + rotation) % block.len()]];
            Chair {
                seat: *seat,
                bot: bot.name.clone(),
                seed: seeds::chair(plan.master, &place, *seat),
                time: bot.time,
            }
        };
        Job {
            id: JobId(Seed([0; 16])),
            number: index as u64 + 1,
            game: plan.game.clone(),
            options: plan.options.clone(),
            start: Start {
                from: plan.start_of(place.deal),
                plies: plan.openings,
                seed: seeds::deal(plan.master, place.round, place.deal),
            },
            dice: seeds::dice(plan.master, &place),
            seats: plan.seats.iter().enumerate().map(chair).collect(),
            place,
            limits: plan.limits,
            restart: plan.restart,
        }
        .identify()
    }
}

impl Schedule for RoundRobin {
    fn next(&mut self) -> Option<Job> {
        if self.next == self.games {
            return None;
        }
        self.next += 1;
        Some(self.job(self.next - 1))
    }

    /// No result changes who meets whom.
    fn record(&mut self, _record: &Record) {}

    fn finished(&self) -> bool {
        self.next == self.games
    }

    fn size(&self) -> Option<u64> {
        Some(self.games as u64)
    }
}

/// Takes the innermost of nested counters off an index.
fn split(index: usize, length: usize) -> (usize, usize) {
    (index / length, index % length)
}

/// A number that people see; a checked plan has none beyond the range.
fn from_one(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}
