//! Balanced choice of blocks, for fields that are larger than the number of seats.
//!
//! 82 bots in games of four have 1.7 million blocks; a round of groups has only a few for each bot. Bots that
//! met least so far are put together first, so that over the rounds each two bots meet nearly equally often.
//! Each round has its own order of the bots, from the master seed and their names, which decides where counts
//! are equal.
//!
//! A round follows from those before it and takes a fraction of a millisecond; only one is held in memory.

mod meetings;
mod mix;

use referee_record::derive;

use crate::blocks::Blocks;
use crate::fixed::Draw;
use crate::plan::{Attendance, Plan, PlanError};
use meetings::Meetings;
use mix::{Class, mix, part_twins};

/// The blocks of a chapter: in each round each newcomer plays the same number, or one more where they can't
/// be shared evenly; each block has the same number of newcomers.
pub(crate) struct Groups {
    /// The newcomers, then the bots that were there before.
    field: Vec<usize>,
    names: Vec<String>,
    master: u64,
    classes: [Class; 2],
    /// All possible blocks.
    all: Blocks,
    count: usize,
    meetings: Meetings,
    /// Number of blocks that each bot played so far.
    played: Vec<u64>,
    /// Number of rounds mixed so far; `blocks` is the last of them.
    rounds: usize,
    blocks: Vec<Vec<usize>>,
}

impl Groups {
    /// Creates the groups; None if there is no newcomer, a game can't be filled or the blocks can't be
    /// counted.
    pub(crate) fn new(plan: &Plan, arrival: &Attendance, each: u32) -> Option<Groups> {
        let (new, here) = (arrival.new.len(), arrival.here.len());
        let (size, seats) = (new + here, plan.setup.seats.len());
        if new == 0 || size < seats {
            return None;
        }
        // The newcomers' share of a block is as near as possible to their share of the field.
        let share = ((2 * seats * new + size) / (2 * size)).clamp(1, seats);
        let blocks = (new * each as usize).div_ceil(share);
        let there =
            Blocks::count_of(new, share)?.saturating_mul(Blocks::count_of(here, seats - share)?);
        let whole = Attendance {
            here: (new..new + here).collect(),
            new: (0..new).collect(),
        };
        let field = [&arrival.new[..], &arrival.here[..]].concat();
        let everybody: Vec<&str> = plan.everybody().map(|bot| bot.name.as_str()).collect();
        Some(Groups {
            names: field.iter().map(|&i| everybody[i].to_owned()).collect(),
            master: plan.setup.master,
            classes: [
                Class::new(0..new, share),
                Class::new(new..new + here, seats - share),
            ],
            all: Blocks::new(&whole, seats)?,
            count: blocks.min(there),
            meetings: Meetings::new(field.len()),
            played: vec![0; field.len()],
            field,
            rounds: 0,
            blocks: Vec::new(),
        })
    }

    /// Checks that a field can be played in groups; otherwise returns the reason as an error.
    pub(crate) fn check(bots: usize, seats: usize, each: u32) -> Result<(), PlanError> {
        let most = Blocks::count_of(bots - 1, seats - 1).ok_or(PlanError::TooMany)?;
        let why = if bots <= seats {
            format!("the {bots} bots sit at one table anyway; leave it out")
        } else if each == 0 {
            format!(
                "expected from 1 to {}, the blocks of a bot in a round",
                most - 1
            )
        } else if each as usize >= most {
            format!("each of the {bots} bots has but {most} blocks; leave it out to play them all")
        } else {
            return Ok(());
        };
        Err(PlanError::Format(format!("groups = {each}: {why}")))
    }

    fn next_round(&mut self) {
        let round = self.rounds.to_string();
        let key = |i: &usize| derive(self.master, "groups", &[&round, &self.names[*i]]);
        let mut order: Vec<usize> = (0..self.field.len()).collect();
        order.sort_by_cached_key(key);
        let mut quotas = vec![0; self.field.len()];
        for class in &self.classes {
            class.share_out(self.count, &order, &self.played, &mut quotas);
        }
        for (played, quota) in self.played.iter_mut().zip(&quotas) {
            *played += *quota as u64;
        }
        self.blocks = mix(
            &self.classes,
            self.count,
            &order,
            quotas,
            &mut self.meetings,
        );
        part_twins(&mut self.blocks, &mut self.meetings, self.all.iter());
        self.rounds += 1;
    }
}

impl Draw for Groups {
    fn count(&self) -> usize {
        self.count
    }

    fn block(&mut self, round: usize, index: usize) -> Vec<usize> {
        if round + 1 < self.rounds {
            self.meetings = Meetings::new(self.field.len());
            self.played.fill(0);
            self.rounds = 0;
        }
        while self.rounds <= round {
            self.next_round();
        }
        let mut block: Vec<usize> = self.blocks[index].iter().map(|i| self.field[*i]).collect();
        block.sort_unstable();
        block
    }
}
