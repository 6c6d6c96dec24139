//! Score groups, and the players that leave them: the first half of pairing a round.

use super::matching::{self, EdgeCost};
use super::tally::PlayerHistory;

/// The players of a round in pairing order: by match points, then by initial rank.
pub(crate) struct Ranking<'a> {
    /// Player indices, best first.
    pub(crate) players: Vec<usize>,
    pasts: &'a [PlayerHistory],
    /// For each place in the ranking: the group's number from the top, and the distances from the group's top
    /// and bottom.
    places: Vec<Place>,
}

#[derive(Clone, Copy)]
struct Place {
    group: usize,
    from_top: usize,
    from_bottom: usize,
}

impl<'a> Ranking<'a> {
    pub(crate) fn new(active: &[bool], pasts: &'a [PlayerHistory]) -> Ranking<'a> {
        let mut players: Vec<usize> = (0..pasts.len()).filter(|i| active[*i]).collect();
        // The sort is stable: the initial rank decides among equals.
        players.sort_by_key(|player| std::cmp::Reverse(pasts[*player].score));
        let groups = players.chunk_by(|a, b| pasts[*a].score == pasts[*b].score);
        let place = |(group, members): (usize, &[usize])| {
            let size = members.len();
            (0..size).map(move |from_top| Place {
                group,
                from_top,
                from_bottom: size - 1 - from_top,
            })
        };
        Ranking {
            places: groups.enumerate().flat_map(place).collect(),
            players,
            pasts,
        }
    }

    pub(crate) fn past(&self, place: usize) -> &PlayerHistory {
        &self.pasts[self.players[place]]
    }

    pub(crate) fn group(&self, place: usize) -> usize {
        self.places[place].group
    }

    /// Returns true if two players have yet to meet.
    pub(crate) fn can_meet(&self, a: usize, b: usize) -> bool {
        !self.past(a).met.contains(&self.players[b])
    }

    /// Returns the partner of each place, from the same group for players that stay in it; the player paired
    /// with the place after the last has the bye. None if there is no valid pairing.
    pub(crate) fn pair(&self) -> Option<Vec<usize>> {
        let nobody = self.players.len();
        let vertices = nobody + nobody % 2;
        matching::cheapest(vertices, |a, b| {
            if b == nobody {
                self.cost_of_bye(a)
            } else {
                self.cost_of_pair(a, b)
            }
        })
    }

    /// Returns the cost of a bye, which goes to the lowest possible place: that outweighs everything that
    /// isn't forbidden.
    fn cost_of_bye(&self, place: usize) -> Option<EdgeCost<4>> {
        let lowest = self.places.last().map_or(0, |last| last.group);
        let Place {
            group, from_bottom, ..
        } = self.places[place];
        let from_lowest = (lowest - group) as u64;
        let from_bottom = from_bottom as u64;
        (!self.past(place).bye).then_some([from_lowest, 0, from_bottom, 0])
    }

    /// Returns the cost of a pair. Two players of one group cost nothing. Otherwise the squared difference of
    /// match points counts, so that two small ones are better than one large one; then how far the better is
    /// from the end of its group, and the other from the head of its own; last, the best of those that move
    /// down meets the best.
    fn cost_of_pair(&self, a: usize, b: usize) -> Option<EdgeCost<4>> {
        if !self.can_meet(a, b) {
            return None;
        }
        let difference = u64::from(self.past(a).score.abs_diff(self.past(b).score));
        let (from, to) = (self.places[a], self.places[b]);
        let (leap, order) = if from.group == to.group {
            (0, 0)
        } else {
            let (leap, far) = (from.from_bottom + to.from_top, b - a);
            (leap as u64, (far * far) as u64)
        };
        Some([0, difference * difference, leap, order])
    }
}
