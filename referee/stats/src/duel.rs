//! Statistics of a match of two: the strength of one bot against the other, computed from its units.

use serde::Serialize;

use crate::counts::ResultCounts;
use crate::elo::Strength;
use crate::tally::Tally;
use crate::units::UnitRow;

/// Statistics of a match of two bots.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchStatistics {
    /// The bot that the figures are about.
    pub first: String,
    /// Its opponent.
    pub second: String,
    /// Complete pairs of mirrored games by the points of the first bot in them: 0, ½, 1, 1½, 2. Pairs that
    /// repeat another one to the move are counted once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<[u64; 5]>,
    /// Games that weren't mirrored, where there are no pairs: those that the first bot lost, drew and won;
    /// repeated ones are counted once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub single: Option<[u64; 3]>,
    /// Strength computed from these counts; None without a result.
    pub strength: Option<Strength>,
    /// The share of drawn games among all that count, from 0 to 1; None if there are no games.
    pub draws: Option<f64>,
}

impl MatchStatistics {
    /// Returns the counts on which the figures are based.
    pub fn counts(&self) -> Option<ResultCounts> {
        let pairs = self.pairs.map(ResultCounts::Pairs);
        pairs.or(self.single.map(ResultCounts::Single))
    }
}

impl Tally {
    /// Returns the match statistics if exactly two bots took part and the game has two seats, otherwise None;
    /// the first bot is the first of `order`.
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
        // A pair says more than its games, so if both kinds were played pairs count.
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
        let draws: u64 = self.bots.iter().map(|bot| bot.score.results.draws).sum();
        (games > 0).then(|| draws as f64 / 2.0 / games as f64)
    }
}

/// Returns the points of a bot in a unit of two bots, in halves; at most two per game.
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
