//! Alpha-beta, one ply deeper after the other: a table of positions met before, killer moves and a
//! history to order moves, a narrow window for all but the first, and less depth for late ones.

mod order;

use crate::engine::cublino::WIN;
use crate::engine::cublino::board::{Board, Move};
use crate::engine::cublino::kind::Kind;
use crate::engine::cublino::play::{Engine, Found, Limits};
use crate::engine::cublino::table::{Bound, Entry, Table};
use crate::engine::cublino::weights::Weights;

use order::Order;

/// Nodes between two looks at the clock: a tenth of a millisecond or two.
const CLOCK_NODES: u64 = 256;
/// The deepest search.
const MAX_DEPTH: u32 = 64;
/// More than any value.
const INFINITE: i32 = WIN + 1;
/// Moves before the draw from which on positions are told apart by their stall.
const NEAR_STALL: u16 = 16;
/// Moves in their order that are searched to the full depth.
const FULL: usize = 4;

/// A search that remembers from move to move of one game.
pub struct AlphaBeta<K> {
    weights: Weights<K>,
    table: Table,
    order: Order,
    /// The moves of all positions on the way to the present one.
    moves: Vec<Move>,
    stall: u16,
    limits: Limits,
    nodes: u64,
}

impl<K: Kind> Engine for AlphaBeta<K> {
    type Kind = K;

    fn new(stall: u16) -> AlphaBeta<K> {
        AlphaBeta {
            weights: Weights::shipped(),
            table: Table::new(),
            order: Order::new(),
            moves: Vec::new(),
            stall,
            limits: Limits {
                depth: 0,
                nodes: 0,
                until: None,
            },
            nodes: 0,
        }
    }

    /// Where not even the first depth is completed, the first move is the line.
    fn search(&mut self, board: &Board, limits: Limits) -> Found {
        self.limits = limits;
        self.nodes = 0;
        self.order.fade();
        let mut found = Found {
            depth: 0,
            score: 0,
            nodes: 0,
            line: Vec::new(),
        };
        if K::ended(board, self.stall).is_some() {
            return found;
        }
        let mut order = Vec::new();
        K::moves(board, &mut order);
        found.line.extend(order.first());
        for depth in 1..=limits.depth.min(MAX_DEPTH) {
            self.moves.clear();
            let (score, complete) = self.root(board, depth, &mut order);
            if let Some(score) = score {
                found.score = score;
                found.line = self.line(board, order[0], depth);
            }
            if !complete {
                break;
            }
            found.depth = depth;
            if found.score.abs() > WIN / 2 {
                break;
            }
        }
        found.nodes = self.nodes;
        found
    }
}

impl<K: Kind> AlphaBeta<K> {
    /// Searches all moves of the root and brings the best one to the front. Gives its value, if it
    /// got as far as the first move, and whether it got through.
    fn root(&mut self, board: &Board, depth: u32, order: &mut [Move]) -> (Option<i32>, bool) {
        let mut best = None;
        for i in 0..order.len() {
            let window = (best.unwrap_or(-INFINITE), INFINITE);
            let Some(value) = self.child(board, order[i], depth, window, 0, (i > 0, 0)) else {
                return (best, false);
            };
            if best.is_none_or(|best| value > best) {
                best = Some(value);
                order[..=i].rotate_right(1);
            }
        }
        (best, true)
    }

    /// The value of a move for the mover. If `narrow`, it is first asked whether it is better than
    /// alpha at all, with less depth by `less`.
    fn child(
        &mut self,
        board: &Board,
        m: Move,
        depth: u32,
        (alpha, beta): (i32, i32),
        ply: u32,
        (narrow, less): (bool, u32),
    ) -> Option<i32> {
        let mut next = *board;
        K::play(&mut next, m);
        let same = next.mover() == board.mover();
        let mut ask = |depth, (low, high): (i32, i32)| {
            if same {
                self.best(&next, depth, (low, high), ply + 1)
            } else {
                Some(-self.best(&next, depth, (-high, -low), ply + 1)?)
            }
        };
        if narrow {
            let mut value = ask(depth - 1 - less, (alpha, alpha + 1))?;
            if value > alpha && less > 0 {
                value = ask(depth - 1, (alpha, alpha + 1))?;
            }
            if value <= alpha || value >= beta {
                return Some(value);
            }
        }
        ask(depth - 1, (alpha, beta))
    }

    /// The value of a position for its mover. Nothing when the search has come to a limit.
    fn best(
        &mut self,
        board: &Board,
        depth: u32,
        (mut alpha, beta): (i32, i32),
        ply: u32,
    ) -> Option<i32> {
        self.count()?;
        let plies = ply.cast_signed();
        if let Some(sign) = K::ended(board, self.stall) {
            return Some(sign * (WIN - plies));
        }
        if K::wins_next(board) {
            return Some(WIN - plies - 1);
        }
        if depth == 0 || ply >= MAX_DEPTH {
            return Some(self.weights.value(board));
        }
        let key = self.key(board);
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| u32::from(entry.depth) >= depth) {
            let value = from_here(entry.value, -plies);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if cuts {
                return Some(value);
            }
        }
        let first_choice = known.map(|entry| entry.best);
        let first = self.moves.len();
        K::moves(board, &mut self.moves);
        let mut best = (-INFINITE, self.moves[first]);
        let low = alpha;
        for i in first..self.moves.len() {
            let m = self
                .order
                .first(board, &mut self.moves[i..], ply, first_choice);
            let late = i - first >= FULL && depth > 2;
            let how = (i > first, u32::from(late));
            let value = self.child(board, m, depth, (alpha, beta), ply, how)?;
            if value > best.0 {
                best = (value, m);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.order.cut(board, m, ply, depth);
                break;
            }
        }
        self.moves.truncate(first);
        let bound = match best.0 {
            value if value >= beta => Bound::Lower,
            value if value <= low => Bound::Upper,
            _ => Bound::Exact,
        };
        let entry = Entry {
            value: from_here(best.0, plies),
            depth: u8::try_from(depth).unwrap_or(u8::MAX),
            bound,
            best: best.1,
        };
        self.table.put(key, entry);
        Some(best.0)
    }

    fn key(&self, board: &Board) -> u64 {
        let left = self.stall.saturating_sub(board.stall());
        if left < NEAR_STALL {
            board.key() ^ u64::from(left + 1) << 48
        } else {
            board.key()
        }
    }

    /// Counts a node; nothing once a limit is reached.
    fn count(&mut self) -> Option<()> {
        let next = self.nodes + 1;
        if self.limits.enough(self.nodes) || next.is_multiple_of(CLOCK_NODES) && self.limits.late()
        {
            return None;
        }
        self.nodes = next;
        Some(())
    }

    /// The line that begins with a move and goes on as the table says.
    fn line(&self, board: &Board, first: Move, length: u32) -> Vec<Move> {
        let mut line = vec![first];
        let (mut at, mut legal) = (*board, Vec::new());
        K::play(&mut at, first);
        while line.len() < length as usize && K::ended(&at, self.stall).is_none() {
            legal.clear();
            K::moves(&at, &mut legal);
            let known = self.table.get(self.key(&at)).map(|entry| entry.best);
            let Some(m) = known.filter(|m| legal.contains(m)) else {
                break;
            };
            K::play(&mut at, m);
            line.push(m);
        }
        line
    }
}

/// A value that counts the plies to the end from so many plies further on.
fn from_here(value: i32, plies: i32) -> i32 {
    if value.abs() > WIN / 2 {
        value + value.signum() * plies
    } else {
        value
    }
}
