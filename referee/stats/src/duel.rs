//! A match of two: what its units say about the strength of one against the other.

use serde::Serialize;

use crate::counts::ResultCounts;
use crate::elo::Strength;
use crate::tally::Tally;
use crate::units::UnitRow;

/// A match of two bots.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchStatistics {
    /// Whose figures they are.
    pub first: String,
    /// The other one.
    pub second: String,
    /// Complete pairs of mirrored games by the points that the first made in them: 0, ½, 1, 1½, 2.
    /// Pairs that repeat another one to the move are counted once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<[u64; 5]>,
    /// Where games weren't mirrored: those that the first lost, drew and won, each once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub single: Option<[u64; 3]>,
    /// What these counts say, if there are any.
    pub strength: Option<Strength>,
    /// The share of drawn games among all that count, from 0 to 1, if there are any.
    pub draws: Option<f64>,
}

impl MatchStatistics {
    /// What the figures rest on.
    pub fn counts(&self) -> Option<ResultCounts> {
        let pairs = self.pairs.map(ResultCounts::Pairs);
        pairs.or(self.single.map(ResultCounts::Single))
    }
}

impl Tally {
    /// The match, where two bots and no more took part and a game has two seats; its first bot is
    /// the first of `order`.
    pub fn duel(&self, order: &[&str]) -> Option<MatchStatistics> {
        let &[first, second] = order else {
            return None;
        };
        let units = self.units();
        if self.seats.len() > 2 {
            return None;
        }
        let of = |games: usize| {
            let units = units.iter();
            units.filter(move |unit| unit.result.games.len() == games)
        };
        let (mut pairs, mut single) = ([0; 5], [0; 3]);
        of(2).for_each(|unit| pairs[halves(unit, first)] += unit.distinct);
        of(1).for_each(|unit| single[halves(unit, first)] += unit.distinct);
        // A pair says more than its games, so that where both kinds were played pairs count.
        let pairs = (pairs != [0; 5]).then_some(pairs);
        let single = (pairs.is_none() && single != [0; 3]).then_some(single);
        let mut duel = MatchStatistics {
            first: first.to_owned(),
            second: second.to_owned(),
            pairs,
            single,
            strength: None,
            draws: self.draws(),
        };
        duel.strength = duel.counts().and_then(|counts| Strength::of(&counts).ok());
        Some(duel)
    }

    #[expect(clippy::cast_precision_loss, reason = "sixteen digits are plenty")]
    fn draws(&self) -> Option<f64> {
        let games = self.games().counted;
        let draws: u64 = self.bots.iter().map(|bot| bot.counts.draws).sum();
        (games > 0).then(|| draws as f64 / 2.0 / games as f64)
    }
}

/// The points that a bot made in a unit for two, in halves; at most two a game.
fn halves(unit: &UnitRow, bot: &str) -> usize {
    let games = unit.result.games.iter();
    let points = games.map(|game| {
        let seated = unit.result.seated(game);
        let at = |wanted: bool| seated.iter().position(|name| (*name == bot) == wanted);
        let place = |seat: Option<usize>| seat.and_then(|seat| game.places.get(seat));
        match place(at(true)).cmp(&place(at(false))) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        }
    });
    points.sum()
}
