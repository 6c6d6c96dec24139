//! Cublino, in both variants, and the evaluation that they learn by playing against themselves.
//!
//! [`CublinoBoard`] is the position, a [`Kind`] says what a variant has of its own: its moves, its ending,
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

pub use board::{CublinoBoard, Move};
pub use contra::ContraEngine;
pub(crate) use engine::{CublinoEngine, path};
pub use kind::{FeatureGroup, Kind};
pub use pur::PurEngine;
pub use weights::Weights;

#[cfg(test)]
mod tests;
