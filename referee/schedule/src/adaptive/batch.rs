//! A batch: meetings that are played before anything is decided again.

use crate::blocks::Blocks;
use crate::fixed::Draw;

/// The present batch, and how far those before it went.
pub(super) struct AdaptiveBatch {
    /// Its number, from 1.
    pub(super) round: u32,
    /// The number of its first game.
    pub(super) first: u64,
    /// Repetitions in the batches before it; each has deals of its own, which all meetings share.
    pub(super) repetitions: usize,
    meetings: Meetings,
}

enum Meetings {
    /// So many of these blocks, each once.
    All(Blocks, usize),
    /// Blocks, and how often each came in this batch before.
    Chosen(Vec<(Vec<usize>, usize)>),
}

impl AdaptiveBatch {
    /// The first one.
    pub(super) fn first(blocks: Blocks) -> AdaptiveBatch {
        let count = blocks.count();
        AdaptiveBatch {
            round: 1,
            first: 1,
            repetitions: 0,
            meetings: Meetings::All(blocks, count),
        }
    }

    /// Goes on to a next one, empty so far, whose first game has this number.
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

    /// How many meetings there are.
    pub(super) fn meetings(&self) -> usize {
        match &self.meetings {
            Meetings::All(_, count) => *count,
            Meetings::Chosen(chosen) => chosen.len(),
        }
    }

    /// The bots of a meeting, and how often they met in this batch before.
    pub(super) fn meeting(&self, index: usize) -> (Vec<usize>, usize) {
        match &self.meetings {
            Meetings::All(blocks, _) => (blocks.nth(index), 0),
            Meetings::Chosen(chosen) => chosen[index].clone(),
        }
    }

    /// How many repetitions it has.
    pub(super) fn longest(&self) -> usize {
        match &self.meetings {
            Meetings::All(..) => 1,
            Meetings::Chosen(chosen) => chosen.iter().map(|m| m.1 + 1).max().unwrap_or(0),
        }
    }
}
