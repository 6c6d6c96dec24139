//! Monte Carlo tree search, with the static evaluation instead of random playouts.
//!
//! Each round follows the child with the best upper bound (UCB1) from the root to a position
//! without children. It adds all children of that position, each with its static evaluation, and
//! adds the best of these values to the averages on the path back to the root. Proven wins and
//! losses replace the average of their node.

mod node;

use super::{Choice, Code, Engine, Found};
use crate::engine::limits::SearchLimits;

use node::{MctsNode, share, value};

/// Exploration constant of UCB1: a higher value prefers children with few visits more strongly.
const CURIOSITY: f32 = 0.1;
/// Number of positions searched before the first check of the clock.
const FREE: u64 = 256;
/// Maximum number of nodes of a tree; they need 20 MiB.
const LARGEST: usize = 1 << 20;

/// A search tree. Each search builds a new one; only the allocated memory is reused.
#[derive(Default)]
pub(super) struct MctsTree {
    nodes: Vec<MctsNode>,
    moves: Vec<Choice>,
    /// Number of positions searched.
    seen: u64,
}

impl MctsTree {
    /// Searches a position. If its moves exceed the limits, the result is the first move.
    pub(super) fn search<E: Engine>(
        &mut self,
        engine: &E,
        board: &E::Board,
        limits: SearchLimits,
    ) -> Found {
        self.nodes.clear();
        self.seen = 0;
        self.nodes.push(MctsNode::new(Code::default(), 0.0, 0));
        if engine.ending(board).is_none() {
            let mut path = Vec::new();
            while self.round(engine, board, limits, &mut path)
                && self.nodes[0].proven == 0
                && self.seen < limits.nodes
                && (self.seen < FREE || !limits.late())
            {}
        }
        self.summarize(engine, board)
    }

    /// Follows one path down the tree and updates the values on it. Returns false if the limits
    /// leave no room for more positions.
    fn round<E: Engine>(
        &mut self,
        engine: &E,
        board: &E::Board,
        limits: SearchLimits,
        path: &mut Vec<(usize, bool)>,
    ) -> bool {
        let (mut at, mut node) = (*board, 0);
        path.clear();
        path.push((0, true));
        while self.nodes[node].children > 0 {
            node = self.select(node);
            let next = engine.play(&at, self.nodes[node].chosen);
            // True if the same seat is on turn again after its move.
            path.push((node, engine.again(&at, &next)));
            at = next;
        }
        // The value for the seat on turn in the last position. A position in which the game is over
        // has no children.
        let mut value = if engine.ending(&at).is_some() || path.len() > limits.depth as usize {
            self.seen += 1;
            let same = path.last().is_some_and(|(_, same)| *same);
            self.nodes[node].mean() * if same { 1.0 } else { -1.0 }
        } else {
            match self.expand(engine, node, &at, limits) {
                Some(value) => value,
                None => return false,
            }
        };
        for &(node, same) in path.iter().rev() {
            let (proven, sign) = (self.known(node), if same { 1 } else { -1 });
            if proven != 0 {
                value = f32::from(proven);
                self.nodes[node].proven = proven * sign;
            }
            value *= f32::from(sign);
            self.nodes[node].visits += 1;
            self.nodes[node].sum += value;
        }
        true
    }

    /// Returns the index of the child with the best upper bound.
    #[expect(clippy::cast_precision_loss, reason = "a bound")]
    fn select(&self, node: usize) -> usize {
        let total = (self.nodes[node].visits as f32).ln();
        let bound = |child: &MctsNode| match child.proven {
            0 => child.mean() + CURIOSITY * (total / child.visits as f32).sqrt(),
            proven => 10.0 * f32::from(proven),
        };
        let mut best = (self.nodes[node].first as usize, f32::MIN);
        for i in self.nodes[node].range() {
            let value = bound(&self.nodes[i]);
            if value > best.1 {
                best = (i, value);
            }
        }
        best.0
    }

    /// Adds the children of a position. Returns the value of the best one; `None` if the limits
    /// don't allow that many positions.
    fn expand<E: Engine>(
        &mut self,
        engine: &E,
        node: usize,
        board: &E::Board,
        limits: SearchLimits,
    ) -> Option<f32> {
        self.moves.clear();
        engine.moves(board, &mut self.moves);
        let (first, count) = (self.nodes.len(), self.moves.len());
        self.seen += count as u64;
        if self.seen > limits.nodes || first + count > LARGEST {
            self.seen -= count as u64;
            return None;
        }
        self.nodes[node].first = u32::try_from(first).ok()?;
        self.nodes[node].children = u16::try_from(count).ok()?;
        let mut best = f32::MIN;
        for &Choice { code, .. } in &self.moves {
            let next = engine.play(board, code);
            let sign = if engine.again(board, &next) { 1 } else { -1 };
            let child = match engine.ending(&next) {
                Some(0) => MctsNode::new(code, 0.0, 0),
                Some(result) if result == sign => MctsNode::new(code, 1.0, 1),
                Some(_) => MctsNode::new(code, -1.0, -1),
                None => MctsNode::new(code, share(sign * engine.evaluate(&next)), 0),
            };
            best = best.max(child.mean());
            self.nodes.push(child);
        }
        Some(best)
    }

    /// Returns the proven result for the mover of a position, from its children: 1 if a child wins,
    /// -1 if all lose, else 0.
    fn known(&self, node: usize) -> i8 {
        let children = &self.nodes[self.nodes[node].range()];
        children.iter().map(|child| child.proven).max().unwrap_or(0)
    }

    /// Returns the best line from the root, and its value. Proven wins come first, then the moves
    /// with the most visits.
    fn summarize<E: Engine>(&mut self, engine: &E, board: &E::Board) -> Found {
        let mut line = Vec::new();
        let (mut node, mut score) = (0, None);
        while let Some(best) = self.nodes[node].range().max_by(|&i, &j| {
            let rank = |i: usize| (self.nodes[i].proven, self.nodes[i].visits);
            let means = self.nodes[i].mean().total_cmp(&self.nodes[j].mean());
            // Among equals, the first one.
            rank(i).cmp(&rank(j)).then(means).then(j.cmp(&i))
        }) {
            score.get_or_insert(value(&self.nodes[best]));
            line.push(self.nodes[best].chosen);
            node = best;
        }
        if line.is_empty() && engine.ending(board).is_none() {
            self.moves.clear();
            engine.moves(board, &mut self.moves);
            line.extend(self.moves.first().map(|choice| choice.code));
        }
        Found {
            depth: u32::try_from(line.len()).unwrap_or(u32::MAX),
            score: score.unwrap_or(0),
            nodes: self.seen,
            line,
        }
    }
}
