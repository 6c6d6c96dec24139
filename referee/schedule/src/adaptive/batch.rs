//! Holds one batch of an adaptive tournament: the meetings played before the ranks are judged again.

use crate::blocks::Blocks;
use crate::fixed::Draw;

/// The present batch and the repetitions used by earlier batches.
pub(super) struct AdaptiveBatch {
    /// Number of the batch, from 1.
    pub(super) round: u32,
    /// Number of the batch's first game.
    pub(super) first: u64,
    /// Repetitions in earlier batches; each repetition has its own deals, which all meetings share.
    pub(super) repetitions: usize,
    meetings: Meetings,
}

enum Meetings {
    /// The first so many of these blocks, once each.
    All(Blocks, usize),
    /// Blocks, each with how often it occurred earlier in this batch.
    Chosen(Vec<(Vec<usize>, usize)>),
}

impl AdaptiveBatch {
    /// Creates the first batch, which plays each of these blocks once.
    pub(super) fn first(blocks: Blocks) -> AdaptiveBatch {
        let count = blocks.count();
        AdaptiveBatch {
            round: 1,
            first: 1,
            repetitions: 0,
            meetings: Meetings::All(blocks, count),
        }
    }

    /// Starts the next batch, empty so far, whose first game has the number `first`.
    pub(super) fn turn(&mut self, first: u64) {
        self.repetitions += self.longest();
        self.round = self.round.saturating_add(1);
        self.first = first;
        self.meetings = Meetings::Chosen(Vec::new());
    }

    pub(super) fn all(&mut self, blocks: Blocks, count: usize) {
        self.meetings = Meetings::All(blocks, count);
    }

    pub(super) fn chosen(&mut self, meetings: Vec<(Vec<usize>, usize)>) {
        self.meetings = Meetings::Chosen(meetings);
    }

    /// Returns the number of meetings.
    pub(super) fn meetings(&self) -> usize {
        match &self.meetings {
            Meetings::All(_, count) => *count,
            Meetings::Chosen(chosen) => chosen.len(),
        }
    }

    /// Returns the bots of a meeting and how often the same bots met earlier in this batch.
    pub(super) fn meeting(&self, index: usize) -> (Vec<usize>, usize) {
        match &self.meetings {
            Meetings::All(blocks, _) => (blocks.nth(index), 0),
            Meetings::Chosen(chosen) => chosen[index].clone(),
        }
    }

    /// Returns the number of repetitions in the batch: the most meetings of one block.
    pub(super) fn longest(&self) -> usize {
        match &self.meetings {
            Meetings::All(..) => 1,
            Meetings::Chosen(chosen) => chosen.iter().map(|m| m.1 + 1).max().unwrap_or(0),
        }
    }
}
