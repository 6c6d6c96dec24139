//! Sorts moves for the search: the best first, so that the others are refuted quickly.

use super::{Choice, Code};

/// Moves with this order or more are never reduced in depth.
pub(super) const URGENT: i32 = 1 << 20;
/// Order of the killer moves, which refuted another move at the same distance from the root. They
/// come before all moves that aren't urgent.
const KILLER: i32 = 1 << 19;
/// Upper bound for the history values.
const MOST: i32 = 1 << 14;
/// Number of distances from the root for which killers are kept.
const PLIES: usize = 64;

/// Killer moves and history: moves that were good in other positions.
pub(super) struct Order {
    killers: [[Code; 2]; PLIES],
    /// By seat and move: how often the move refuted a position; deeper searches count more.
    history: [Vec<i16>; 2],
}

impl Order {
    pub(super) fn new() -> Order {
        Order {
            killers: [[Code::default(); 2]; PLIES],
            history: [vec![0; 1 << 16], vec![0; 1 << 16]],
        }
    }

    /// Prepares for the search of another position: killers depend on the distance, the history
    /// doesn't.
    pub(super) fn begin(&mut self) {
        self.killers = [[Code::default(); 2]; PLIES];
    }

    /// Sorts moves for the search; `hint` comes first.
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

    /// Learns that the last of these moves has refuted the position and those before it did not.
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
