//! Course of a tuning: its state after each finished iteration.

use std::collections::BTreeMap;

use referee_record::{Outcome, Substitutions, derive};
use serde::Serialize;

use super::Tuning;
use crate::head_to_head::OmittedPair;
use crate::head_to_head::game::{self, FaultCount};
use crate::plan::tuning::space::Space;

/// The mean of the last 1/`TAIL` of the iterations is the result.
const TAIL: usize = 4;

/// State of a tuning: a function of the games of its finished iterations, whatever the order in which they
/// finished.
#[derive(Clone, Debug)]
pub struct TuningState {
    tuning: Tuning,
    space: Space,
    master: u64,
    names: [String; 2],
    /// Middle of the current iteration, in the order of the parameters.
    middle: Vec<f64>,
    /// Its two sides, in parts: multiples of the smallest difference of each parameter that can be played.
    sides: [Vec<f64>; 2],
    past: Vec<Iteration>,
    faults: Vec<FaultCount>,
    left_out: Vec<OmittedPair>,
    failing: bool,
    /// Games of the current iteration and of later ones, by number; None for a game that will never be
    /// played.
    open: BTreeMap<u64, Option<Outcome>>,
}

/// A finished iteration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Iteration {
    /// The two sides that played, θ+ and θ−: values in the order of the parameters.
    pub sides: [Vec<f64>; 2],
    /// Games that θ+ lost, drew and won.
    pub games: [u64; 3],
    /// The middle after the iteration.
    pub middle: Vec<f64>,
}

impl TuningState {
    pub(super) fn new(
        tuning: &Tuning,
        master: u64,
        names: [String; 2],
    ) -> Result<TuningState, String> {
        let space = Space::new(&tuning.parameters, &tuning.constraints)?;
        let middle = tuning
            .parameters
            .iter()
            .map(|parameter| parameter.snapped(parameter.start));
        let mut course = TuningState {
            middle: middle.collect(),
            space,
            master,
            names,
            tuning: tuning.clone(),
            sides: [Vec::new(), Vec::new()],
            past: Vec::new(),
            faults: Vec::new(),
            left_out: Vec::new(),
            failing: false,
            open: BTreeMap::new(),
        };
        course.begin();
        Ok(course)
    }

    /// Chooses the two sides of the next iteration: each parameter goes up on one side and down on the other,
    /// by the flip of a coin; both are rounded with the same random number.
    fn begin(&mut self) {
        let iteration = self.past.len() as u64;
        let number = iteration.to_string();
        let width = self
            .tuning
            .gains
            .of(iteration, self.tuning.iterations)
            .width;
        let dither = f64::from(derive(self.master, "tune-rounding", &[&number]).small());
        let dither = dither / f64::from(1_u32 << 31);
        let side = |sign: f64| {
            let coordinates = self.tuning.parameters.iter().zip(&self.middle);
            let point: Vec<f64> = coordinates
                .map(|(parameter, middle)| {
                    let coin =
                        derive(self.master, "tune-sign", &[&number, &parameter.name]).0[0] & 1;
                    let up = if coin == 1 { sign } else { -sign };
                    middle + up * width * parameter.step
                })
                .collect();
            self.space.rounded(&point, dither)
        };
        self.sides = [side(1.0), side(-1.0)];
    }

    /// Records how a game was settled, in any order; None for a game that will never be played.
    pub(super) fn settle(&mut self, number: u64, outcome: Option<Outcome>) {
        self.open.insert(number, outcome);
        while !self.is_finished() {
            let numbers = self.numbers();
            if numbers.clone().any(|n| !self.open.contains_key(&n)) {
                return;
            }
            let games = numbers.map(|n| (n, self.open.remove(&n).flatten()));
            let games: Vec<_> = games.collect();
            self.close(&games);
        }
    }

    /// Returns the numbers of the current iteration's games.
    pub(super) fn numbers(&self) -> std::ops::Range<u64> {
        let games = self.tuning.games_each();
        let first = self.past.len() as u64 * games + 1;
        first..first + games
    }

    /// Ends the current iteration.
    fn close(&mut self, games: &[(u64, Option<Outcome>)]) {
        let (mut counts, mut failed) = ([0; 3], 0);
        for pair in games.chunks(2) {
            // Faults are counted in both games, even if the first one doesn't count.
            let pair_results: Vec<Result<usize, String>> = pair
                .iter()
                .map(|(number, outcome)| {
                    let gone = || "a game of it wasn't played".to_owned();
                    let outcome = outcome.as_ref().ok_or_else(gone)?;
                    self.points(*number, outcome, &mut failed)
                })
                .collect();
            match pair_results
                .into_iter()
                .collect::<Result<Vec<usize>, String>>()
            {
                Ok(halves) => halves.into_iter().for_each(|n| counts[n] += 1),
                Err(because) => self.left_out.push(OmittedPair {
                    game: pair[0].0,
                    because,
                }),
            }
        }
        // Nothing is learnt if no bot plays.
        self.failing = failed == games.len();
        self.go(counts);
    }

