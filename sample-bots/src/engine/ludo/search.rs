//! Searches by expectimax: the mean over the die, and the best move for the seat on turn.

use referee_games::ludo::track::SIX;
use referee_games::ludo::{LudoMove, LudoState};

use super::race::Race;
use super::shares::{Shares, expected};
use crate::engine::limits::SearchLimits;

/// Number of positions between two checks of the clock, and before the first check.
const CLOCK_NODES: u64 = 256;

/// Result of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct LudoSearchResult {
    /// Number of rolls searched completely, including the one that is cast already.
    pub(super) depth: u32,
    /// Share of opponents that the seat on turn is expected to leave behind.
    pub(super) share: f32,
    /// Number of positions searched.
    pub(super) nodes: u64,
    /// The best move; `None` if there is none.
    pub(super) chosen: Option<LudoMove>,
}

pub(super) struct Search<'a> {
    race: &'a Race,
    limits: SearchLimits,
    nodes: u64,
}

impl Search<'_> {
    pub(super) fn new(race: &Race, limits: SearchLimits) -> Search<'_> {
        Search {
            race,
            limits,
            nodes: 0,
        }
    }

    /// Searches one roll deeper each time, until a limit is reached. If not even the first depth is
    /// completed, the result is the first legal move.
    pub(super) fn run(mut self, state: &LudoState) -> LudoSearchResult {
        let mut result = LudoSearchResult {
            chosen: moves(state).next(),
            ..LudoSearchResult::default()
        };
        let choices = moves(state).count();
        for depth in 1..=self.limits.depth {
            let Some((shares, chosen)) = self.best(state, depth) else {
                break;
            };
            result.depth = depth;
            result.share = shares[state.player.index()];
            result.chosen = chosen;
            if choices < 2 {
                break;
            }
        }
        result.nodes = self.nodes;
        result
    }

    /// Returns the best move of the seat on turn and its value; `None` once a limit is reached.
    fn best(&mut self, state: &LudoState, depth: u32) -> Option<(Shares, Option<LudoMove>)> {
        let seat = state.player.index();
        let mut best: Option<(Shares, Option<LudoMove>)> = None;
        for chosen in moves(state) {
            self.count()?;
            let mut next = *state;
            next.play(chosen);
            let shares = self.mean(&next, depth - 1)?;
            if best.is_none_or(|(best, _)| shares[seat] > best[seat]) {
                best = Some((shares, Some(chosen)));
            }
        }
        best
    }

    /// Returns the mean over the faces of the die.
    fn mean(&mut self, state: &LudoState, depth: u32) -> Option<Shares> {
        if depth == 0 || state.is_over() {
            return Some(expected(self.race, state));
        }
        let mut sum = Shares::default();
        for roll in 1..=SIX {
            let mut rolled = *state;
            rolled.roll = Some(roll);
            let (shares, _) = self.best(&rolled, depth)?;
            for (sum, share) in sum.iter_mut().zip(shares) {
                *sum += share / f32::from(SIX);
            }
        }
        Some(sum)
    }

    /// Counts a position; returns `None` once a limit is reached.
    fn count(&mut self) -> Option<()> {
        let asks = self.nodes % CLOCK_NODES == CLOCK_NODES - 1;
        if self.nodes >= self.limits.nodes || asks && self.limits.late() {
            return None;
        }
        self.nodes += 1;
        Some(())
    }
}

/// Iterates over the legal moves, including a forced pass.
fn moves(state: &LudoState) -> impl Iterator<Item = LudoMove> {
    let [p, q] = state.movable();
    let all = [
        p.then_some(LudoMove::P),
        q.then_some(LudoMove::Q),
        state.must_pass().then_some(LudoMove::Pass),
    ];
    all.into_iter().flatten()
}
