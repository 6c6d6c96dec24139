//! A round of meetings of one game by FIDE's Dutch system: Handbook C.04.3 as in force from
//! 1 February 2026, to whose articles and criteria (C1 to C21) the comments refer.
//!
//! Brackets are paired from the top: a score group, and who moved down to it. All that has to be
//! weighed in a bracket, from the number of pairs down to the order of the candidates, is a digit in
//! the cost of a pair, so the pairing that FIDE's procedure comes to first is a cheapest matching of
//! all who aren't paired yet.

mod bracket;
mod criteria;
mod search;

use std::ops::Range;

use super::groups::Ranking;
use super::layers::CostLayout;
use super::seats::{self, Claims};
use super::tally::{Float, PlayerHistory};
use bracket::Bracket;

/// Who is to be paired, by places in the ranking; the place after the last stands for the bye.
struct Field<'a> {
    ranking: &'a Ranking<'a>,
    /// The match points above which a player is a topscorer, in the last round (1.8).
    topscorers: Option<u32>,
    /// Whether a third game in a row in one seat is a matter of quality, not forbidden.
    lenient: bool,
    /// The match points of who has the bye (C5), where there is one.
    bye: Option<u32>,
}

/// A round: who meets whom, the better one first, and who has the bye.
pub(super) type Paired = (Vec<[usize; 2]>, Option<usize>);

/// The next round, of which the rounds played are known and whether it is the last one.
///
/// Nothing where no pairing complies with the absolute criteria, even when two meet who both sat in one
/// seat twice running: FIDE leaves such a round to the arbiter.
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

/// The upper half meets the lower one, and the last of an odd number has the bye: nobody has anything
/// against that yet.
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

    /// How many players there are, and the place that stands for the bye.
    fn nobody(&self) -> usize {
        self.ranking.players.len()
    }

    /// The places and, for an odd number of them, the bye.
    fn end(&self) -> usize {
        self.nobody() + self.nobody() % 2
    }

    /// How a player floated so many rounds ago (1.4).
    fn float(&self, place: usize, ago: usize) -> Option<Float> {
        let floats = &self.past(place).floats;
        *floats.get(floats.len().checked_sub(ago)?)?
    }

    /// What two who can meet have against each other's seats; nothing for two who can't (C1 to C3).
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

    /// With the least score that can have the bye (C5); nothing where not all can be paired (C4).
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

    /// Whether all of these can be paired with each other (C4).
    fn can_be_paired(&self, places: &[usize]) -> bool {
        let cost = |a: usize, b: usize| self.claims(places[a], places[b]).map(|_| Vec::new());
        let mates = CostLayout::default().cheapest(places.len(), |_| None, cost);
        mates.iter().all(Option::is_some)
    }

    /// The places of each score group, from the top.
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
