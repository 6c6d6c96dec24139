//! Cublino, in both variants, and the evaluation that they learn by playing against themselves.
//!
//! [`Board`] is the position, a [`Kind`] says what a variant has of its own: its moves, its ending,
//! and the features that its evaluation weighs. [`learn`] finds the weights; they lie as text in the
//! folder `weights`.

mod board;
mod contra;
mod engine;
mod kind;
pub mod learn;
mod pur;
mod squares;
mod weights;

pub use board::{Board, Move};
pub use contra::Contra;
pub(crate) use engine::{Cublino, path};
pub use kind::{Kind, Shape};
pub use pur::Pur;
pub use weights::Weights;

#[cfg(test)]
mod tests;