    /// Moves the middle towards the better side, given the games that θ+ lost, drew and won.
    fn go(&mut self, counts: [u64; 3]) {
        let iteration = self.past.len() as u64;
        let pull = self.tuning.gains.of(iteration, self.tuning.iterations).pull;
        let played: u64 = counts.iter().sum();
        let score = (real(counts[2]) - real(counts[0])) / real(played.max(1));
        let [up, down] = [0, 1].map(|side| self.space.values(&self.sides[side]));
        let way = up.iter().zip(&down).map(|(up, down)| (up - down) / 2.0);
        let moved: Vec<f64> = self
            .middle
            .iter()
            .zip(way)
            .map(|(middle, way)| middle + pull * score * way)
            .collect();
        let middle = self.space.project(&moved);
        let coordinates = self.tuning.parameters.iter().zip(middle);
        self.middle = coordinates
            .map(|(parameter, x)| parameter.snapped(x))
            .collect();
        self.past.push(Iteration {
            sides: [up, down],
            games: counts,
            middle: self.middle.clone(),
        });
        self.begin();
    }

    /// Returns the points of θ+ in halves, or an error with the reason if the game doesn't count; counts the
    /// faults.
    fn points(
        &mut self,
        number: u64,
        outcome: &Outcome,
        failed: &mut usize,
    ) -> Result<usize, String> {
        if let Some(why) = &outcome.verdict.void {
            return Err(format!("game {number}: {why}"));
        }
        let mut any = false;
        for name in &self.names {
            if let Some(fault_name) = game::fault(name, outcome) {
                game::count(&mut self.faults, name, fault_name);
                any = true;
            }
        }
        *failed += usize::from(any);
        if outcome.verdict.nobody_started() {
            return Err(format!("game {number}: nobody started"));
        }
        Ok(usize::from(game::halves(&self.names, outcome)))
    }

    /// Returns the settings of the tuning.
    pub fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    /// Returns the finished iterations, in order.
    pub fn past(&self) -> &[Iteration] {
        &self.past
    }

    /// Returns the middle of the next iteration, in the order of the parameters.
    pub fn middle(&self) -> &[f64] {
        &self.middle
    }

    /// Returns the result so far: the mean of the last quarter of the finished iterations, which is less
    /// noisy than the last one; the start if there is none.
    pub fn result(&self) -> Vec<f64> {
        let tail = &self.past[self.past.len() - self.past.len().div_ceil(TAIL)..];
        if tail.is_empty() {
            return self.middle.clone();
        }
        let mean = |i: usize| {
            let sum: f64 = tail.iter().map(|iteration| iteration.middle[i]).sum();
            sum / real(tail.len() as u64)
        };
        (0..self.middle.len()).map(mean).collect()
    }

    /// Converts a point to parameter values that can be played: rounded, and within all constraints.
    pub fn settings(&self, point: &[f64]) -> Substitutions {
        self.shown(&self.space.rounded(point, 0.5))
    }

    /// Returns the parameter values of a side of the current iteration.
    pub(super) fn side(&self, side: usize) -> Substitutions {
        self.shown(&self.sides[side])
    }

    fn shown(&self, parts: &[f64]) -> Substitutions {
        let coordinates = self.tuning.parameters.iter().zip(parts);
        coordinates
            .map(|(parameter, n)| (parameter.name.clone(), parameter.shown(*n)))
            .collect()
    }

    /// Returns the games lost by faults, including those of pairs that don't count.
    pub fn faults(&self) -> &[FaultCount] {
        &self.faults
    }

    /// Returns the pairs that don't count, with the reason.
    pub fn left_out(&self) -> &[OmittedPair] {
        &self.left_out
    }

    /// Returns true if the tuning ended because every game of an iteration was lost by a fault.
    pub fn is_failing(&self) -> bool {
        self.failing
    }

    /// Returns true if no iteration is left to play.
    pub fn is_finished(&self) -> bool {
        self.failing || self.past.len() as u64 >= u64::from(self.tuning.iterations)
    }
}

#[expect(clippy::cast_precision_loss, reason = "games are few")]
fn real(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
