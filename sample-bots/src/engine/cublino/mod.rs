//! Cublino in both variants, with evaluations learned by self-play.
//!
//! [`CublinoBoard`] is a position. A [`Kind`] defines what differs between the variants: moves,
//! endings, and the features of the evaluation. Their weights are stored as text in the folder
//! `weights`.

mod board;
mod contra;
mod engine;
mod kind;
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
