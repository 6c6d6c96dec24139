//! Engines: games in a form for a fast search, used by the higher levels of the house bots.
//!
//! An `Engine` implements one game with sets of squares in one word, a hash key that each move
//! updates, and moves as numbers. Two searches work with any engine: alpha-beta (`search`) and
//! Monte Carlo tree search (`mcts`). Ludo has its own search, because of its dice and four seats.

pub mod cublino;
mod koolaamee;
pub(crate) mod limits;
pub(crate) mod ludo;
mod mcts;
mod onitama;
mod order;
mod player;
mod search;
mod table;
#[cfg(test)]
mod tests;

use referee_games::StateError;

use crate::sdk::{BotTurn, RulesError};

pub(crate) use koolaamee::KoolaameeEngine;
pub(crate) use onitama::OnitamaEngine;
pub use player::Chooser;
pub(crate) use player::{EngineStrength, alpha_beta, tree_search};

/// Value of a won game; evaluations stay far below it.
pub(crate) const WIN: i32 = 1_000_000;
/// Evaluation that the tree search maps to half of a win.
pub const UNIT: i32 = 1000;

/// A move as a number, with a meaning that depends on the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Code(u16);

/// A legal move with its place in the search order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    code: Code,
    /// Value in the search order; [`order::URGENT`] and more for moves that must not be reduced.
    order: i32,
}

/// A game of two seats, with the data that all its positions share.
pub(crate) trait Engine: Sized {
    /// The name of the game.
    const NAME: &'static str;
    /// A position.
    type Board: Copy;

    /// Reads the state of a turn.
    fn read(turn: &BotTurn) -> Result<(Self, Self::Board), RulesError>;
    /// Returns a hash key; different positions hardly ever share one.
    fn key(&self, board: &Self::Board) -> u64;
    /// Returns true if the opponent had to pass after a move, so that the same seat is on turn
    /// again.
    fn again(&self, _before: &Self::Board, _after: &Self::Board) -> bool {
        false
    }
    /// Returns 1, 0 or -1 for the seat on turn if the game is over, else `None`.
    fn ending(&self, board: &Self::Board) -> Option<i32>;
    /// Returns true if the seat on turn is known to have a winning move; an engine may skip an
    /// expensive check.
    fn wins_at_once(&self, _: &Self::Board) -> bool {
        false
    }
    /// Returns true if there is a threat that the seat on turn must answer before the position can
    /// be evaluated.
    fn is_hot(&self, _: &Self::Board) -> bool {
        false
    }
    /// Returns an upper bound for the number of plies that can follow.
    fn plies_left(&self, _: &Self::Board) -> u32 {
        u32::MAX
    }
    /// Returns the static evaluation for the seat on turn.
    fn evaluate(&self, board: &Self::Board) -> i32;
    /// Appends the legal moves.
    fn moves(&self, board: &Self::Board, moves: &mut Vec<Choice>);
    /// Returns the position after a legal move.
    fn play(&self, board: &Self::Board, code: Code) -> Self::Board;
    /// Formats a move in the game's notation.
    fn format_move(&self, board: &Self::Board, code: Code) -> String;
    /// Returns the squares where a move starts and ends; there is no start if a piece is put on the
    /// board.
    fn squares(&self, code: Code) -> (Option<String>, Option<String>);
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    /// Depth that was searched completely, in plies; for a tree search the length of the line.
    depth: u32,
    /// Value for the seat on turn.
    score: i32,
    /// Number of positions searched.
    nodes: u64,
    /// The best moves of both sides; empty only if there is no legal move.
    line: Vec<Code>,
}

/// Reads a state line that the rules have accepted.
fn read<E: Engine, T>(turn: &BotTurn, read: fn(&str) -> Option<T>) -> Result<T, RulesError> {
    let line = turn.position()?.line();
    let expected = || format!("a position of {}", E::NAME);
    let read = read(&line).ok_or_else(|| StateError::new("STATE", &line, expected()))?;
    Ok(read)
}

/// Returns the `n`th number of a fixed pseudorandom sequence, used as a hash key.
const fn key(n: u64) -> u64 {
    let mut z = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Returns `N` hash keys; different series have different keys.
const fn keys<const N: usize>(series: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = key((series << 32) + i as u64);
        i += 1;
    }
    keys
}
