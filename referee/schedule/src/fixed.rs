//! Formats that no outcome changes: each game is computed from its number alone.
//!
//! Such a schedule takes no time to start and no memory to hold, however long it is. Its first
//! chapter is played by the bots that were there from the beginning; each change adds a chapter for
//! those who joined, behind all earlier games, so that no number is ever used twice. A job knows
//! nothing of its chapter: whoever joins late plays the games that they would have played from the
//! beginning, with the same starts, dice and ids.

use referee_record::{Job, Outcome};

use crate::Schedule;
use crate::plan::{Plan, PlanError};
use crate::setup::{Entrant, Setup, Spot, from_one};

/// The blocks of a chapter, the same number in each round.
pub(crate) trait Draw: Send {
    /// How many there are in a round.
    fn count(&self) -> usize;

    /// The bots of a block by their places among everybody, in ascending order; rounds and blocks
    /// go from 0.
    fn block(&mut self, round: usize, index: usize) -> Vec<usize>;
}

/// For each chapter: each round, each block of bots, each deal, each rotation over the seats.
pub(crate) struct Fixed {
    setup: Setup,
    /// Everybody who takes part or took part.
    bots: Vec<Entrant>,
    chapters: Vec<Chapter>,
    /// Of each block in a round.
    deals: usize,
    games: usize,
    next: usize,
    /// The block that was drawn last.
    drawn: Option<(At, Vec<usize>)>,
}

struct Chapter {
    /// The index of its first game.
    first: usize,
    draw: Box<dyn Draw>,
}

/// Chapter, round and block.
type At = (usize, usize, usize);

impl Fixed {
    /// Checks what the plan says about rounds and games; nothing is issued so far.
    pub(crate) fn new(
        plan: &Plan,
        rounds: u32,
        games_per_pair: u32,
        draws: Vec<Box<dyn Draw>>,
    ) -> Result<Fixed, PlanError> {
        let deals = deals(rounds, games_per_pair, plan.setup.seats.len())?;
        plan.setup.check_deals(rounds, deals as u64)?;
        let mut games: usize = 0;
        let mut chapters = Vec::new();
        for draw in draws {
            let first = games;
            games = (draw.count().checked_mul(rounds as usize))
                .and_then(|blocks| blocks.checked_mul(games_per_pair as usize))
                .and_then(|more| games.checked_add(more))
                .ok_or(PlanError::TooMany)?;
            chapters.push(Chapter { first, draw });
        }
        Ok(Fixed {
            setup: plan.setup.clone(),
            bots: plan.everybody().cloned().collect(),
            chapters,
            deals,
            games,
            next: 0,
            drawn: None,
        })
    }

    fn job(&mut self, index: usize) -> Job {
        let chapter = self.chapters.partition_point(|c| c.first <= index) - 1;
        let Chapter { first, draw } = &mut self.chapters[chapter];
        let rotations = self.setup.seats.len();
        let (rest, rotation) = split(index - *first, rotations);
        let (rest, deal) = split(rest, self.deals);
        let (round, block) = split(rest, draw.count());
        let at = (chapter, round, block);
        let drawn = match self.drawn.take() {
            Some((last, drawn)) if last == at => drawn,
            _ => draw.block(round, block),
        };
        let block: Vec<&Entrant> = drawn.iter().map(|bot| &self.bots[*bot]).collect();
        let spot = Spot {
            stage: "main",
            round: from_one(round),
            deal: self.setup.deal(round * self.deals + deal),
            rotation,
            rotations,
        };
        let job = self.setup.job(index as u64 + 1, &block, spot);
        self.drawn = Some((at, drawn));
        job
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

impl Schedule for Fixed {
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
        let number = usize::try_from(number).unwrap_or(self.games);
        self.next = number.min(self.games);
        true
    }
}

/// Takes the innermost of nested counters off an index.
fn split(index: usize, length: usize) -> (usize, usize) {
    (index / length, index % length)
}
