//! A position in the tree, and values as shares of the game.

use std::ops::Range;

use crate::engine::{Code, UNIT, WIN};

/// A position in the tree; values are those for the seat that chose its move.
#[derive(Clone, Copy, Debug)]
pub(super) struct MctsNode {
    pub(super) chosen: Code,
    /// 1 where the move is known to win, -1 where it is known to lose.
    pub(super) proven: i8,
    pub(super) children: u16,
    pub(super) first: u32,
    /// The static value counts as one visit.
    pub(super) visits: u32,
    pub(super) sum: f32,
}

impl MctsNode {
    pub(super) fn new(chosen: Code, value: f32, proven: i8) -> MctsNode {
        MctsNode {
            chosen,
            proven,
            children: 0,
            first: 0,
            visits: 1,
            sum: value,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "an average")]
    pub(super) fn mean(&self) -> f32 {
        if self.proven == 0 {
            self.sum / self.visits as f32
        } else {
            f32::from(self.proven)
        }
    }

    pub(super) fn range(&self) -> Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.children)
    }
}

/// A value as a share of the game, between -1 and 1.
#[expect(clippy::cast_precision_loss, reason = "some thousands")]
pub(super) fn share(value: i32) -> f32 {
    let value = value as f32;
    value / (UNIT as f32 + value.abs())
}

/// What a node promises, in the unit of the evaluation.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "rounded"
)]
pub(super) fn value(node: &MctsNode) -> i32 {
    if node.proven != 0 {
        return WIN * i32::from(node.proven);
    }
    let mean = node.mean().clamp(-0.99, 0.99);
    (UNIT as f32 * mean / (1.0 - mean.abs())) as i32
}
