//! Monte Carlo tree search, with the evaluation in place of random games.
//!
//! Each round goes down from the root by the child with the best bound (UCB1), up to a position
//! that has no children yet, and gives it all of them, each with its static value for a start.
//! The best of these goes back up into the averages. Wins and losses that can be forced are known as
//! such and not averaged.

mod node;

use crate::engine::cublino::board::{Board, Move};
use crate::engine::cublino::kind::Kind;
use crate::engine::cublino::play::{Engine, Found, Limits};
use crate::engine::cublino::weights::Weights;

use node::{Node, share, value};

/// How much a child that was seldom chosen is tried again.
const CURIOSITY: f32 = 0.1;
/// Positions that are looked at before the clock is: a tenth of a millisecond.
const FREE: u64 = 256;
/// The largest tree: 20 MiB.
const LARGEST: usize = 1 << 20;

/// A search that keeps its memory from move to move.
pub struct Mcts<K> {
    weights: Weights<K>,
    stall: u16,
    tree: Vec<Node>,
    moves: Vec<Move>,
    nodes: u64,
}

impl<K: Kind> Engine for Mcts<K> {
    type Kind = K;

    fn new(stall: u16) -> Mcts<K> {
        Mcts {
            weights: Weights::shipped(),
            stall,
            tree: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
        }
    }

    /// Where the moves of the root are too many to be looked at, the first one is the line.
    fn search(&mut self, board: &Board, limits: Limits) -> Found {
        self.tree.clear();
        self.nodes = 0;
        let no_move = Move::new(0, 0, Move::NO_TIP);
        self.tree.push(Node::new(no_move, 0.0, 0));
        if K::ended(board, self.stall).is_none() {
            let mut path = Vec::new();
            while self.round(board, limits, &mut path)
                && self.tree[0].proven == 0
                && !limits.enough(self.nodes)
                && (self.nodes < FREE || !limits.late())
            {}
        }
        self.found(board)
    }
}

impl<K: Kind> Mcts<K> {
    /// One way down the tree and up again; false if there was no room for more positions.
    fn round(&mut self, board: &Board, limits: Limits, path: &mut Vec<(usize, bool)>) -> bool {
        let (mut at, mut node) = (*board, 0);
        path.clear();
        path.push((0, true));
        while self.tree[node].children > 0 {
            node = self.select(node);
            let mover = at.mover();
            K::play(&mut at, self.tree[node].chosen);
            // Whether the mover here is the one that chose the move.
            path.push((node, mover == at.mover()));
        }
        // The value for the mover of the last position; what ends in a draw has no children.
        let mut value = if K::ended(&at, self.stall).is_some() || path.len() > limits.depth as usize
        {
            self.nodes += 1;
            let same = path.last().is_some_and(|(_, same)| *same);
            self.tree[node].mean() * if same { 1.0 } else { -1.0 }
        } else {
            match self.expand(node, &at, limits) {
                Some(value) => value,
                None => return false,
            }
        };
        for &(node, same) in path.iter().rev() {
            let (proven, sign) = (self.known(node), if same { 1 } else { -1 });
            if proven != 0 {
                value = f32::from(proven);
                self.tree[node].proven = proven * sign;
            }
            value *= f32::from(sign);
            self.tree[node].visits += 1;
            self.tree[node].sum += value;
        }
        true
    }

    /// The child to go to.
    #[expect(clippy::cast_precision_loss, reason = "a bound")]
    fn select(&self, node: usize) -> usize {
        let total = (self.tree[node].visits as f32).ln();
        let bound = |child: &Node| match child.proven {
            0 => child.mean() + CURIOSITY * (total / child.visits as f32).sqrt(),
            proven => 10.0 * f32::from(proven),
        };
        let mut best = (self.tree[node].first as usize, f32::MIN);
        for i in self.tree[node].range() {
            let value = bound(&self.tree[i]);
            if value > best.1 {
                best = (i, value);
            }
        }
        best.0
    }

    /// Gives a position its children. The value of the best one, unless there are more positions
    /// than may be looked at.
    fn expand(&mut self, node: usize, board: &Board, limits: Limits) -> Option<f32> {
        self.moves.clear();
        K::moves(board, &mut self.moves);
        let (first, count) = (self.tree.len(), self.moves.len());
        self.nodes += count as u64;
        if self.nodes > limits.nodes || first + count > LARGEST {
            self.nodes -= count as u64;
            return None;
        }
        self.tree[node].first = u32::try_from(first).ok()?;
        self.tree[node].children = u16::try_from(count).ok()?;
        let mut best = f32::MIN;
        for m in &self.moves {
            let mut next = *board;
            K::play(&mut next, *m);
            let sign = if next.mover() == board.mover() { 1 } else { -1 };
            let child = match K::ended(&next, self.stall) {
                Some(0) => Node::new(*m, 0.0, 0),
                Some(result) if result == sign => Node::new(*m, 1.0, 1),
                Some(_) => Node::new(*m, -1.0, -1),
                None => Node::new(*m, share(sign * self.weights.value(&next)), 0),
            };
            best = best.max(child.mean());
            self.tree.push(child);
        }
        Some(best)
    }

    /// What is known for the mover of a position of its children's: 1 if one wins, -1 if all lose.
    fn known(&self, node: usize) -> i8 {
        let children = &self.tree[self.tree[node].range()];
        children.iter().map(|child| child.proven).max().unwrap_or(0)
    }

    /// The most visited moves from the root on, and what they promise.
    fn found(&self, board: &Board) -> Found {
        let mut line = Vec::new();
        let (mut node, mut score) = (0, None);
        while let Some(best) = self.tree[node].range().max_by(|&i, &j| {
            let rank = |i: usize| (self.tree[i].proven, self.tree[i].visits);
            let means = self.tree[i].mean().total_cmp(&self.tree[j].mean());
            // The first of equals.
            rank(i).cmp(&rank(j)).then(means).then(j.cmp(&i))
        }) {
            score.get_or_insert(value(&self.tree[best]));
            line.push(self.tree[best].chosen);
            node = best;
        }
        if line.is_empty() && K::ended(board, self.stall).is_none() {
            let mut moves = Vec::new();
            K::moves(board, &mut moves);
            line.extend(moves.first());
        }
        Found {
            depth: u32::try_from(line.len()).unwrap_or(u32::MAX),
            score: score.unwrap_or(0),
            nodes: self.nodes,
            line,
        }
    }
}
