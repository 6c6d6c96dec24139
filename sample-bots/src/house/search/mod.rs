//! Alpha-beta with iterative deepening, for any game of two seats that has an evaluation.
//!
//! It is written as negamax, with one difference: a seat may be on turn twice in a row, and then
//! neither the value nor the window changes sides.

mod children;

use std::time::Instant;

use referee_games::{Seat, Turn};

use crate::engine::limits::SearchLimits;
use crate::house::evaluate::{Evaluate, EvaluationWeights, WIN};

use children::Child;
pub(super) use children::children;

/// Nodes before the first check of the clock.
const FREE_NODES: u64 = 1024;
/// Nodes between two checks. Hundreds of moves may be sorted before each of them.
const CLOCK_NODES: u64 = 32;
/// A bound above any value.
const INFINITE: i32 = WIN + 1;

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SearchResult<M> {
    /// The greatest depth that was searched completely, in plies.
    pub(super) depth: u32,
    /// The value for the seat on turn.
    pub(super) score: i32,
    /// The number of positions searched.
    pub(super) nodes: u64,
    /// The best moves of both sides; empty only if there is no legal move.
    pub(super) line: Vec<M>,
}

/// Searches with increasing depth, until a limit is reached or nothing is left to find out. If not
/// even the first depth is completed, the line is the first legal move.
pub(super) fn search<G: Evaluate>(
    game: &G,
    state: &G::State,
    limits: SearchLimits,
    weights: &EvaluationWeights,
) -> SearchResult<G::Move> {
    let mut result = SearchResult {
        depth: 0,
        score: 0,
        nodes: 0,
        line: Vec::new(),
    };
    let Turn::Seat(seat) = game.turn(state) else {
        return result;
    };
    game.moves(state, &mut result.line);
    result.line.truncate(1);
    let mut search = Search {
        game,
        weights,
        limits,
        depth: 0,
        open: true,
        nodes: 0,
    };
    while search.depth < limits.depth && search.open && !decided(result.score) {
        search.depth += 1;
        search.open = false;
        let mut line = Vec::new();
        let window = (-INFINITE, INFINITE);
        let Some(score) = search.best((state, seat), 0, window, &result.line, &mut line) else {
            break;
        };
        result.depth = search.depth;
        result.score = score;
        result.line = line;
    }
    result.nodes = search.nodes;
    result
}

/// Returns true if a value means a win or a loss that can be forced.
fn decided(score: i32) -> bool {
    score.abs() > WIN / 2
}

struct Search<'a, G> {
    game: &'a G,
    weights: &'a EvaluationWeights,
    limits: SearchLimits,
    /// The depth of this iteration.
    depth: u32,
    /// True once the iteration has met positions in which the game goes on.
    open: bool,
    nodes: u64,
}

impl<G: Evaluate> Search<'_, G> {
    /// Returns the value, for the seat on turn, of a position that isn't over; `line` becomes the
    /// best moves from here. Returns `None` if the search has reached one of its limits.
    ///
    /// Searches the line of the depth before, `hint`, first, then children with a good evaluation.
    fn best(
        &mut self,
        (state, seat): (&G::State, Seat),
        ply: u32,
        (mut alpha, beta): (i32, i32),
        hint: &[G::Move],
        line: &mut Vec<G::Move>,
    ) -> Option<i32> {
        let mut best = -INFINITE;
        let mut below = Vec::new();
        for child in self.ordered((state, seat), ply, hint.first()) {
            self.count()?;
            let hint = match hint {
                [first, rest @ ..] if *first == child.chosen => rest,
                _ => &[],
            };
            below.clear();
            let value = match child.next {
                None => later(child.value, ply),
                Some(_) if ply + 1 == self.depth => {
                    self.open = true;
                    child.value
                }
                Some(next) => {
                    let (window, sign) = if next == seat {
                        ((alpha, beta), 1)
                    } else {
                        ((-beta, -alpha), -1)
                    };
                    sign * self.best((&child.state, next), ply + 1, window, hint, &mut below)?
                }
            };
            if value > best {
                best = value;
                line.clear();
                line.push(child.chosen);
                line.append(&mut below);
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    /// Returns the children of a position, sorted except just before the leaves.
    fn ordered<'c>(
        &self,
        (state, seat): (&'c G::State, Seat),
        ply: u32,
        hint: Option<&G::Move>,
    ) -> Box<dyn Iterator<Item = Child<G>> + 'c>
    where
        Self: 'c,
    {
        let children = children(self.game, state, seat, self.weights);
        if ply + 1 == self.depth {
            return Box::new(children);
        }
        let mut children: Vec<_> = children.collect();
        children.sort_by_key(|child| (Some(&child.chosen) != hint, -child.value));
        Box::new(children.into_iter())
    }

    /// Counts a node; returns `None` once a limit is reached.
    fn count(&mut self) -> Option<()> {
        self.nodes += 1;
        let late = || {
            self.limits
                .until
                .is_some_and(|until| Instant::now() >= until)
        };
        let looks = self.nodes >= FREE_NODES && self.nodes.is_multiple_of(CLOCK_NODES);
        let stop = self.nodes > self.limits.nodes || looks && late();
        (!stop).then_some(())
    }
}

/// Returns the value of an ending that many plies ahead: an early win and a late loss are better.
fn later(value: i32, ply: u32) -> i32 {
    let plies = i32::try_from(ply).unwrap_or(0);
    value - value.signum() * plies
}

#[cfg(test)]
mod tests;
