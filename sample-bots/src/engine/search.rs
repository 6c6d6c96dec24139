//! Alpha-beta with iterative deepening: a principal variation search with a transposition table.
//! Moves late in the order are first searched with less depth.

use rand::Rng;
use referee_games::random;

use super::order::{Order, URGENT};
use super::table::{Entry, ScoreBound, TranspositionTable};
use super::{Choice, Code, Engine, Found, WIN};
use crate::engine::limits::SearchLimits;

/// Number of nodes between two checks of the clock.
const CLOCK_NODES: u64 = 256;
/// A bound above any value.
const INFINITE: i32 = WIN + 1;

/// Data kept from one search of a game to the next.
pub(super) struct Memory {
    table: TranspositionTable,
    order: Order,
}

impl Memory {
    /// Creates a memory whose table has 16 bytes times 2 to the power of `bits`.
    pub(super) fn new(bits: u32) -> Memory {
        Memory {
            table: TranspositionTable::new(bits),
            order: Order::new(),
        }
    }
}

/// Searches with increasing depth. Chooses at random among moves of the same value.
pub(super) fn search<E: Engine>(
    engine: &E,
    board: &E::Board,
    limits: SearchLimits,
    memory: &mut Memory,
    rng: &mut dyn Rng,
) -> Found {
    memory.table.begin();
    memory.order.begin();
    let mut root = Vec::new();
    if engine.ending(board).is_none() {
        engine.moves(board, &mut root);
    }
    random::shuffle(rng, &mut root);
    root.sort_by_key(|choice| -choice.order);
    let mut search = Search {
        engine,
        limits,
        memory,
        nodes: 0,
        moves: Vec::with_capacity(1024),
        best: root.first().map(|choice| (choice.code, 0)),
        root,
    };
    let mut depth = 0;
    let deepest = limits.depth.min(engine.plies_left(board));
    while depth < deepest && search.goes_on() {
        match search.value(board, depth + 1, 0, (-INFINITE, INFINITE)) {
            Some(_) => depth += 1,
            None => break,
        }
    }
    Found {
        depth,
        score: search.best.map_or(0, |(_, score)| score),
        nodes: search.nodes,
        line: search.line(board, depth),
    }
}

struct Search<'a, E> {
    engine: &'a E,
    limits: SearchLimits,
    memory: &'a mut Memory,
    nodes: u64,
    /// The moves of all positions from the root to the current one.
    moves: Vec<Choice>,
    /// The moves at the root.
    root: Vec<Choice>,
    /// The best move of the root so far, with its value.
    best: Option<(Code, i32)>,
}

