//! Pairs a round of meetings of one game by FIDE's Dutch system: Handbook C.04.3 as in force from 1 February
//! 2026, to whose articles and criteria (C1 to C21) the comments refer.
//!
//! Brackets are paired from the top: a bracket is a score group and the players that moved down to it. Each
//! criterion of a bracket, from the number of pairs down to the order of the candidates, is a digit in the
//! cost of a pair, so the pairing that FIDE's procedure finds first is a minimum-cost matching of all players
//! that aren't paired yet.

mod bracket;
mod criteria;
mod search;

use std::ops::Range;

use super::groups::Ranking;
use super::layers::CostLayout;
use super::seats::{self, Claims};
use super::tally::{Float, PlayerHistory};
use bracket::Bracket;

/// Players to pair, by their place in the ranking; the place after the last stands for the bye.
struct Field<'a> {
    ranking: &'a Ranking<'a>,
    /// Match points (in halves) above which a player is a topscorer, in the last round (1.8).
    topscorers: Option<u32>,
    /// True if a third game in a row in one seat is a quality criterion, not forbidden.
    lenient: bool,
    /// Match points of the player that gets the bye (C5), if there is one.
    bye: Option<u32>,
}

/// A round: pairs with the better player first, and the player with the bye.
pub(super) type Paired = (Vec<[usize; 2]>, Option<usize>);

/// Pairs the next round, after `played` rounds; `last` says whether it is the last one.
///
/// None if no pairing complies with the absolute criteria, even when two players meet that both had the same
/// seat twice in a row: FIDE leaves such a round to the arbiter.
pub(super) fn pair(ranking: &Ranking, played: usize, last: bool) -> Option<Paired> {
    if played == 0 {
        return Some(first_round(ranking.players.len()));
    }
    let topscorers = last.then(|| u32::try_from(played).unwrap_or(u32::MAX));
    [false, true].into_iter().find_map(|lenient| {
        let field = Field {
            ranking,
            topscorers,
            lenient,
            bye: None,
        };
        field.with_bye()?.pair()
    })
}

/// Pairs the first round: the upper half meets the lower one, and the last of an odd number has the bye; no
/// criterion excludes that yet.
fn first_round(players: usize) -> Paired {
    let half = players / 2;
    let pairs = (0..half).map(|place| [place, half + place]).collect();
    (pairs, (players % 2 == 1).then(|| players - 1))
}

impl Field<'_> {
    fn past(&self, place: usize) -> &PlayerHistory {
        self.ranking.past(place)
    }

    fn score(&self, place: usize) -> u32 {
        self.past(place).score
    }

    /// Returns the number of players, which is also the place that stands for the bye.
    fn nobody(&self) -> usize {
        self.ranking.players.len()
    }

    /// Returns the number of places, including the bye if the number of players is odd.
    fn end(&self) -> usize {
        self.nobody() + self.nobody() % 2
    }

    /// Returns how a player floated `ago` rounds ago (1.4).
    fn float(&self, place: usize, ago: usize) -> Option<Float> {
        let floats = &self.past(place).floats;
        *floats.get(floats.len().checked_sub(ago)?)?
    }

    /// Returns the conflict of two players' seat preferences; None if they can't meet (C1 to C3).
    fn claims(&self, a: usize, b: usize) -> Option<Claims> {
        if b == self.nobody() {
            let past = self.past(a);
            let can = !past.bye && self.bye.is_none_or(|score| past.score == score);
            return can.then(Claims::default);
        }
        if self.past(a).met.contains(&self.ranking.players[b]) {
            return None;
        }
        let claims = seats::claims(&self.past(a).sat, &self.past(b).sat);
        let top = |place| self.topscorers.is_some_and(|most| self.score(place) > most);
        let [unbalanced, ..] = claims.denied;
        let forbidden = if self.lenient {
            unbalanced
        } else {
            claims.absolute
        };
        (!forbidden || top(a) || top(b)).then_some(claims)
    }

    /// Sets the lowest score that can have the bye (C5); None if the players can't all be paired (C4).
    fn with_bye(mut self) -> Option<Self> {
        let nobody = self.nobody();
        let mut layout = CostLayout::default();
        let best = if nobody == 0 { 0 } else { self.score(0) };
        let score = layout.digit(best as usize);
        let cost = |a, b| {
            self.claims(a, b)?;
            let worth = if b == nobody { self.score(a) } else { 0 };
            Some(vec![(score, worth as usize)])
        };
        let mates = layout.cheapest(self.end(), |_| None, cost);
        let mates: Vec<usize> = mates.into_iter().collect::<Option<_>>()?;
        self.bye = mates.get(nobody).map(|bye| self.score(*bye));
        Some(self)
    }

    /// Returns true if all of these players can be paired with each other (C4).
    fn can_be_paired(&self, places: &[usize]) -> bool {
        let cost = |a: usize, b: usize| self.claims(places[a], places[b]).map(|_| Vec::new());
        let mates = CostLayout::default().cheapest(places.len(), |_| None, cost);
        mates.iter().all(Option::is_some)
    }

    /// Returns the places of each score group, from the top.
    fn groups(&self) -> Vec<Range<usize>> {
        let places: Vec<usize> = (0..self.nobody()).collect();
        let groups = places.chunk_by(|a, b| self.score(*a) == self.score(*b));
        groups
            .map(|group| group[0]..group[0] + group.len())
            .collect()
    }

    fn pair(&self) -> Option<Paired> {
        let groups = self.groups();
        let mut pairs = Vec::new();
        let mut moved = Vec::new();
        for (i, residents) in groups.iter().enumerate() {
            let next = groups.get(i + 1).cloned();
            let bracket = Bracket {
                field: self,
                next: next.unwrap_or(residents.end..residents.end),
                residents: residents.clone(),
                moved,
            };
            let paired = search::pairs(&bracket)?;
            moved = bracket.places();
            moved.retain(|place| !paired.iter().flatten().any(|other| other == place));
            pairs.extend(paired);
        }
        Some((pairs, moved.pop()))
    }
}
