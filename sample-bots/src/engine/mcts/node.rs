//! Defines the nodes of the tree, and converts evaluations to values between -1 and 1.

use std::ops::Range;

use crate::engine::{Code, UNIT, WIN};

/// A node of the tree. Its values are for the seat that chose its move.
#[derive(Clone, Copy, Debug)]
pub(super) struct MctsNode {
    pub(super) chosen: Code,
    /// 1 if the move is proven to win, -1 if it is proven to lose, else 0.
    pub(super) proven: i8,
    pub(super) children: u16,
    pub(super) first: u32,
    /// Number of visits; the static evaluation counts as one.
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

/// Converts an evaluation to a value between -1 and 1.
#[expect(clippy::cast_precision_loss, reason = "some thousands")]
pub(super) fn share(value: i32) -> f32 {
    let value = value as f32;
    value / (UNIT as f32 + value.abs())
}

/// Returns the value of a node in the unit of the evaluation.
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