impl<E: Engine> Search<'_, E> {
    /// Returns true if a deeper search can still change the result.
    fn goes_on(&self) -> bool {
        let decided = |(_, score): (Code, i32)| score.abs() > WIN / 2;
        self.root.len() > 1 && !self.best.is_some_and(decided)
    }

    /// Returns the value of a position for the seat on turn; outside of the window it is only a
    /// bound. Returns `None` if the search has reached one of its limits.
    fn value(
        &mut self,
        board: &E::Board,
        depth: u32,
        ply: u16,
        (mut alpha, beta): (i32, i32),
    ) -> Option<i32> {
        let distance = i32::from(ply);
        if ply > 0 {
            self.count()?;
            if let Some(sign) = self.engine.ending(board) {
                return Some(sign * (WIN - distance));
            }
            if self.engine.wins_at_once(board) {
                return Some(WIN - distance - 1);
            }
        }
        let extra = u32::from(depth == 0 && self.engine.is_hot(board));
        let depth = (depth + extra).min(self.engine.plies_left(board));
        if depth == 0 {
            return Some(self.engine.evaluate(board));
        }

        let key = self.engine.key(board);
        let known = self.memory.table.get(key, distance);
        if let Some(entry) = known.filter(|entry| ply > 0 && u32::from(entry.depth) >= depth) {
            let settles = match entry.bound {
                ScoreBound::Exact => true,
                ScoreBound::AtLeast => entry.score >= beta,
                ScoreBound::AtMost => entry.score <= alpha,
            };
            if settles {
                return Some(entry.score);
            }
        }

        let first = self.moves.len();
        if ply == 0 {
            self.moves.extend_from_slice(&self.root);
        } else {
            self.engine.moves(board, &mut self.moves);
        }
        let hint = match self.best {
            Some((code, _)) if ply == 0 => Some(code),
            _ => known.map(|entry| entry.best),
        };
        let place = usize::from(ply);
        self.memory
            .order
            .sort(&mut self.moves[first..], place, hint);

        let (floor, mut best, mut best_code) = (alpha, -INFINITE, Code::default());
        for i in first..self.moves.len() {
            let choice = self.bring_forward(i);
            let child = self.engine.play(board, choice.code);
            let late = lateness(i - first, depth, choice);
            let node = (&child, depth - 1, ply + 1);
            let again = self.engine.again(board, &child);
            let value = self.child(node, again, late, i == first, (alpha, beta))?;
            if value > best {
                (best, best_code) = (value, choice.code);
                if ply == 0 {
                    self.best = Some((best_code, best));
                }
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                self.memory
                    .order
                    .learn(&self.moves[first..=i], place, depth);
                break;
            }
        }
        self.moves.truncate(first);

        let bound = match best {
            _ if best >= beta => ScoreBound::AtLeast,
            _ if best <= floor => ScoreBound::AtMost,
            _ => ScoreBound::Exact,
        };
        let entry = Entry {
            score: best,
            best: best_code,
            depth: u8::try_from(depth).unwrap_or(u8::MAX),
            bound,
        };
        self.memory.table.put(key, distance, entry);
        Some(best)
    }

    /// Returns the value of the position after a move, for the seat that made it. Only the first
    /// move is searched with the full window; for the others it is only tested whether they are
    /// better.
    fn child(
        &mut self,
        (board, depth, ply): (&E::Board, u32, u16),
        again: bool,
        late: u32,
        first: bool,
        (alpha, beta): (i32, i32),
    ) -> Option<i32> {
        let mut ask = |depth, (low, high): (i32, i32)| {
            if again {
                self.value(board, depth, ply, (low, high))
            } else {
                Some(-self.value(board, depth, ply, (-high, -low))?)
            }
        };
        let mut value = alpha + 1;
        if late > 0 {
            value = ask(depth - late, (alpha, alpha + 1))?;
        }
        if value > alpha && !first {
            value = ask(depth, (alpha, alpha + 1))?;
        }
        if first || value > alpha && value < beta {
            value = ask(depth, (alpha, beta))?;
        }
        Some(value)
    }

    /// Moves the best of the moves from index `i` on to index `i`.
    fn bring_forward(&mut self, i: usize) -> Choice {
        let mut best = i;
        for j in i + 1..self.moves.len() {
            if self.moves[j].order > self.moves[best].order {
                best = j;
            }
        }
        self.moves.swap(i, best);
        self.moves[i]
    }

    /// Counts a node; returns `None` once a limit is reached.
    fn count(&mut self) -> Option<()> {
        let asks = self.nodes % CLOCK_NODES == CLOCK_NODES - 1;
        if self.nodes >= self.limits.nodes || asks && self.limits.late() {
            return None;
        }
        self.nodes += 1;
        Some(())
    }

    /// Returns the best moves of both sides (the principal variation), as far as they are in the
    /// table.
    fn line(&mut self, board: &E::Board, depth: u32) -> Vec<Code> {
        let mut line = Vec::new();
        let mut board = *board;
        let mut next = self.best.map(|(code, _)| code);
        while let Some(code) = next {
            line.push(code);
            board = self.engine.play(&board, code);
            if line.len() >= depth as usize || self.engine.ending(&board).is_some() {
                break;
            }
            let known = self.memory.table.get(self.engine.key(&board), 0);
            let exact = known.filter(|entry| entry.bound == ScoreBound::Exact);
            self.moves.clear();
            self.engine.moves(&board, &mut self.moves);
            next = exact
                .map(|entry| entry.best)
                .filter(|best| self.moves.iter().any(|choice| choice.code == *best));
        }
        line
    }
}

/// Returns the number of plies by which a move's first search is reduced.
fn lateness(i: usize, depth: u32, choice: Choice) -> u32 {
    if depth < 3 || i < 3 || choice.order >= URGENT {
        0
    } else if depth >= 5 && i >= 10 {
        2
    } else {
        1
    }
}
