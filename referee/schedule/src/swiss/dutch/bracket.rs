//! A bracket: who is paired together, and who stands around.

use std::ops::Range;

use super::Field;

/// A score group and who moved down to it; places in the ranking.
pub(super) struct Bracket<'a> {
    pub(super) field: &'a Field<'a>,
    /// Who moved down, the best first.
    pub(super) moved: Vec<usize>,
    pub(super) residents: Range<usize>,
    /// The next score group; it is empty behind the last one.
    pub(super) next: Range<usize>,
}

/// Where a player stands, seen from a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BracketPart {
    Moved,
    Resident,
    Next,
    Lower,
    /// Nowhere: it stands for the bye.
    Nobody,
}

impl Bracket<'_> {
    /// Everybody in it, the best first.
    pub(super) fn places(&self) -> Vec<usize> {
        self.moved
            .iter()
            .copied()
            .chain(self.residents.clone())
            .collect()
    }

    /// The score of its residents.
    pub(super) fn score(&self) -> u32 {
        self.field.score(self.residents.start)
    }

    /// The scores of those who moved down, the highest first, and how many have each.
    pub(super) fn scores(&self) -> Vec<(u32, usize)> {
        let score = |place: &usize| self.field.score(*place);
        let groups = self.moved.chunk_by(|a, b| score(a) == score(b));
        groups
            .map(|group| (score(&group[0]), group.len()))
            .collect()
    }

    /// How many rounds were played.
    pub(super) fn rounds(&self) -> usize {
        self.field.past(0).floats.len()
    }

    /// How many games a player has played.
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
