//! Round robin: everybody meets everybody, in every seat.

use referee_record::{Job, Outcome};

use crate::Schedule;
use crate::blocks::Blocks;
use crate::plan::{Plan, PlanError};
use crate::setup::{Entrant, Setup, Spot, from_one};

/// A round robin: for each round, each block of bots, each deal, each rotation over the seats.
///
/// A job is computed from its index alone, so a schedule of any length takes no time to start and
/// no memory to hold.
pub struct RoundRobin {
    setup: Setup,
    bots: Vec<Entrant>,
    blocks: Blocks,
    /// Of each block in a round.
    deals: usize,
    games: usize,
    next: usize,
}

impl RoundRobin {
    /// Checks what the plan says about rounds and games; nothing is issued so far.
    pub fn new(plan: &Plan, rounds: u32, games_per_pair: u32) -> Result<RoundRobin, PlanError> {
        let seats = plan.setup.seats.len();
        let deals = deals(rounds, games_per_pair, seats)?;
        plan.setup.check_deals(rounds, deals as u64)?;
        let blocks = Blocks::new(plan.bots.len(), seats).ok_or(PlanError::TooMany)?;
        let games = blocks
            .count()
            .checked_mul(rounds as usize)
            .and_then(|games| games.checked_mul(games_per_pair as usize))
            .ok_or(PlanError::TooMany)?;
        Ok(RoundRobin {
            setup: plan.setup.clone(),
            bots: plan.bots.clone(),
            blocks,
            deals,
            games,
            next: 0,
        })
    }

    fn job(&self, index: usize) -> Job {
        let rotations = self.setup.seats.len();
        let (rest, rotation) = split(index, rotations);
        let (rest, deal) = split(rest, self.deals);
        let (round, block) = split(rest, self.blocks.count());
        let block = self.blocks.nth(block);
        let block: Vec<&Entrant> = block.iter().map(|bot| &self.bots[*bot]).collect();
        let spot = Spot {
            stage: "main",
            round: from_one(round),
            deal: from_one(round * self.deals + deal),
            rotation,
            rotations,
        };
        self.setup.job(index as u64 + 1, &block, spot)
    }
}

/// How many deals each pair or block plays in a round, if rounds and games can be.
pub(crate) fn deals(rounds: u32, games_per_pair: u32, seats: usize) -> Result<usize, PlanError> {
    if rounds == 0 {
        return Err(PlanError::Rounds);
    }
    let games = games_per_pair as usize;
    if games == 0 || !games.is_multiple_of(seats) {
        return Err(PlanError::Rotations {
            games: games_per_pair,
            seats,
            next: ((games / seats + 1) * seats) as u64,
        });
    }
    Ok(games / seats)
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
    fn record(&mut self, _outcome: &Outcome) {}

    fn finished(&self) -> bool {
        self.next == self.games
    }

    fn size(&self) -> Option<u64> {
        Some(self.games as u64)
    }

    fn pass(&mut self, number: u64) -> bool {
        self.next = usize::try_from(number)
            .unwrap_or(self.games)
            .min(self.games);
        true
    }
}

/// Takes the innermost of nested counters off an index.
fn split(index: usize, length: usize) -> (usize, usize) {
    (index / length, index % length)
}
