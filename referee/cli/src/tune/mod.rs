//! Tunings: what one came to, how it is told while it goes on, and the test that it ends with.
//!
//! Everything that is printed of a tuning is made of one [`Tuned`].

mod live;
mod model;
mod paste;
mod spark;
mod text;

pub use live::{line, lines};
pub use model::Tuned;
pub use text::block;
