//! Engines: games taken apart for a fast search, behind the higher levels of the house bots.
//!
//! An `Engine` knows one game in a form that suits a machine: sets of squares in one word, a hash
//! that each move updates, moves as numbers. Two searches take any of them: alpha-beta (`search`)
//! and a Monte Carlo tree search (`mcts`). Ludo, with its dice and its four seats, has its own.

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

/// The value of a won game; no evaluation comes near.
pub(crate) const WIN: i32 = 1_000_000;
/// The value of a lead that wins half of the remaining share, for a search that works with shares.
const UNIT: i32 = 1000;

/// A move as a number that its game understands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Code(u16);

/// A move on a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    code: Code,
    /// Its place in the search order: [`order::URGENT`] and more for moves that can't wait.
    order: i32,
}

/// A game of two seats: the data that is the same in all its positions.
pub(crate) trait Engine: Sized {
    /// The name of the game.
    const NAME: &'static str;
    /// A position.
    type Board: Copy;

    /// Reads the state of a turn.
    fn read(turn: &BotTurn) -> Result<(Self, Self::Board), RulesError>;
    /// Returns a hash key that hardly any other position has.
    fn key(&self, board: &Self::Board) -> u64;
    /// Returns true if a move was followed by a pass, so that the same seat is on turn again.
    fn again(&self, _before: &Self::Board, _after: &Self::Board) -> bool {
        false
    }
    /// Returns 1, 0 or -1 for the seat on turn when the game is over, else `None`.
    fn ending(&self, board: &Self::Board) -> Option<i32>;
    /// Returns true if the seat on turn is known to have a move that wins the game; an engine may
    /// skip a costly check.
    fn wins_at_once(&self, _: &Self::Board) -> bool {
        false
    }
    /// Returns true if the seat on turn must deal with a threat before the position can be
    /// evaluated.
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
    /// Returns the squares that a move comes from and goes to; the first is missing where a piece
    /// is put.
    fn squares(&self, code: Code) -> (Option<String>, Option<String>);
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    /// The depth that was searched completely; in a tree search, the length of its line.
    depth: u32,
    /// The value for the seat on turn.
    score: i32,
    /// The number of positions searched.
    nodes: u64,
    /// The best moves of both sides; empty only where there is no move.
    line: Vec<Code>,
}

/// Reads a state line that the rules have accepted.
fn read<E: Engine, T>(turn: &BotTurn, read: fn(&str) -> Option<T>) -> Result<T, RulesError> {
    let line = turn.position()?.line();
    let expected = || format!("a position of {}", E::NAME);
    let read = read(&line).ok_or_else(|| StateError::new("STATE", &line, expected()))?;
    Ok(read)
}

/// Returns the `n`th of a fixed sequence of random numbers, used as hash keys.
const fn key(n: u64) -> u64 {
    let mut z = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Returns `N` hash keys; different series share none.
const fn keys<const N: usize>(series: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = key((series << 32) + i as u64);
        i += 1;
    }
    keys
}
