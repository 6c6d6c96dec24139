//! Holds one batch: the meetings that are played before the next are chosen.

use crate::blocks::Blocks;

/// The meetings of a batch.
pub(super) enum BatchMeetings {
    /// The first so many of these blocks, once each.
    All(Blocks, usize),
    /// Blocks, each with how often it occurred earlier in this batch.
    Chosen(Vec<(Vec<usize>, usize)>),
}

/// The present batch and the repetitions used by earlier batches.
pub(super) struct GameBatch {
    /// Number of the batch, from 1.
    pub(super) round: u32,
    /// Number of the batch's first game.
    pub(super) first: u64,
    /// Repetitions in earlier batches; each repetition has its own deals, which all meetings share.
    pub(super) repetitions: usize,
    meetings: BatchMeetings,
}

impl GameBatch {
    /// Creates an empty batch, before the first one.
    pub(super) fn none() -> GameBatch {
        GameBatch {
            round: 0,
            first: 1,
            repetitions: 0,
            meetings: BatchMeetings::none(),
        }
    }

    /// Starts the next batch, whose first game has the number `first`.
    pub(super) fn turn(&mut self, first: u64, meetings: BatchMeetings) {
        self.repetitions += self.longest();
        self.round = self.round.saturating_add(1);
        self.first = first;
        self.meetings = meetings;
    }

    /// Returns the number of meetings.
    pub(super) fn meetings(&self) -> usize {
        match &self.meetings {
            BatchMeetings::All(_, count) => *count,
            BatchMeetings::Chosen(chosen) => chosen.len(),
        }
    }

    /// Returns the bots of a meeting and how often the same bots met earlier in this batch.
    pub(super) fn meeting(&self, index: usize) -> (Vec<usize>, usize) {
        match &self.meetings {
            BatchMeetings::All(blocks, _) => (blocks.nth(index), 0),
            BatchMeetings::Chosen(chosen) => chosen[index].clone(),
        }
    }

    /// Returns the number of repetitions in the batch: the most meetings of one block.
    pub(super) fn longest(&self) -> usize {
        match &self.meetings {
            BatchMeetings::All(..) => 1,
            BatchMeetings::Chosen(chosen) => chosen.iter().map(|m| m.1 + 1).max().unwrap_or(0),
        }
    }
}

impl BatchMeetings {
    pub(super) fn none() -> BatchMeetings {
        BatchMeetings::Chosen(Vec::new())
    }
}
