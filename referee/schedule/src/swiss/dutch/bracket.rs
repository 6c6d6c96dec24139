//! A bracket: the players that are paired together, and those around it.

use std::ops::Range;

use super::Field;

/// A score group and the players that moved down to it; players are places in the ranking.
pub(super) struct Bracket<'a> {
    pub(super) field: &'a Field<'a>,
    /// Players that moved down, best first.
    pub(super) moved: Vec<usize>,
    pub(super) residents: Range<usize>,
    /// The next score group; empty after the last one.
    pub(super) next: Range<usize>,
}

/// Position of a player relative to a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BracketPart {
    Moved,
    Resident,
    Next,
    Lower,
    /// No player: stands for the bye.
    Nobody,
}

impl Bracket<'_> {
    /// Returns all players in it, best first.
    pub(super) fn places(&self) -> Vec<usize> {
        self.moved
            .iter()
            .copied()
            .chain(self.residents.clone())
            .collect()
    }

    /// Returns the score of its residents, in halves of a match point.
    pub(super) fn score(&self) -> u32 {
        self.field.score(self.residents.start)
    }

    /// Returns the scores of the players that moved down, highest first, and how many players have each.
    pub(super) fn scores(&self) -> Vec<(u32, usize)> {
        let score = |place: &usize| self.field.score(*place);
        let groups = self.moved.chunk_by(|a, b| score(a) == score(b));
        groups
            .map(|group| (score(&group[0]), group.len()))
            .collect()
    }

    /// Returns the number of rounds played.
    pub(super) fn rounds(&self) -> usize {
        self.field.past(0).floats.len()
    }

    /// Returns the number of games that a player has played.
    pub(super) fn played(&self, place: usize) -> usize {
        self.field.past(place).sat.games()
    }

    pub(super) fn part(&self, place: usize) -> BracketPart {
        if place == self.field.nobody() {
            BracketPart::Nobody
        } else if place < self.residents.start {
            BracketPart::Moved
        } else if place < self.residents.end {
            BracketPart::Resident
        } else if place < self.next.end {
            BracketPart::Next
        } else {
            BracketPart::Lower
        }
    }
}
