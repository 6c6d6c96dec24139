//! Formats that don't depend on results: each game is computed from its number alone.
//!
//! Such a schedule takes no time to start and no memory to hold, however long it is. Its first chapter is
//! played by the bots that were there from the beginning; each change adds a chapter for those that joined,
//! and one of all bots for the rounds and games that were added, after all earlier games, so that no number
//! is ever used twice. A job doesn't depend on its chapter: a bot that joins late plays the games that it
//! would have played from the beginning, with the same starts, dice and ids, and rounds that are added later
//! are those that more rounds from the beginning would have had.

use std::ops::Range;

use referee_record::{Job, Outcome};

use crate::deals::Deals;
use crate::plan::game_config::{Entrant, GameConfig, GameSlot, from_one};
use crate::plan::{Attendance, Format, Plan, PlanError};
use crate::{RepeatFinder, Schedule};

/// The blocks of a chapter, the same number in each round.
pub(crate) trait Draw: Send {
    /// Returns the number of blocks in a round.
    fn count(&self) -> usize;

    /// Returns the bots of a block by their index among all bots, in ascending order; rounds and blocks are
    /// numbered from 0.
    fn block(&mut self, round: usize, index: usize) -> Vec<usize>;
}

/// Schedule that plays, for each chapter: each round, each block of bots, each deal, each rotation over the
/// seats.
pub(crate) struct Fixed {
    setup: GameConfig,
    starts: Deals,
    /// All bots that take part or took part.
    bots: Vec<Entrant>,
    chapters: Vec<Chapter>,
    games: usize,
    next: usize,
    /// The last computed block and its position.
    drawn: Option<(At, Vec<usize>)>,
}

/// The rounds and deals that a choice of blocks plays.
struct Chapter {
    /// Index of its first game, from 0.
    first: usize,
    draw: Box<dyn Draw>,
    stretches: Vec<Stretch>,
}

/// Rounds in which each block plays the same number of deals.
#[derive(Clone, Debug)]
struct Stretch {
    rounds: Range<usize>,
    /// Deals of a block in one round.
    deals: usize,
    /// Number of deals in the earlier stretches.
    before: usize,
}

impl Stretch {
    /// Returns the number of deals that so many blocks play.
    fn deals(&self, blocks: usize) -> usize {
        self.rounds.len() * blocks * self.deals
    }
}

/// Chapter, round and block, each from 0.
type At = (usize, usize, usize);

impl Fixed {
    /// Checks the plan's rounds and games and issues no game yet; `draw` returns the blocks that include a
    /// newcomer. Returns an error if rounds or games are out of range.
    pub(crate) fn new(
        plan: &Plan,
        mut draw: impl FnMut(&Attendance) -> Result<Box<dyn Draw>, PlanError>,
    ) -> Result<Fixed, PlanError> {
        let mut fixed = Fixed {
            setup: plan.setup.clone(),
            starts: Deals::new(plan.setup.distinct.clone()),
            bots: plan.everybody().cloned().collect(),
            chapters: Vec::new(),
            games: 0,
            next: 0,
            drawn: None,
        };
        let mut played: Vec<Stretch> = Vec::new();
        let mut so_far = (0, 0);
        let raised = plan.changes.iter().map(|change| change.format.as_ref());
        let formats = std::iter::once(Some(&plan.format)).chain(raised);
        for (format, arrival) in formats.zip(plan.arrivals()) {
            if !arrival.new.is_empty() && !played.is_empty() {
                fixed.add(draw(&arrival)?, played.clone())?;
            }
            let Some((rounds, games)) = format.and_then(Format::rounds) else {
                continue;
            };
            let deals = deals(rounds, games, plan.setup.seats.len())?;
            plan.setup.check_deals(rounds, deals as u64)?;
            let more = further(so_far, (rounds as usize, deals));
            if !more.is_empty() {
                let everybody = Attendance {
                    here: Vec::new(),
                    new: [arrival.here, arrival.new].concat(),
                };
                fixed.add(draw(&everybody)?, more.clone())?;
                played.extend(more);
            }
            so_far = (rounds as usize, deals);
        }
        Ok(fixed)
    }

    /// Appends a chapter; returns an error if the number of games overflows.
    fn add(&mut self, draw: Box<dyn Draw>, stretches: Vec<Stretch>) -> Result<(), PlanError> {
        let first = self.games;
        let blocks = draw.count();
        for stretch in &stretches {
            self.games = (blocks.checked_mul(stretch.rounds.len()))
                .and_then(|blocks| blocks.checked_mul(stretch.deals))
                .and_then(|deals| deals.checked_mul(self.setup.seats.len()))
                .and_then(|more| self.games.checked_add(more))
                .ok_or(PlanError::TooMany)?;
        }
        self.chapters.push(Chapter {
            first,
            draw,
            stretches,
        });
        Ok(())
    }

    /// Returns true if there is no game at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.games == 0
    }

    fn job(&mut self, index: usize) -> Option<Job> {
        let chapter = self.chapters.partition_point(|c| c.first <= index) - 1;
        let Chapter {
            first,
            draw,
            stretches,
        } = &mut self.chapters[chapter];
        let rotations = self.setup.seats.len();
        let (mut rest, rotation) = split(index - *first, rotations);
        let blocks = draw.count();
        let mut stretch = 0;
        while rest >= stretches[stretch].deals(blocks) {
            rest -= stretches[stretch].deals(blocks);
            stretch += 1;
        }
        let stretch = &stretches[stretch];
        let (rest, deal) = split(rest, stretch.deals);
        let (since, block) = split(rest, blocks);
        let round = stretch.rounds.start + since;
        let start = stretch.before + since * stretch.deals + deal;
        let deal = self.starts.nth(start as u64)?;
        let at = (chapter, round, block);
        let drawn = match self.drawn.take() {
            Some((last, drawn)) if last == at => drawn,
            _ => draw.block(round, block),
        };
        let block: Vec<&Entrant> = drawn.iter().map(|bot| &self.bots[*bot]).collect();
        let spot = GameSlot {
            stage: "main",
            round: from_one(round),
            deal,
            rotation,
            rotations,
        };
        let job = self.setup.job(index as u64 + 1, &block, spot);
        self.drawn = Some((at, drawn));
        Some(job)
    }
}

/// Returns the stretches that extend the `begun` rounds of `had` deals to `rounds` rounds of `deals` deals:
/// first the deals that the begun rounds lack, then the new rounds.
fn further((begun, had): (usize, usize), (rounds, deals): (usize, usize)) -> Vec<Stretch> {
    let grown = Stretch {
        rounds: 0..begun,
        deals: deals - had,
        before: begun * had,
    };
    let added = Stretch {
        rounds: begun..rounds,
        deals,
        before: begun * deals,
    };
    let played = |stretch: &Stretch| !stretch.rounds.is_empty() && stretch.deals > 0;
    [grown, added].into_iter().filter(played).collect()
}

/// Returns how many deals each pair or block plays in a round; an error if there are no rounds or the games
/// aren't a multiple of the seats.
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
        let job = self.job(self.next)?;
        self.next += 1;
        Some(job)
    }

    fn find_starts_by(&mut self, finder: Box<dyn RepeatFinder>) {
        self.starts.find_by(finder);
    }

    /// Does nothing: no result changes who meets whom.
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

/// Splits the innermost of nested counters off an index: quotient and remainder.
fn split(index: usize, length: usize) -> (usize, usize) {
    (index / length, index % length)
}
