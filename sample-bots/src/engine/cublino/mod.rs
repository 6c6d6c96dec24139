//! Engines for Cublino: alpha-beta for Contra, a Monte Carlo tree search for Pur, and the evaluation
//! that both learn by playing against themselves.
//!
//! [`Board`] is the position, a [`Kind`] says what a variant has of its own: its moves, its ending,
//! and the features that its evaluation weighs. [`learn`] finds the weights; they lie as text in the
//! folder `weights`.

mod alphabeta;
mod board;
mod contra;
mod kind;
pub mod learn;
mod mcts;
mod play;
mod pur;
mod squares;
mod table;
mod weights;

pub use alphabeta::AlphaBeta;
pub use board::{Board, Move};
pub use contra::Contra;
pub use kind::{Kind, Shape};
pub use mcts::Mcts;
pub use play::{Engine, Found, Limits, words};
pub use pur::Pur;
pub use weights::{UNIT, Weights};

/// The value of a won game, less the plies until then; all other values are below half of it.
pub const WIN: i32 = 1_000_000;

#[cfg(test)]
mod tests;
