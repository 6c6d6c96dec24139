//! Strengths of a field that plays on and on, by the model of Bradley and Terry: kept up to date after every few results,
//! at a cost that doesn't grow with their number.
//!
//! [`crate::field::fit`] solves for all players together, which takes the cube of their number. Here only the score of each
//! two players is kept, and one player after the other takes a step of Newton's method while all others stand still
//! (cyclic coordinate ascent), from where the last steps ended. A step of every player costs as much as there are pairs
//! that met. A unit of more than two players counts as the results of each two of them: in the Plackett-Luce model one of
//! two is ahead as often as in that of Bradley and Terry.
//!
//! Each player has the prior of [`crate::field::PRIOR`], so the likelihood has one maximum, and every step climbs: the
//! information changes by at most the factor e while a strength moves by 1 in natural units, which is the longest step.
//!
//! Strengths are sums, products and quotients in a fixed order, and nothing else, so they are the same to the last digit on
//! every machine: who meets whom may depend on them.

use crate::direct::meetings;
use crate::field::Unit;

/// Most times that all players take a step after new results. Differences between players that meet often settle in a
/// few; between players far apart, which never meet, they may lag a little.
const SWEEPS: usize = 8;
/// Step, in natural units, below which strengths count as settled: a fifth of an Elo point.
const SMALL: f64 = 1e-3;
/// Longest step, in natural units.
const LONG: f64 = 1.0;
/// Weight of the opponent in the prior's drawn game.
const AVERAGE: f64 = 1.0;

/// Scores of players against each other, and the strengths that follow from them; players are numbers.
#[derive(Clone, Debug)]
pub struct BradleyTerry {
    /// By player the weight: one of weight v expects v / (v + w) of the points against one of weight w.
    weights: Vec<f64>,
    /// By player the scores against those that it met, in the order of their numbers.
    scores: Vec<Vec<PairScore>>,
    /// By player whether it is left out.
    removed: Vec<bool>,
}

/// Score of a player against another. Sums of halves are exact, so they don't depend on the order of results.
#[derive(Clone, Debug)]
struct PairScore {
    other: usize,
    points: f64,
    games: f64,
}

impl BradleyTerry {
    /// Creates a field of so many players without results.
    pub fn new(players: usize) -> BradleyTerry {
        BradleyTerry {
            weights: vec![AVERAGE; players],
            scores: vec![Vec::new(); players],
            removed: vec![false; players],
        }
    }

    /// Adds the results of a unit, whatever its count, between players that aren't left out; strengths change with
    /// [`BradleyTerry::refit`].
    pub fn add(&mut self, unit: &Unit) {
        for ((a, b), (halves, most)) in meetings(unit) {
            if self.removed[a] || self.removed[b] {
                continue;
            }
            let games = f64::from(most) / 2.0;
            let points = f64::from(halves) / 2.0;
            self.add_score(a, b, (points, games));
            self.add_score(b, a, (games - points, games));
        }
    }

    fn add_score(&mut self, player: usize, other: usize, (points, games): (f64, f64)) {
        let scores = &mut self.scores[player];
        let place = scores.partition_point(|score| score.other < other);
        if scores.get(place).is_none_or(|score| score.other != other) {
            let score = PairScore {
                other,
                points: 0.0,
                games: 0.0,
            };
            scores.insert(place, score);
        }
        scores[place].points += points;
        scores[place].games += games;
    }

    /// Leaves out a player with all of its results, whether they were added before or come later.
    pub fn remove(&mut self, player: usize) {
        self.removed[player] = true;
        for score in std::mem::take(&mut self.scores[player]) {
            self.scores[score.other].retain(|theirs| theirs.other != player);
        }
        self.weights[player] = AVERAGE;
    }

    /// Moves the strengths to where the results are likeliest, or nearly so.
    pub fn refit(&mut self) {
        for _ in 0..SWEEPS {
            let mut longest = 0.0;
            for player in 0..self.weights.len() {
                if !self.scores[player].is_empty() {
                    let step = self.step(player);
                    // To the second order this is the exponential, which differs between machines in its last digit.
                    self.weights[player] *= (2.0 + step) / (2.0 - step);
                    longest = f64::max(longest, step.abs());
                }
            }
            if longest < SMALL {
                break;
            }
        }
    }

    /// Returns the next step of a player, in natural units.
    fn step(&self, player: usize) -> f64 {
        let own = self.weights[player];
        let shares = |other: f64| (own / (own + other), other / (own + other));
        let (won, lost) = shares(AVERAGE);
        let mut slope = 0.5 - won;
        let mut information = won * lost;
        for score in &self.scores[player] {
            let (won, lost) = shares(self.weights[score.other]);
            slope += score.points - score.games * won;
            information += score.games * won * lost;
        }
        (slope / information).clamp(-LONG, LONG)
    }

    /// Returns the weight of a player, above 0; None if it has no results.
    pub fn weight(&self, player: usize) -> Option<f64> {
        let rated = !self.scores.get(player)?.is_empty();
        rated.then(|| self.weights[player])
    }
}
