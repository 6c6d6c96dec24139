//! The order in which moves are searched: the best first, so that the others are refuted quickly.

use super::{Choice, Code};

/// Moves of this order or more are never searched less deeply than others.
pub(super) const URGENT: i32 = 1 << 20;
/// Moves that refuted another one at the same distance come before all that aren't urgent.
const KILLER: i32 = 1 << 19;
/// The values of a history stay below.
const MOST: i32 = 1 << 14;
/// Distances from the root for which killers are kept.
const PLIES: usize = 64;

/// What was good elsewhere.
pub(super) struct Order {
    killers: [[Code; 2]; PLIES],
    /// By seat and move: how often it refuted, more for deeper searches.
    history: [Vec<i16>; 2],
}

impl Order {
    pub(super) fn new() -> Order {
        Order {
            killers: [[Code::default(); 2]; PLIES],
            history: [vec![0; 1 << 16], vec![0; 1 << 16]],
        }
    }

    /// Before another position is searched: distances change, habits don't.
    pub(super) fn begin(&mut self) {
        self.killers = [[Code::default(); 2]; PLIES];
    }

    /// Gives moves their order; `hint` comes first.
    pub(super) fn sort(&self, moves: &mut [Choice], ply: usize, hint: Option<Code>) {
        let killers = self.killers[ply % PLIES];
        let history = &self.history[ply % 2];
        for choice in moves {
            choice.order = if Some(choice.code) == hint {
                i32::MAX
            } else if choice.order >= URGENT {
                choice.order
            } else if killers.contains(&choice.code) {
                choice.order + KILLER
            } else {
                choice.order + i32::from(history[usize::from(choice.code.0)])
            };
        }
    }

    /// The last of these moves has refuted the position, those before it haven't.
    pub(super) fn learn(&mut self, moves: &[Choice], ply: usize, depth: u32) {
        let Some((good, others)) = moves.split_last() else {
            return;
        };
        if good.order >= URGENT && good.order != i32::MAX {
            return;
        }
        let killers = &mut self.killers[ply % PLIES];
        if killers[0] != good.code {
            *killers = [good.code, killers[0]];
        }
        let step = i32::try_from(depth * depth * 4).map_or(MOST, |step| step.min(MOST));
        let history = &mut self.history[ply % 2];
        let mut change = |code: Code, step: i32| {
            let value = &mut history[usize::from(code.0)];
            let old = i32::from(*value);
            let new = old + step - old * step.abs() / MOST;
            *value = i16::try_from(new).unwrap_or(*value);
        };
        change(good.code, step);
        for other in others {
            change(other.code, -step / 4);
        }
    }
}
